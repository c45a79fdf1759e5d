import { randomUUID } from 'node:crypto';
import { type Client } from 'pg';
import { connectBehind, processPassword } from '../test/harness/fixtures/console-process.js';
import { until } from '../test/harness/fixtures/until.js';
import { WebhookReceiver } from '../test/harness/fakes/webhook-receiver.js';
import { quantile, type Report } from './figures.js';
import { type Machine } from './machine.js';

const backlog = 1_000;
const slowMs = 200;

/** A receiver that notes for each event the milliseconds from its timestamp, taken before it was stored, to the first byte. */
class TimedReceiver {
  readonly latencies: number[] = [];

  private constructor(readonly receiver: WebhookReceiver) {}

  static async start(answerAfterMs: number): Promise<TimedReceiver> {
    const made = new TimedReceiver(await WebhookReceiver.start());
    made.receiver.answerWith(({ body }, response) => {
      made.latencies.push(Date.now() - Date.parse((JSON.parse(body) as { timestamp: string }).timestamp));
      setTimeout(() => response.writeHead(204).end(), answerAfterMs);
      return undefined;
    });
    return made;
  }
}

/** From the stored event to the receiver, alone and beside a receiver that is slow, over a long log of deliveries. */
export async function measureDeliveries(report: Report, machine: Machine, log: number): Promise<void> {
  await machine.start({}, { WEBHOOK_ALLOW: '127.0.0.1/32' });
  const [quick, slow] = [await TimedReceiver.start(0), await TimedReceiver.start(slowMs)];
  const database = await connectBehind(machine.dataDir, 'console');
  try {
    await keepLog(database, log);
    await addChannel(machine, 'quick', quick, 'api_token.*');
    await addChannel(machine, 'slow', slow, 'job.completed.*');
    const revoke = await manyTokens(machine, 150);
    await until(() => quick.latencies.length === 150, 60_000);
    quick.latencies.length = 0;
    await revokeSteadily(revoke.slice(0, 100), 100);
    await until(() => quick.latencies.length === 100, 60_000);
    tell(report, 'delivery', quick.latencies);
    quick.latencies.length = 0;
    const startedMs = performance.now();
    await recordEvents(database, backlog);
    await until(() => slow.latencies.length > 0, 60_000);
    await revokeSteadily(revoke.slice(100), 400);
    await until(() => slow.latencies.length >= backlog && quick.latencies.length === 50, 300_000);
    const minutes = (performance.now() - startedMs) / 60_000;
    report.add({ name: 'deliveries_slow_a_minute', value: backlog / minutes, unit: '1/min', aim: { atLeast: 1_000 } });
    tell(report, 'delivery_beside_slow', quick.latencies);
  } finally {
    await database.end();
    await Promise.all([quick.receiver.close(), slow.receiver.close()]);
  }
}

function tell(report: Report, name: string, values: readonly number[]): void {
  report.add({ name: `${name}_p50`, value: quantile(values, 0.5), unit: 'ms' });
  report.add({ name: `${name}_p95`, value: quantile(values, 0.95), unit: 'ms', aim: { atMost: 100 } });
}

async function addChannel({ app }: Machine, name: string, { receiver }: TimedReceiver, pattern: string): Promise<void> {
  const body = { name, kind: 'webhook', format: 'standard', url: receiver.url, patterns: [pattern] };
  const added = await app.call('POST', '/admin/notifications/channels', body);
  if (added.status !== 201) throw new Error(`The channel was refused: ${JSON.stringify(added.body)}`);
}

/** Makes tokens and answers how to revoke each: one event and little else. */
async function manyTokens({ app }: Machine, count: number): Promise<(() => Promise<void>)[]> {
  const json = { 'content-type': 'application/json' };
  const logIn = JSON.stringify({ username: 'admin', password: processPassword });
  const session = await fetch(`${app.url}/api/v1/auth/login`, { method: 'POST', headers: json, body: logIn });
  const cookie = (session.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const revokes: (() => Promise<void>)[] = [];
  for (let at = 0; at < count; at += 1) {
    const body = JSON.stringify({ name: `bench ${at}` });
    const made = await fetch(`${app.url}/api/v1/tokens`, { method: 'POST', headers: { ...json, cookie }, body });
    const { id } = (await made.json()) as { id: string };
    revokes.push(async () => {
      await app.call('DELETE', `/tokens/${id}`);
    });
  }
  return revokes;
}

async function revokeSteadily(revokes: readonly (() => Promise<void>)[], pauseMs: number): Promise<void> {
  for (const revoke of revokes) {
    await revoke();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** As the record of runs would, all at once. */
async function recordEvents(database: Client, count: number): Promise<void> {
  await database.query(
    `INSERT INTO event (id, once_key, type, "timestamp", recorded_at, severity, source, subject, dedup_key, summary, data, links)
     SELECT gen_random_uuid(), 'bench ' || n, 'job.completed.error', now(), now(), 'error', 'backup-console', 'bench',
       'job:main:' || n, 'Job ' || n || ' failed.', '{"director": "main"}', '{}' FROM generate_series(1, $1::int) n`,
    [count],
  );
}

/** So many deliveries that arrived long ago, over twenty channels that are gone. */
async function keepLog(database: Client, count: number): Promise<void> {
  const channels = Array.from({ length: 20 }, () => randomUUID());
  await database.query(
    `INSERT INTO delivery (id, sequence, channel_id, channel_name, kind, webhook_id, replay, title, lines, event_count, status,
       due_at, attempts, created_at, ended_at)
     SELECT gen_random_uuid(), nextval('delivery_sequence_seq'), ($2::uuid[])[1 + n % 20], 'old', 'event', gen_random_uuid(), 0,
       'Job ' || n || ' failed.', '[]', 1, 'delivered', t, 1, t, t
     FROM (SELECT n, now() - n * interval '5 seconds' AS t FROM generate_series(1, $1::int) n) old`,
    [count, channels],
  );
  await database.query('VACUUM ANALYZE delivery');
}
