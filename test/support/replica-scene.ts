import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type QueryResultRow } from 'pg';
import { stringify } from 'yaml';
import { entryOf } from '../conformance/lab-console.js';
import { type Lab } from '../lab/lab.js';
import { runToEnd } from '../lab/lab-runs.js';
import { startLab } from '../lab/start-lab.js';
import { type Answer, ConsoleProcess, processPassword } from './console-process.js';
import { makeTwoRoles } from './two-roles.js';
import { until } from './until.js';
import { WebhookReceiver } from './webhook-receiver.js';

export const director = 'bacula';
/** One run that ends well, one that fails, one that reads a client: what somebody starts behind the consoles' backs. */
const behindTheirBacks = ['run job=AdminJob yes', 'run job=BackupScript level=Full yes', 'run job=BackupAlpha yes'];
/** ProcessPresence.id of each process that shows itself, by the second key of its lock. */
const presences = `SELECT objid::int AS id FROM pg_locks WHERE locktype = 'advisory' AND classid = 7301126 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Two consoles on one PostgreSQL before one Bacula, work for both, and a receiver that both deliver to. */
export class ReplicaScene {
  readonly folder = mkdtempSync(join(tmpdir(), 'backup-console-replicas-'));
  /** What was answered with success: none of it may be lost, whoever is killed. */
  readonly answered = { tokens: new Set<string>(), jobIds: new Set<number>() };
  lab!: Lab;
  receiver!: WebhookReceiver;
  /** Started first, so that everything which one process of all does is its turn; the embedded Director is its own. */
  first!: ConsoleProcess;
  second!: ConsoleProcess;
  /** ProcessPresence.id of `first` as it was started at the beginning. */
  firstId = 0;
  private database!: Client;
  private environment: Readonly<Record<string, string>> = {};
  private readonly held: ServerResponse[] = [];
  private readonly work = new Set<Promise<void>>();
  private isWorking = false;
  private names = 0;
  private cookie = '';

  async prepare(): Promise<void> {
    const roles = await makeTwoRoles();
    [this.lab, this.receiver] = await Promise.all([startLab({ version: '15' }), WebhookReceiver.start()]);
    this.environment = {
      ...{ DATABASE_URL: roles.app, DATABASE_MIGRATION_URL: roles.owner, WEBHOOK_ALLOW: '127.0.0.1/32' },
      INSTANCE_KEY: randomBytes(32).toString('hex'),
    };
    this.database = new Client({ connectionString: roles.owner });
    await this.database.connect();
    this.first = await this.start('first', [{ name: 'embedded', kind: 'embedded' }]);
    this.firstId = (await this.rows<{ id: number }>(presences))[0]?.id ?? 0;
    await this.takesItsTurns();
    this.second = await this.start('second', [], this.first.apiToken);
    this.cookie = await this.signIn();
    await this.addChannel('ledger', ['**']);
    await this.addChannel('held', ['api_token.*']);
  }

  async remove(): Promise<void> {
    await this.pause();
    await Promise.all([this.first, this.second].map((console) => console.stop()));
    await this.database.end();
    await this.receiver.close();
    await this.lab.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async restartFirst(): Promise<void> {
    this.first = await this.start('first', [{ name: 'embedded', kind: 'embedded' }], this.first.apiToken);
  }

  async rows<Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.database.query<Row>(sql, [...values])).rows;
  }

  /** Keeps both consoles and bconsole at work until `pause`. What a killed console does not answer is passed over. */
  resume(): void {
    this.isWorking = true;
    this.keepDoing(() => this.orderAndWait(this.first, this.second));
    this.keepDoing(() => this.orderAndWait(this.second, this.first));
    let number = 0;
    this.keepDoing(async () => {
      const { jobId } = await runToEnd(this.lab, behindTheirBacks[number++ % behindTheirBacks.length]!);
      this.answered.jobIds.add(jobId);
    });
  }

  async pause(): Promise<void> {
    this.isWorking = false;
    await Promise.all(this.work);
  }

  /** By a session, which holds at both. */
  async makeToken(at: ConsoleProcess): Promise<void> {
    const name = `token ${(this.names += 1)}`;
    const made = await at.call<{ id: string }>('POST', '/tokens', { name }, { cookie: this.cookie, authorization: '' });
    if (made.status !== 201) throw new WrongAnswer(`No token was made: ${JSON.stringify(made.body)}`);
    this.answered.tokens.add(made.body.id);
  }

  /** From now on the receiver takes what comes to `held` and does not answer it. */
  hold(): void {
    this.receiver.answerWith(({ path }, response) => {
      if (path !== '/held') return { status: 204 };
      this.held.push(response);
      return undefined;
    });
  }

  /** It answers again, also what it holds. */
  release(): void {
    this.receiver.answerWith({ status: 204 });
    for (const response of this.held.splice(0)) response.writeHead(204).end();
  }

  /** As an operator would, at both consoles at the same moment. */
  async changeClientAtBoth(client: string, body: object): Promise<void> {
    const path = `/admin/monitoring/clients/${client}?director=${director}`;
    const answers = await Promise.all([this.first, this.second].map((console) => console.call('PATCH', path, body)));
    for (const answer of answers) if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }

  /** A client that was first seen so many days ago and never had a backup since. */
  async seenDaysAgo(client: string, days: number, isEvaluated: boolean): Promise<void> {
    await this.second.call('GET', `/clients?director=${director}`);
    await this.rows(
      `UPDATE client_silence SET first_seen_at = now() - make_interval(days => $2), evaluated = $3, due_at = '-infinity'
       WHERE client = $1`,
      [client, days, isEvaluated],
    );
  }

  /** Until what was begun is on record, sealed and delivered. */
  async settle(limitMs: number): Promise<void> {
    const open = `SELECT (SELECT count(*) FROM run WHERE NOT ended) + (SELECT count(*) FROM event WHERE fanned_out_at IS NULL)
      + (SELECT count(*) FROM delivery WHERE status IN ('waiting', 'sending')) + (SELECT count(*) FROM audit_unsealed) AS open`;
    const told = "SELECT (data->>'jobId')::int AS id FROM event WHERE source = $1";
    const isTold = async (): Promise<boolean> => {
      const ids = new Set((await this.rows<{ id: number }>(told, [director])).map(({ id }) => id));
      return [...this.answered.jobIds].every((jobId) => ids.has(jobId));
    };
    await until(async () => (await isTold()) && (await this.rows<{ open: string }>(open))[0]?.open === '0', limitMs);
  }

  verify(console: ConsoleProcess): Promise<Answer<{ readonly ok: boolean; readonly findings: readonly object[] }>> {
    return console.call('GET', '/admin/audit/verify');
  }

  private async start(name: string, more: readonly object[], token?: string): Promise<ConsoleProcess> {
    const dataDir = join(this.folder, name);
    mkdirSync(dataDir, { recursive: true });
    const file = join(this.folder, `${name}.yaml`);
    writeFileSync(file, stringify({ directors: [{ ...entryOf(director, this.lab), default: true }, ...more] }));
    return ConsoleProcess.start(dataDir, token, { environment: { ...this.environment, DIRECTORS_FILE: file } });
  }

  private async signIn(): Promise<string> {
    const { headers } = await this.first.call('POST', '/auth/login', { username: 'admin', password: processPassword });
    return headers.getSetCookie().map((text) => text.split(';')[0]).join('; '); // prettier-ignore
  }

  /** The first one reads the catalog and watches over silence, before there is anybody else who could. */
  private async takesItsTurns(): Promise<void> {
    const reads = 'SELECT 1 FROM run_feed WHERE director = $1 AND mark IS NOT NULL';
    await until(async () => (await this.rows(reads, [director])).length > 0);
    await runToEnd(this.lab, 'run job=AdminJob yes');
    const watches = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 7301133 AND granted
      AND objid::bigint = hashtext($1)::bigint & 4294967295
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await until(async () => (await this.rows(watches, [director])).length > 0);
  }

  private async addChannel(name: string, patterns: readonly string[]): Promise<void> {
    const body = { name, kind: 'webhook', url: `${this.receiver.url}/${name}`, patterns };
    const added = await this.first.call('POST', '/admin/notifications/channels', body);
    if (added.status !== 201) throw new Error(`The channel was not added: ${JSON.stringify(added.body)}`);
  }

  private async orderAndWait(at: ConsoleProcess, elsewhere: ConsoleProcess): Promise<void> {
    await this.makeToken(at);
    const ordered = await at.call<{ jobId: number }>('POST', '/operations/jobs/run', { job: 'AdminJob' });
    if (ordered.status !== 202) throw new WrongAnswer(`The order was refused: ${JSON.stringify(ordered.body)}`);
    this.answered.jobIds.add(ordered.body.jobId);
    await elsewhere.call('GET', `/operations/runs/${ordered.body.jobId}?wait=5`);
  }

  private keepDoing(something: () => Promise<void>): void {
    const work = (async () => {
      while (this.isWorking) await something().catch((error: unknown) => this.passOver(error));
    })();
    this.work.add(work);
    void work.then(
      () => this.work.delete(work),
      () => undefined,
    );
  }

  /** A console that is gone answers nothing; then the turn is over at once, and the next one must not spin. */
  private async passOver(error: unknown): Promise<void> {
    if (error instanceof WrongAnswer) throw error;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** What a living console must not answer. */
class WrongAnswer extends Error {}
