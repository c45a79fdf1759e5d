import { type CatalogFixture, openCatalogFixture } from '../fixtures/catalog-fixture.js';
import { catalogShapes } from './catalog-shapes.js';
import { lstatOf, type MadeRun } from './catalog-records.js';

/** What happens to a catalog in its life. */
const actions = [
  'runs',
  'small Full',
  'purge a Full',
  'prune a run',
  'delete a run',
  'begin a run',
  'end runs',
] as const;
const clients = ['ada', 'bob', 'cyd'] as const;
/** Whose Fulls are so large that a feed is at work on one for a while. */
export const largeClient = 'big';
const folders = 40;

/** A name in the catalog: `run's unique name|client|folder number/name`. */
export type RecordedLine = string;

interface LineRow {
  readonly jobid: number;
  readonly line: string;
}

/** A catalog of Bacula 15 to which all that happens to one may happen at any time, by chance. */
export class GrowingCatalog {
  private constructor(
    private readonly fixture: CatalogFixture,
    private readonly random: () => number,
  ) {}

  static async open(random: () => number): Promise<GrowingCatalog> {
    const shape = catalogShapes.find(({ name }) => name === 'Bacula 15');
    const catalog = new GrowingCatalog(await openCatalogFixture(shape), random);
    await catalog.makePaths();
    return catalog;
  }

  get readerUrl(): string {
    return this.fixture.readerUrl;
  }

  async close(): Promise<void> {
    await this.fixture.close();
  }

  async rows<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.fixture.maker.client.query<Row>(text, [...values])).rows;
  }

  /** Some dozens of runs: of each client a Full and what builds on it. */
  async begin(): Promise<void> {
    for (const client of clients) {
      await this.makeRun({ client, level: 'F' }, 0, 800);
      for (let night = 0; night < 8; night += 1) await this.makeSmallRun(client);
    }
  }

  /** A Full of so many names of the large client; of those before it one is kept. */
  async makeLargeFull(names: number): Promise<void> {
    await this.makeRun({ client: largeClient, level: 'F' }, 0, names);
    const older = await this.idsOf("client.name = $1 AND level = 'F' ORDER BY jobid DESC OFFSET 2", [largeClient]);
    for (const jobId of older) await this.purge(jobId);
  }

  /** Of the names of the Full before it, half, and as many that are new. */
  async makeLargeDifferential(names: number): Promise<void> {
    await this.makeRun({ client: largeClient, level: 'D' }, Math.floor(names / 2), Math.floor(names * 1.5));
  }

  /** The newest Full of the large client, perhaps while what builds on it is being read. */
  async purgeLargeFull(): Promise<void> {
    const [jobId] = await this.idsOf("client.name = $1 AND level = 'F' ORDER BY jobid DESC LIMIT 1", [largeClient]);
    if (jobId !== undefined) await this.purge(jobId);
  }

  /** Something happens. */
  async grow(): Promise<void> {
    switch (this.pick(actions)) {
      case 'runs':
        for (let run = 0; run < 3; run += 1) await this.makeSmallRun(this.pick([...clients, largeClient]));
        return;
      case 'small Full':
        return this.makeRun({ client: this.pick(clients), level: 'F' }, this.below(400), 400 + this.below(600));
      case 'purge a Full':
        return this.purgeOne("level = 'F' AND client.name <> $1", [largeClient]);
      case 'prune a run':
        return this.purgeOne("level <> 'F'", []);
      case 'delete a run':
        return this.deleteOne();
      case 'begin a run':
        return this.makeRun({ client: this.pick(clients), level: 'I', status: 'R', ended: null }, 100, 300);
      case 'end runs':
        await this.rows("UPDATE job SET jobstatus = 'T', endtime = starttime WHERE jobstatus = 'R'");
    }
  }

  /** The Director was set up anew: ids of runs and of folders stand for others. */
  async startOver(): Promise<void> {
    await this.rows('BEGIN');
    await this.rows('TRUNCATE job, file, path, pathvisibility, pathhierarchy RESTART IDENTITY');
    await this.makePaths();
    for (const client of clients) await this.makeRun({ client, level: 'F' }, 0, 500);
    for (let run = 0; run < 12; run += 1) await this.makeSmallRun(this.pick(clients));
    await this.rows('COMMIT');
  }

  async endRuns(): Promise<void> {
    await this.rows("UPDATE job SET jobstatus = 'T', endtime = starttime WHERE jobstatus = 'R'");
  }

  /** Runs whose names are kept, by id, with what is to be found of each. */
  async kept(): Promise<ReadonlyMap<number, ReadonlySet<RecordedLine>>> {
    const ids = await this.idsOf('true', []);
    const kept = new Map<number, Set<RecordedLine>>(ids.map((id) => [id, new Set()]));
    const rows = await this.rows<LineRow>(
      `SELECT f.jobid, j.job || '|' || c.name || '|' || f.pathid || '/' || f.filename AS line
       FROM file f JOIN job j ON j.jobid = f.jobid JOIN client c ON c.clientid = j.clientid`,
    );
    for (const { jobid, line } of rows) kept.get(jobid)?.add(line);
    return kept;
  }

  /** The newest chain of the large client, by ids. */
  async largeChain(): Promise<readonly number[]> {
    const fulls = await this.idsOf("client.name = $1 AND level = 'F' ORDER BY jobid DESC LIMIT 1", [largeClient]);
    return this.idsOf('client.name = $1 AND jobid >= $2 ORDER BY jobid', [largeClient, fulls[0] ?? 0]);
  }

  private pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  private below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  private async makeSmallRun(client: string): Promise<void> {
    const from = this.below(1_500);
    await this.makeRun({ client, level: this.random() < 0.2 ? 'D' : 'I' }, from, from + 20 + this.below(150));
  }

  /** A run that recorded the names with these numbers; the same number is the same name of a client in each of its runs. */
  private async makeRun(made: MadeRun & { readonly client: string }, from: number, until: number): Promise<void> {
    // Nobody sees it before it is whole, as with a run that has not ended.
    const jobId = await this.fixture.maker.makeRun({ ...made, status: 'R', files: until - from, bytes: until - from });
    await this.rows(
      `INSERT INTO file (fileindex, jobid, pathid, lstat, md5, deltaseq, filename)
       SELECT CASE WHEN n % 89 = 7 THEN -1 ELSE 1 END * (n - $2::int + 1), $1, pathid, $4, '0', 0,
         CASE WHEN n % 201 = 0 THEN '' ELSE (n::bigint * 7919 % 1000003) || ' quarterly report of ' || $5::text || '.Document' END
       FROM generate_series($2::int, $3::int - 1) n
       JOIN path ON path = '/srv/' || $5::text || '/' || n % ${folders} || '/'
       WHERE n % 201 <> 0 OR n / 201 < ${folders}`,
      [jobId, from, until, lstatOf({ path: 'file' }, false), made.client],
    );
    await this.rows('UPDATE job SET jobstatus = $2 WHERE jobid = $1', [jobId, made.status ?? 'T']);
  }

  private async makePaths(): Promise<void> {
    await this.rows(
      `INSERT INTO path (path) SELECT '/srv/' || c || '/' || n || '/' FROM unnest($1::text[]) c, generate_series(0, ${folders - 1}) n
       ORDER BY md5($2 || c || n)`,
      [[...clients, largeClient], String(this.random())],
    );
  }

  /** As the Director does it: file records first, then the mark, and not at once. */
  private async purge(jobId: number): Promise<void> {
    await this.rows('DELETE FROM file WHERE jobid = $1', [jobId]);
    await this.rows('UPDATE job SET purgedfiles = 1 WHERE jobid = $1', [jobId]);
  }

  private async purgeOne(where: string, values: readonly unknown[]): Promise<void> {
    const ids = await this.idsOf(where, values);
    if (ids.length > 0) await this.purge(this.pick(ids));
  }

  private async deleteOne(): Promise<void> {
    const ids = await this.idsOf('true', []);
    if (ids.length === 0) return;
    const jobId = this.pick(ids);
    await this.rows('DELETE FROM file WHERE jobid = $1', [jobId]);
    await this.rows('DELETE FROM job WHERE jobid = $1', [jobId]);
  }

  private async idsOf(where: string, values: readonly unknown[]): Promise<number[]> {
    const rows = await this.rows<{ jobid: number }>(
      `SELECT jobid FROM job JOIN client USING (clientid) WHERE jobstatus IN ('T', 'W') AND purgedfiles = 0 AND ${where}`,
      values,
    );
    return rows.map(({ jobid }) => jobid);
  }
}
