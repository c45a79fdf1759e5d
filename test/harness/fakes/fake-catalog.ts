import {
  type CatalogEntry,
  type LastGoodBackup,
  type LogTails,
  type RunChoice,
  type RunCounts,
  type RunName,
  type VolumeSum,
} from '../../../src/domain/catalog.port.js';
import { holds } from '../../../src/domain/name-pattern.js';
import { type PageRequest, type Slice, sliceOf } from '../../../src/domain/pagination.js';
import { type LogLine, type Run, type RunFilter, type RunVolume } from '../../../src/domain/run.js';
import { type Scope } from '../../../src/domain/principal.js';
import { type RunImpact, type VolumeImpact } from '../../../src/domain/volume-impact.js';
import {
  type Pool,
  type Volume,
  type VolumeFilter,
  type VolumeShare,
  type VolumeSort,
} from '../../../src/domain/volumes.js';
import { paged, FakeFiles } from './fake-files.js';

/** A fake catalog: what a test writes into it is what it answers. */
export class FakeCatalog extends FakeFiles {
  readonly logs = new Map<number, LogLine[]>();
  lastGood: LastGoodBackup[] = [];
  volumeSums: VolumeSum[] = [];
  /** By the volume's name. */
  readonly impacts = new Map<string, VolumeImpact>();
  /** By job id. */
  readonly runImpacts = new Map<number, RunImpact>();
  volumes: Volume[] = [];
  pools: Pool[] = [];
  readonly shares = new Map<number, VolumeShare[]>();
  counts: RunCounts = { running: 0, waiting: 0, failed24h: 0, warning24h: 0, volumesInError: 0 };

  constructor(readonly director: string) {
    super();
  }

  override listRuns(_: Scope, filter: RunFilter, { limit, after, count }: PageRequest): Promise<Slice<Run>> {
    const all = [...this.runs].sort((a, b) => b.jobId - a.jobId).filter((run) => passes(run, filter));
    const rows = all.filter((run) => after === undefined || run.jobId < Number(after[0]));
    const total = count === true ? { value: all.length, exact: true } : undefined;
    return Promise.resolve(sliceOf(rows, limit, (run) => [run.jobId], total));
  }

  override findRunByMark(_: Scope, mark: string): Promise<Run | null> {
    return Promise.resolve(this.runs.find(({ comment }) => comment === mark) ?? null);
  }

  override findRun(_: Scope, jobId: number): Promise<Run | null> {
    return Promise.resolve(this.runs.find((run) => run.jobId === jobId) ?? null);
  }

  override readRuns(_: Scope, choice: RunChoice): Promise<readonly Run[]> {
    const sorted = [...this.runs].sort((a, b) => a.jobId - b.jobId);
    if ('ids' in choice) return Promise.resolve(sorted.filter(({ jobId }) => choice.ids.includes(jobId)));
    return Promise.resolve(sorted.filter(({ jobId }) => jobId > choice.after).slice(0, choice.limit));
  }

  override newestJobId(): Promise<number> {
    return Promise.resolve(this.runs.reduce((newest, { jobId }) => Math.max(newest, jobId), 0));
  }

  override lastRuns(_: Scope, jobs: readonly string[]): Promise<ReadonlyMap<string, Run>> {
    const sorted = [...this.runs].sort((a, b) => a.jobId - b.jobId).filter(({ job }) => jobs.includes(job));
    return Promise.resolve(new Map(sorted.map((run) => [run.job, run])));
  }

  override listLog(_: Scope, jobId: number, page: PageRequest): Promise<Slice<LogLine>> {
    return Promise.resolve(paged(this.logs.get(jobId) ?? [], page));
  }

  override lastLogLines(_: Scope, jobIds: readonly number[], perRun: number): Promise<LogTails> {
    const tails = jobIds.map((jobId) => [jobId, this.logs.get(jobId)?.slice(-perRun) ?? []] as const);
    return Promise.resolve(new Map(tails.filter(([, lines]) => lines.length > 0)));
  }

  override listRunFiles(_: Scope, jobId: number, page: PageRequest): Promise<Slice<CatalogEntry>> {
    return Promise.resolve(
      paged(
        this.entries.filter((entry) => entry.jobId === jobId),
        page,
      ),
    );
  }

  override listRunVolumes(): Promise<readonly RunVolume[]> {
    const part = {
      volume: 'Default-0001',
      pool: 'Default',
      mediaType: 'File',
      firstIndex: 1,
      lastIndex: 9,
      bytes: 512,
    };
    return Promise.resolve([part]);
  }

  override listVolumes(_: Scope, filter: VolumeFilter, _sort: VolumeSort, page: PageRequest): Promise<Slice<Volume>> {
    const { part = '' } = filter;
    const isWanted = ({ volume, pool, status }: Volume): boolean =>
      (filter.volume === undefined || filter.volume === volume) &&
      holds(volume, part) &&
      (filter.pools?.includes(pool ?? '') ?? true) &&
      (filter.statuses?.includes(status) ?? true);
    return Promise.resolve(paged(this.volumes.filter(isWanted), page));
  }

  override findVolume(_: Scope, volume: string): Promise<Volume | null> {
    return Promise.resolve(this.volumes.find((one) => one.volume === volume) ?? null);
  }

  override listVolumeShares(_: Scope, mediaId: number, page: PageRequest): Promise<Slice<VolumeShare>> {
    return Promise.resolve(paged(this.shares.get(mediaId) ?? [], page));
  }

  override listPools(): Promise<readonly Pool[]> {
    return Promise.resolve(this.pools);
  }

  override countRuns(): Promise<RunCounts> {
    return Promise.resolve(this.counts);
  }

  override sumVolumes(): Promise<readonly VolumeSum[]> {
    return Promise.resolve(this.volumeSums);
  }

  override lastGoodBackups(): Promise<readonly LastGoodBackup[]> {
    return Promise.resolve(this.lastGood);
  }

  override volumeImpact(_: Scope, volume: string): Promise<VolumeImpact | null> {
    return Promise.resolve(this.impacts.get(volume) ?? null);
  }

  override runImpact(_: Scope, jobId: number): Promise<RunImpact | null> {
    return Promise.resolve(this.runImpacts.get(jobId) ?? null);
  }

  override lostRuns(_: Scope, runs: readonly RunName[]): Promise<readonly number[]> {
    const isThere = ({ jobId, uniqueName }: RunName): boolean =>
      this.runs.some((run) => run.jobId === jobId && run.uniqueName === uniqueName);
    return Promise.resolve(runs.filter((run) => !isThere(run)).map(({ jobId }) => jobId));
  }

  override recordedRuns(_: Scope, jobids: readonly number[]): Promise<readonly number[]> {
    return Promise.resolve(jobids.filter((jobId) => this.runs.some((run) => run.jobId === jobId)));
  }
}

function passes(run: Run, { statuses, jobs, since }: RunFilter): boolean {
  return (
    (statuses?.includes(run.status) ?? true) &&
    (jobs?.includes(run.job) ?? true) &&
    (since === undefined || run.queuedAt >= since)
  );
}
