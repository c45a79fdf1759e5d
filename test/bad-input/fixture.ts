import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { Client } from 'pg';
import { adminPassword, type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { type Wrong } from './wrong-rows.js';
import { directorYaml } from '../harness/builders/director-yaml.js';
import { checkAgainstDocument } from '../harness/fixtures/document-check.js';
import { type RawAnswer, sendRaw } from '../harness/fixtures/raw-request.js';
import { until } from '../harness/fixtures/until.js';

/** A console with two rows in nearly every list, and what a wrong request must leave as it is. */
export class BadInputFixture {
  private constructor(
    readonly console: TestConsole,
    readonly admin: Caller,
    /** What was backed up. */
    readonly source: string,
  ) {}

  static async start(): Promise<BadInputFixture> {
    const source = mkdtempSync(join(tmpdir(), 'backup-console-bad-'));
    for (const name of ['a.txt', 'b.txt', 'c.txt']) writeFileSync(join(source, name), name);
    const app = await startTestConsole({
      prepare: (dataDir) => writeFileSync(join(dataDir, 'director.yaml'), yamlOf(dataDir, source)),
    });
    const admin = await app.as('admin');
    await app.as('operator');
    await app.withToken('admin');
    await app.withToken('admin');
    await app.nobody.post('/auth/login', { username: 'admin', password: adminPassword });
    for (const level of ['Full', 'Incremental']) {
      writeFileSync(join(source, 'a.txt'), level);
      const run = await admin.post('/operations/jobs/run', { job: 'Source', level });
      await admin.get(`/operations/runs/${(run.body as { jobId: number }).jobId}?wait=30`);
    }
    for (const name of ['One', 'Two']) {
      // Nothing here goes silent: nobody is told of anything.
      const channel = { name, kind: 'webhook', url: 'https://hooks.example.com', patterns: ['client.silence.crit'] };
      await admin.post('/admin/notifications/channels', channel);
      await admin.post('/auth/saved-filters', { page: 'runs', name, query: 'status=error' });
    }
    await keepDeliveries(app.consoleDatabaseUrl);
    await until(() => isSealed(app));
    return new BadInputFixture(app, admin, source);
  }

  async stop(): Promise<void> {
    await this.console.close();
    rmSync(this.source, { recursive: true });
  }

  async send(method: string, sample: string, wrong: Wrong): Promise<RawAnswer> {
    const { at = sample, query, type = 'application/json', headers } = wrong;
    const separator = at.includes('?') ? '&' : '?';
    const path = `/api/v1${at}${query === undefined ? '' : `${separator}${query.replace(/^\?/, '')}`}`;
    const body = bodyOf(wrong);
    const credential = path.startsWith('/api/v1/auth/login') ? {} : this.admin.credential;
    const sentType: Record<string, string> = body === null || type === null ? {} : { 'Content-Type': type };
    const answer = await sendRaw(this.console.url, {
      method,
      path,
      headers: { ...sentType, ...credential, ...headers },
      body,
    });
    const { status, text, type: contentType } = answer;
    checkAgainstDocument({ method, path, status, text, contentType });
    return answer;
  }

  /** Every row of both databases and every file of DATA_DIR, but for when somebody was last seen and how far the record of runs was read. */
  async state(): Promise<readonly string[]> {
    const files = readdirSync(this.console.dataDir, { recursive: true, encoding: 'utf8' }).map((name) => {
      const { size, mtimeMs } = statSync(join(this.console.dataDir, name));
      return `${name} ${size} ${mtimeMs}`;
    });
    return [
      ...(await digests(this.console.consoleDatabaseUrl)),
      ...(await digests(this.console.catalogUrl)),
      ...files.sort(),
    ];
  }
}

/** As they stand in the log after their arrival: nothing is sent, and nothing of them changes by itself. */
async function keepDeliveries(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO delivery (id, sequence, channel_id, channel_name, kind, webhook_id, replay, title, lines, event_count,
         status, due_at, attempts, created_at, ended_at)
       SELECT gen_random_uuid(), nextval('delivery_sequence_seq'), id, name, 'channel_failing', gen_random_uuid(), 0, name, '[]', 0,
         'delivered', now(), 1, now(), now() FROM notification_channel`,
    );
  } finally {
    await client.end();
  }
}

/** Seals follow records by a moment, and the head beside the database follows them: not while a wrong request is looked for. */
async function isSealed({ consoleDatabaseUrl, dataDir }: TestConsole): Promise<boolean> {
  const kept = join(dataDir, 'audit-head.json');
  if (!existsSync(kept)) return false;
  const client = new Client({ connectionString: consoleDatabaseUrl });
  await client.connect();
  try {
    const waiting = await client.query('SELECT FROM audit_unsealed');
    const { rows } = await client.query<{ last: string }>('SELECT max(seq) AS last FROM audit_seal');
    const head = JSON.parse(readFileSync(kept, 'utf8')) as { seq: number };
    return waiting.rowCount === 0 && String(head.seq) === rows[0]?.last;
  } finally {
    await client.end();
  }
}

function yamlOf(dataDir: string, source: string): string {
  const yaml = JSON.parse(directorYaml(dataDir, { Source: [source], Other: [source] })) as Record<string, object[]>;
  yaml['clients']?.push({ name: 'desk' });
  yaml['schedules']?.push({ name: 'Yearly', starts: [{ level: 'Full', at: '0 4 1 1 *' }] });
  yaml['jobs'] = yaml['jobs']!.map((job) => ({ ...job, schedule: 'Yearly' }));
  return JSON.stringify(yaml);
}

function bodyOf({ raw, body }: Wrong): Buffer | null {
  if (raw !== undefined) return Buffer.from(raw as string);
  return body === undefined ? null : Buffer.from(JSON.stringify(body));
}

/** These change at any request, good or bad. */
const seenColumns = ['last_seen_at', 'idle_expires_at', 'last_used_at', 'last_used_ip'];

/** These follow the Directors by themselves: how far the record of runs and the index of names were read, what the silence monitor saw, which runs were compared, what is planned, the last trusted time, and the last look at the schedules. */
const watchedTables = [
  'run_sync_state',
  'index_state',
  'client_silence',
  'job_protection',
  'silence_evaluation_run',
  'outlier_queue',
  'duration_baseline',
  'planned_start',
  'schedule_monitor_state',
  'clock_state',
  'console_schedule',
];

async function digests(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; columns: string[] }>(
      `SELECT table_name AS name, array_agg(quote_ident(column_name)::text ORDER BY ordinal_position) AS columns
       FROM information_schema.columns WHERE table_schema = 'public' AND NOT table_name = ANY ($2) AND NOT column_name = ANY ($1) GROUP BY 1 ORDER BY 1`,
      [seenColumns, watchedTables],
    );
    expect(rows.length).toBeGreaterThan(4);
    const found: string[] = [];
    for (const { name, columns } of rows) {
      const row = `ROW(${columns.join()})::text`;
      const digest = await client.query<{ rows: string; sum: string }>(
        `SELECT count(*) AS rows, md5(COALESCE(string_agg(${row}, E'\\n' ORDER BY ${row}), '')) AS sum FROM "${name}"`,
      );
      found.push(`${name} ${digest.rows[0]?.rows} ${digest.rows[0]?.sum}`);
    }
    return found;
  } finally {
    await client.end();
  }
}

/** The problem of an answer as a row tells it; a field with several faults once. */
export function problemOf({ status, text }: RawAnswer): string {
  const problem = JSON.parse(text) as { code: string; errors?: { field: string }[] };
  const fields = new Set((problem.errors ?? []).map(({ field }) => field));
  return [`${status} ${problem.code}`, ...fields].join(' ');
}
