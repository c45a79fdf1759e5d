import { type Catalog } from '../../../src/domain/catalog.port.js';
import { type CatalogEntry, type RawPath } from '../../../src/domain/catalog-entry.js';
import { type FileReader } from '../../../src/domain/file-reader.port.js';
import { holds } from '../../../src/domain/name-pattern.js';
import { type PageRequest, type Slice, sliceOf } from '../../../src/domain/pagination.js';
import { type Scope } from '../../../src/domain/principal.js';
import {
  type FileVersion,
  type ResolvedChain,
  type RestorePlan,
  type RestorePoint,
  type RestoreReader,
  type RunName,
} from '../../../src/domain/restore-reader.port.js';
import { type LogLine, type Run, type RunFilter, type RunVolume } from '../../../src/domain/run.js';
import {
  type LastGoodBackup,
  type LogTails,
  type RunChoice,
  type RunCounts,
  type RunReader,
} from '../../../src/domain/run-reader.port.js';
import { type RunImpact, type VolumeImpact } from '../../../src/domain/volume-impact.js';
import { type VolumeReader, type VolumeSum } from '../../../src/domain/volume-reader.port.js';
import {
  type Pool,
  type Volume,
  type VolumeFilter,
  type VolumeShare,
  type VolumeSort,
} from '../../../src/domain/volumes.js';
import { CatalogRecords, inChain, paged } from './catalog-records.js';
import { FakeFileReader } from './fake-files.js';

/** A fake catalog: what a test writes into its records is what it answers. */
export class FakeCatalog implements Catalog {
  readonly records = new CatalogRecords();
  readonly runs: RunReader = new FakeRunReader(this.records);
  readonly files: FileReader = new FakeFileReader(this.records);
  readonly restore: RestoreReader = new FakeRestoreReader(this.records);
  readonly volumes: VolumeReader = new FakeVolumeReader(this.records);
}

class FakeRunReader implements RunReader {
  constructor(private readonly records: CatalogRecords) {}

  listRuns(_: Scope, filter: RunFilter, { limit, after, count }: PageRequest): Promise<Slice<Run>> {
    const all = [...this.records.runs].sort((a, b) => b.jobId - a.jobId).filter((run) => passes(run, filter));
    const rows = all.filter((run) => after === undefined || run.jobId < Number(after[0]));
    const total = count === true ? { value: all.length, exact: true } : undefined;
    return Promise.resolve(sliceOf(rows, limit, (run) => [run.jobId], total));
  }

  findRun(_: Scope, jobId: number): Promise<Run | null> {
    return Promise.resolve(this.records.runs.find((run) => run.jobId === jobId) ?? null);
  }

  findRunByTag(_: Scope, mark: string): Promise<Run | null> {
    return Promise.resolve(this.records.runs.find(({ comment }) => comment === mark) ?? null);
  }

  readRuns(_: Scope, choice: RunChoice): Promise<readonly Run[]> {
    const sorted = [...this.records.runs].sort((a, b) => a.jobId - b.jobId);
    if ('ids' in choice) return Promise.resolve(sorted.filter(({ jobId }) => choice.ids.includes(jobId)));
    return Promise.resolve(sorted.filter(({ jobId }) => jobId > choice.after).slice(0, choice.limit));
  }

  newestJobId(): Promise<number> {
    return Promise.resolve(this.records.runs.reduce((newest, { jobId }) => Math.max(newest, jobId), 0));
  }

  lastRuns(_: Scope, jobs: readonly string[]): Promise<ReadonlyMap<string, Run>> {
    const sorted = [...this.records.runs].sort((a, b) => a.jobId - b.jobId).filter(({ job }) => jobs.includes(job));
    return Promise.resolve(new Map(sorted.map((run) => [run.job, run])));
  }

  countRuns(): Promise<RunCounts> {
    return Promise.resolve(this.records.counts);
  }

  lastGoodBackups(): Promise<readonly LastGoodBackup[]> {
    return Promise.resolve(this.records.lastGood);
  }

  listLog(_: Scope, jobId: number, page: PageRequest): Promise<Slice<LogLine>> {
    return Promise.resolve(paged(this.records.logs.get(jobId) ?? [], page));
  }

  lastLogLines(_: Scope, jobIds: readonly number[], perRun: number): Promise<LogTails> {
    const tails = jobIds.map((jobId) => [jobId, this.records.logs.get(jobId)?.slice(-perRun) ?? []] as const);
    return Promise.resolve(new Map(tails.filter(([, lines]) => lines.length > 0)));
  }

  listRunFiles(_: Scope, jobId: number, page: PageRequest): Promise<Slice<CatalogEntry>> {
    return Promise.resolve(
      paged(
        this.records.entries.filter((entry) => entry.jobId === jobId),
        page,
      ),
    );
  }

  listRunVolumes(): Promise<readonly RunVolume[]> {
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
}

class FakeRestoreReader implements RestoreReader {
  constructor(private readonly records: CatalogRecords) {}

  listPoints(_: Scope, client: string, _options: object, page: PageRequest): Promise<Slice<RestorePoint>> {
    return Promise.resolve(
      paged(
        this.records.points.filter((point) => point.client === client),
        page,
      ),
    );
  }

  resolveChain(_: Scope, jobids: readonly number[]): Promise<ResolvedChain> {
    const found = this.records.runs.filter((run) => jobids.includes(run.jobId) && run.type === 'Backup');
    const known = new Set(found.map(({ jobId }) => jobId));
    return Promise.resolve({
      jobids: [...known].sort((a, b) => a - b),
      missingJobids: jobids.filter((jobId) => !known.has(jobId)),
      unpreparedJobids: [...known].filter((jobId) => this.records.unprepared.has(jobId)),
      clients: [...new Set(found.map(({ client }) => client ?? ''))],
      filesets: [...new Set(found.map(({ fileset }) => fileset ?? ''))],
    });
  }

  listFolder(_: Scope, chain: ResolvedChain, folder: RawPath | null, page: PageRequest): Promise<Slice<CatalogEntry>> {
    const prefix = folder?.text ?? '';
    return Promise.resolve(
      paged(
        inChain(this.records, chain).filter(({ path }) => path.text.startsWith(prefix)),
        page,
      ),
    );
  }

  listVersions(_: Scope, client: string, path: RawPath, page: PageRequest): Promise<Slice<FileVersion>> {
    const found = this.records.entries.filter((entry) => entry.client === client && entry.path.equals(path));
    const extra = { checksum: null, endedAt: null, level: 'Full', volumes: ['Default-0001'] };
    return Promise.resolve(
      paged(
        found.map((entry) => ({ ...entry, ...extra })),
        page,
      ),
    );
  }

  listSelected(
    _: Scope,
    chain: ResolvedChain,
    selection: readonly RawPath[],
    limit: number,
  ): Promise<readonly CatalogEntry[]> {
    return Promise.resolve(this.selected(chain, selection).slice(0, limit));
  }

  readPaths(_: Scope, chain: ResolvedChain, take: (paths: readonly RawPath[]) => boolean): Promise<void> {
    take(inChain(this.records, chain).flatMap(({ path }) => (path.isFolder ? [] : [path])));
    return Promise.resolve();
  }

  planRestore(_: Scope, chain: ResolvedChain, selection: readonly RawPath[]): Promise<RestorePlan> {
    const held = inChain(this.records, chain);
    const files = this.selected(chain, selection);
    const missing = selection.filter((path) => !held.some((entry) => isIn(path, entry)));
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const contents = files.filter(({ type }) => type === 'file' || type === 'symlink').length;
    return Promise.resolve({ files: files.length, contents, bytes, volumes: [], missing });
  }

  lostRuns(_: Scope, runs: readonly RunName[]): Promise<readonly number[]> {
    const isThere = ({ jobId, uniqueName }: RunName): boolean =>
      this.records.runs.some((run) => run.jobId === jobId && run.uniqueName === uniqueName);
    return Promise.resolve(runs.filter((run) => !isThere(run)).map(({ jobId }) => jobId));
  }

  listRestored(): Promise<null> {
    return Promise.resolve(null);
  }

  private selected(chain: ResolvedChain, selection: readonly RawPath[]): CatalogEntry[] {
    const held = inChain(this.records, chain);
    return held.filter((entry) => selection.length === 0 || selection.some((path) => isIn(path, entry)));
  }
}

class FakeVolumeReader implements VolumeReader {
  readonly isZeroRetentionForever = false;

  constructor(private readonly records: CatalogRecords) {}

  listVolumes(_: Scope, filter: VolumeFilter, _sort: VolumeSort, page: PageRequest): Promise<Slice<Volume>> {
    const { part = '' } = filter;
    const isWanted = ({ volume, pool, status }: Volume): boolean =>
      (filter.volume === undefined || filter.volume === volume) &&
      holds(volume, part) &&
      (filter.pools?.includes(pool ?? '') ?? true) &&
      (filter.statuses?.includes(status) ?? true);
    return Promise.resolve(paged(this.records.volumes.filter(isWanted), page));
  }

  findVolume(_: Scope, volume: string): Promise<Volume | null> {
    return Promise.resolve(this.records.volumes.find((one) => one.volume === volume) ?? null);
  }

  listVolumeShares(_: Scope, mediaId: number, page: PageRequest): Promise<Slice<VolumeShare>> {
    return Promise.resolve(paged(this.records.shares.get(mediaId) ?? [], page));
  }

  sumVolumes(): Promise<readonly VolumeSum[]> {
    return Promise.resolve(this.records.volumeSums);
  }

  listPools(): Promise<readonly Pool[]> {
    return Promise.resolve(this.records.pools);
  }

  volumeImpact(_: Scope, volume: string): Promise<VolumeImpact | null> {
    return Promise.resolve(this.records.impacts.get(volume) ?? null);
  }

  runImpact(_: Scope, jobId: number): Promise<RunImpact | null> {
    return Promise.resolve(this.records.runImpacts.get(jobId) ?? null);
  }

  recordedRuns(_: Scope, jobids: readonly number[]): Promise<readonly number[]> {
    return Promise.resolve(jobids.filter((jobId) => this.records.runs.some((run) => run.jobId === jobId)));
  }
}

function passes(run: Run, { statuses, jobs, since }: RunFilter): boolean {
  return (
    (statuses?.includes(run.status) ?? true) &&
    (jobs?.includes(run.job) ?? true) &&
    (since === undefined || run.queuedAt >= since)
  );
}

function isIn(path: RawPath, entry: CatalogEntry): boolean {
  return path.isFolder ? entry.path.text.startsWith(path.text) : entry.path.equals(path);
}
