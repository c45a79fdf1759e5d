import { DataSource } from 'typeorm';
import { fullScope } from '../../src/domain/principal.js';
import { lastDays } from '../../src/features/stats/day-range.js';
import { type RunFilter } from '../../src/domain/run.js';
import { StoredNameIndex } from '../../src/features/search-index/name-index.repository.js';
import { databaseOptions } from '../../src/database/database.module.js';
import { ChainSearch } from '../../src/features/restore/search/chain-search.service.js';
import { RunOutliers } from '../../src/features/runs/outliers/outliers.repository.js';
import { type RunPosition } from '../../src/features/runs/store/keyset-range.js';
import { RunsRepository } from '../../src/features/runs/store/runs.repository.js';
import { ClientRankings } from '../../src/features/stats/clients/client-rankings.repository.js';
import { ClientStatisticsRepository } from '../../src/features/stats/clients/client-statistics.repository.js';
import { DaysRepository } from '../../src/features/stats/days/days.repository.js';
import { JobStatisticsRepository } from '../../src/features/stats/jobs/job-statistics.repository.js';
import { StorageStatisticsRepository } from '../../src/features/stats/storage/storage-statistics.repository.js';
import { writingTypes } from '../../src/features/stats/storage/storage-statistics.service.js';
import { totalsQueryOf } from '../../src/features/stats/statistics-query.dto.js';
import { SummaryRepository } from '../../src/features/stats/summary/summary.repository.js';
import { urlBehind } from '../../test/harness/fixtures/console-process.js';
import { type BenchFixture } from './bench-scene.js';
import { type Search } from './searches.js';
import { type Ask } from './timings.js';

const director = 'runs';

/**
 * The console's own reads of its record of runs and of its index of names, in this process: what an answer costs at the database,
 * without HTTP, and without what the process that serves it does besides.
 */
export class OwnRecord {
  private constructor(private readonly dataSource: DataSource) {}

  static async open({ console }: BenchFixture): Promise<OwnRecord> {
    const dataSource = new DataSource(databaseOptions(urlBehind(console.app.dataDir, 'console'), [], []));
    return new OwnRecord(await dataSource.initialize());
  }

  async end(): Promise<void> {
    await this.dataSource.destroy();
  }

  /** One page of the list of runs. */
  runsAsk(filter: RunFilter, limit: number, after: RunPosition | null): Ask {
    const runs = new RunsRepository(this.dataSource);
    const question = { director, filter, sort: 'newest', limit: limit + 1, after, downTo: null } as const;
    return pageAsk(limit, () => runs.list(question));
  }

  /** Where a run stands in the list. */
  async placeOf(jobId: number): Promise<RunPosition> {
    const run = await new RunsRepository(this.dataSource).find(director, jobId);
    if (run === null) throw new Error(`Run ${jobId} is not on record.`);
    return { generation: run.generation, jobId };
  }

  /** A search over a chain. */
  searchAsk({ catalog }: BenchFixture, { q, exact }: Search, jobids: readonly number[], limit: number): Ask {
    const search = new ChainSearch(new StoredNameIndex(this.dataSource));
    const query = { text: q, ...(exact ? { exact } : {}) };
    return async () => {
      const chain = await catalog.restore.resolveChain(fullScope, jobids);
      const searched = { scope: fullScope, director: 'files', files: catalog.files, chain, askedJobids: jobids };
      return { rows: (await search.search(searched, query, { limit })).items.length };
    };
  }

  /** What the pages of 90 days ask, by the name of the part that asks the same through HTTP; days are of the last 30. */
  statisticsAsks(now: Date): ReadonlyMap<string, Ask> {
    const { dataSource } = this;
    const question = totalsQueryOf([{ name: director }], { days: 90 }, now);
    const from = (limit: number) => ({ director, name: null, isIncluded: false, limit: limit + 1 });
    const summary = new SummaryRepository(dataSource);
    const jobs = new JobStatisticsRepository(dataSource);
    const clients = new ClientStatisticsRepository(dataSource, new ClientRankings(dataSource));
    const storage = new StorageStatisticsRepository(dataSource);
    const days = new DaysRepository(dataSource);
    const outliers = new RunOutliers(dataSource);
    const span = lastDays(30, now);
    const byBytes = { ...question, clients: undefined, order: 'bytes' } as const;
    const written = { ...question, types: writingTypes };
    const asks = {
      stats_jobs: pageAsk(
        50,
        () => jobs.jobs(question, undefined, from(50)),
        () => jobs.series(question),
      ),
      stats_summary: pageAsk(
        1,
        async () => [await summary.figures(question)],
        () => summary.clients([director]),
      ),
      stats_clients: pageAsk(20, () => clients.clients(byBytes, null, 21)),
      stats_storage: pageAsk(50, () => storage.pools(written, undefined, from(50))),
      stats_days: pageAsk(50, async () => (await days.read('client', span, undefined, from(50), now)).names),
      stats_outliers: pageAsk(50, () => outliers.list([director], null, 51)),
    };
    return new Map(Object.entries(asks));
  }
}

/** A page whose reads are begun at once, as its answer does; the last of `rows` is read to know whether there is a next page. */
function pageAsk(
  limit: number,
  rows: () => Promise<readonly unknown[]>,
  beside: () => Promise<unknown> = () => Promise.resolve(),
): Ask {
  return async () => {
    const [found] = await Promise.all([rows(), beside()]);
    return { rows: Math.min(limit, found.length) };
  };
}

/** A page of runs or roll-ups by itself, once it was asked through HTTP and by the peer: nobody else has anything to do meanwhile. */
export async function measureOwnPage(
  { timings, rounds }: BenchFixture,
  part: string,
  ask: Ask,
  peer: string,
): Promise<void> {
  await timings.measure(part, [{ who: 'database', asks: [ask], rounds: rounds * 100, warmUps: rounds * 30 }]);
  timings.sameRows(part, 'http', 'database');
  timings.within(part, 'database', 'p95', 5);
  timings.faster(part, 'database', peer);
}
