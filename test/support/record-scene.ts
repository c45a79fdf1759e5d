import { Client } from 'pg';
import { type DataSource } from 'typeorm';
import { type BaculaCatalog } from '../../src/adapters/catalog/bacula-catalog.js';
import { type EventEnvelope } from '../../src/domain/event.js';
import { type DirectorEntry } from '../../src/domain/directors.port.js';
import { createLog } from '../../src/platform/logging/log.js';
import { Acknowledgements } from '../../src/runs/acknowledgements/acknowledgements.repository.js';
import { DirectorFeeder } from '../../src/runs/record/director-feeder.js';
import { RecordedRuns } from '../../src/runs/record/recorded-runs.repository.js';
import { type RecordedRun } from '../../src/runs/record/recorded-run.js';
import { RunHistory } from '../../src/runs/record/run-history.service.js';
import { type RunIntake } from '../../src/runs/record/run-intake.service.js';
import { type RunWrites } from '../../src/runs/record/run-writes.repository.js';
import { SettledReads } from '../../src/runs/record/settled-reads.js';
import { everything } from '../../src/domain/scope.js';
import { type CatalogScene, openCatalogScene } from './catalog-scene.js';
import { openConsoleDatabase } from './console-database.js';
import { PaperDirector } from './paper-director.js';
import { endsTold, runRecordParts } from './run-records.js';

/** A catalog as a Director left it, the record of its runs in a database of the console, and what feeds the one from the other. */
export class RecordScene {
  readonly director = new PaperDirector('here', true);
  readonly runs: RecordedRuns;
  readonly writes: RunWrites;
  readonly intake: RunIntake;
  readonly announced: readonly EventEnvelope[];
  private feeders: DirectorFeeder[] = [];

  private constructor(
    readonly database: DataSource,
    readonly source: CatalogScene,
    readonly client: Client,
  ) {
    this.runs = new RecordedRuns(database);
    ({ writes: this.writes, intake: this.intake, announced: this.announced } = runRecordParts(database));
  }

  static async open(timezone = 'UTC'): Promise<RecordScene> {
    const source = await openCatalogScene(undefined, timezone);
    const client = new Client({ connectionString: source.url });
    await client.connect();
    return new RecordScene(await openConsoleDatabase(), source, client);
  }

  async close(): Promise<void> {
    await this.stopFeeders();
    await this.client.end();
    await this.source.close();
    await this.database.destroy();
  }

  entry(catalog: BaculaCatalog = this.source.catalog): DirectorEntry {
    const { director } = this;
    return { name: 'here', kind: 'paper', isDefault: true, origin: 'file', settings: null, director, catalog };
  }

  /** One that looks only when it is told to, unless it is its turn. */
  feeder(isMyTurn = false, catalog = this.source.catalog, settled = new SettledReads()): DirectorFeeder {
    const { runs, writes, intake } = this;
    const turn = { log: createLog('silent'), isMyTurn: () => Promise.resolve(isMyTurn) };
    const feeder = new DirectorFeeder(this.entry(catalog), { runs, writes, intake, settled, ...turn });
    this.feeders.push(feeder);
    return feeder;
  }

  async stopFeeders(): Promise<void> {
    await Promise.all(this.feeders.splice(0).map((feeder) => feeder.stop()));
  }

  /** As after a start of the console: nothing is remembered but what is stored. */
  history(): RunHistory {
    return new RunHistory(this.runs, this.writes, this.intake, new Acknowledgements(this.database));
  }

  /** All runs in the order of the list, read by pages of so many. */
  async listed(limit = 500, catalog = this.source.catalog): Promise<RecordedRun[]> {
    const found: RecordedRun[] = [];
    let after: readonly (string | number | null)[] | null = [];
    while (after !== null) {
      const page = after.length > 0 ? { limit, after } : { limit };
      const slice = await this.history().list(everything, this.entry(catalog), { filter: {}, sort: 'newest' }, page);
      found.push(...slice.items);
      after = slice.next;
    }
    return found;
  }

  async ids(): Promise<number[]> {
    return (await this.listed()).map(({ jobId }) => jobId);
  }

  /** Each event about the end of a run, `ok 7`, ascending by the run. */
  async told(): Promise<string[]> {
    const events = await endsTold(this.database);
    return events.map(({ type, data }) => `${type.replace('job.completed.', '')} ${String(data['jobId'])}`);
  }

  /** So many runs that ended at that local time. */
  async makeMany(count: number, { name = 'Old', ended = '2026-01-01' } = {}): Promise<void> {
    await this.change(
      `INSERT INTO job (job, name, type, level, jobstatus, clientid, schedtime, starttime, endtime, jobtdate)
       SELECT $2::text || '.' || n, $2, 'B', 'F', 'T', 0, $3::timestamp, $3, $3, 0 FROM generate_series(1, $1::int) n`,
      [count, name, ended],
    );
  }

  async change(sql: string, values: unknown[] = []): Promise<void> {
    await this.client.query(sql, values);
  }
}
