// Takes over half a minute. Every round kills a console in the midst of its work and starts it again.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '../harness/fixtures/free-port.js';
import { ConsoleProcess } from '../harness/fixtures/console-process.js';
import { seeded } from '../harness/fixtures/crash-fixture.js';
import { flawsOfPromises, flawsOfRecords } from '../harness/model/expected-deliveries.js';
import { killProcess, killPostgres } from '../harness/fixtures/kill-process.js';
import { NotifiedConsole, patiently } from '../harness/fixtures/notified-console.js';
import { DeliveryLoad } from '../harness/fixtures/delivery-load.js';
import { ReceivedNotifications } from '../harness/model/received-notifications.js';
import { until } from '../harness/fixtures/until.js';
import { testOptions } from '../harness/fixtures/test-options.js';

const rounds = testOptions.roundsOr(testOptions.isFull ? 50 : 2);
const { seed } = testOptions;
const fixture = new NotifiedConsole(seeded(seed));
const load = new DeliveryLoad(fixture);
const ledger = new ReceivedNotifications(fixture);

const victims = ['console', 'everything', 'console', 'database first', 'starting console'] as const;
type Victim = (typeof victims)[number];
const moments = ['any', 'taken', 'taken', 'call', 'answer'] as const;
const longestMs = 2_500;

beforeAll(async () => {
  process.stderr.write(`Notification crash rounds: ROUNDS=${rounds} SEED=${seed}\n`);
  await fixture.prepare();
});
afterAll(() => fixture.remove());

/** Returns at any time, or when a receiver took something, a call was sent or answered: around notes and commits. */
async function untilMoment(): Promise<void> {
  await delay(fixture.random() * longestMs);
  const moment = fixture.pick(moments);
  if (moment === 'any') return;
  // Nothing more may come of those who are down.
  await Promise.race([delay(longestMs), moment === 'taken' ? fixture.untilTaken() : load.until(moment)]);
  if (fixture.random() < 0.5) await delay(fixture.random() * 20);
}

async function kill(victim: Victim): Promise<void> {
  if (victim === 'everything') killProcess(fixture.app.pid);
  if (victim === 'everything' || victim === 'database first') killPostgres(fixture.dataDir);
  // Over results that cannot be noted, or after it has a database again.
  if (victim === 'database first') await delay(fixture.random() * 4_000);
  const { readyMs } = fixture.app;
  await fixture.app.kill();
  if (victim !== 'starting console') return;
  const starting = ConsoleProcess.spawn(fixture.dataDir, await freePort(), fixture.options);
  const ended = new Promise((resolve) => starting.once('exit', resolve));
  // While it gives out and takes over what the one before left, too.
  await delay(readyMs * (0.5 + fixture.random()));
  starting.kill('SIGKILL');
  await ended;
}

/** People get a message in each round instead of one in five minutes, and a dead console's claims last no 20 s more. */
async function retryNow(): Promise<void> {
  await fixture.rows("UPDATE delivery SET due_at = now() WHERE status = 'waiting' AND group_key IS NOT NULL");
  // Those of the living one stay valid: they have a minute.
  await fixture.rows(
    "UPDATE delivery SET leased_until = leased_until - interval '20 seconds' WHERE status = 'sending'",
  );
}

async function round(victim: Victim): Promise<void> {
  fixture.changeMoods();
  await patiently(() => retryNow());
  load.begin();
  await untilMoment();
  await kill(victim);
  await load.end();
  await fixture.start();
}

/** Waits for nothing that only time would bring: pauses of hours between tries, and of minutes before an order is given up. */
async function passTime(): Promise<void> {
  await fixture.rows(
    `UPDATE delivery SET due_at = now() WHERE status = 'waiting' AND due_at > now() + interval '2 seconds'`,
  );
  await fixture.rows("SELECT pg_notify('deliveries', '')");
  await fixture.rows(
    `UPDATE run_order SET created_at = created_at - interval '1 hour'
     WHERE audit IS NOT NULL AND created_at > now() - interval '30 minutes'`,
  );
}

async function openThings(): Promise<number> {
  const [row] = await fixture.rows<{ open: number }>(
    `SELECT (SELECT count(*) FROM delivery WHERE status IN ('waiting', 'sending'))::integer
       + (SELECT count(*) FROM event WHERE fanned_out_at IS NULL)::integer
       + (SELECT count(*) FROM run WHERE NOT ended)::integer
       + (SELECT count(*) FROM run_order WHERE audit IS NOT NULL)::integer
       + (SELECT count(*) FROM audit_unsealed)::integer AS open`,
  );
  return row?.open ?? -1;
}

async function untilSettled(): Promise<void> {
  fixture.recover();
  const running = "SELECT 1 FROM job WHERE jobstatus NOT IN ('T', 'W', 'f', 'A')";
  await until(async () => (await patiently(() => fixture.rows(running, [], 'embedded_catalog'))).length === 0);
  const settled = async (): Promise<boolean> => {
    await passTime();
    await delay(250);
    return (await openThings()) === 0;
  };
  // What is left open then is told one by one.
  await until(settled, 120_000).catch(() => undefined);
}

function report(): void {
  const { orders, created, revoked } = load.promised;
  const receivers = Object.fromEntries(
    [...fixture.receivers].map(([format, { taken, refused }]) => [
      `posts to ${format}`,
      `${taken.length} taken, ${refused} not`,
    ]),
  );
  const promised = { 'runs promised': orders.length, 'tokens made': created.length, 'tokens revoked': revoked.length };
  const lines = Object.entries({ rounds, seed, ...promised, ...receivers, ...ledger.figures });
  process.stderr.write(lines.map(([name, figure]) => `  ${name.padEnd(22)} ${String(figure)}\n`).join(''));
}

test(
  `kill -9 at random moments loses no event, says none under another's id, and leaves nothing stuck (SEED=${seed})`,
  async () => {
    for (let number = 0; number < rounds; number += 1) await round(victims[number % victims.length]!);
    await untilSettled();
    const flaws = [
      ...(await ledger.flaws()),
      ...(await flawsOfRecords(fixture)),
      ...(await flawsOfPromises(fixture, load.promised)),
    ];
    report();
    expect(flaws).toEqual([]);
  },
  180_000 + rounds * 30_000,
);
