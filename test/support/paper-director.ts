import {
  CatalogPort,
  type CatalogEntry,
  type FileVersion,
  type LastGoodBackup,
  type ResolvedChain,
  type RestorePlan,
  type RestorePoint,
  type RunCounts,
} from '../../src/domain/catalog.port.js';
import {
  type DirectorDescription,
  type DirectorObservation,
  DirectorPort,
  type LiveRun,
  type RestoreOrder,
  type RunChange,
  type RunOrder,
  type StartedRun,
} from '../../src/domain/director.port.js';
import { type DirectorEntry, Directors } from '../../src/domain/directors.port.js';
import { type ConfiguredJob, type DirectorClient, type PlannedRun } from '../../src/domain/job.js';
import { type PageRequest, type Slice, sliceOf } from '../../src/domain/page.js';
import { type RawPath } from '../../src/domain/raw-path.js';
import { Refusal } from '../../src/domain/refusals.js';
import { type LogLine, type Run, type RunFilter, type RunVolume } from '../../src/domain/run.js';
import { type Scope } from '../../src/domain/scope.js';
import { makeDescription, makeRun } from './makers.js';

const paged = <T>(rows: readonly T[], { limit, after }: PageRequest): Slice<T> => {
  const from = typeof after?.[0] === 'number' ? after[0] : 0;
  const slice = sliceOf(rows.slice(from, from + limit + 1), limit, () => [from + limit]);
  return slice;
};

/** A catalog on paper: what a test writes into it is what it answers. */
export class PaperCatalog extends CatalogPort {
  readonly runs: Run[] = [];
  readonly logs = new Map<number, LogLine[]>();
  readonly entries: CatalogEntry[] = [];
  points: RestorePoint[] = [];
  lastGood: LastGoodBackup[] = [];
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

  override findRun(_: Scope, jobId: number): Promise<Run | null> {
    return Promise.resolve(this.runs.find((run) => run.jobId === jobId) ?? null);
  }

  override lastRuns(_: Scope, jobs: readonly string[]): Promise<ReadonlyMap<string, Run>> {
    const sorted = [...this.runs].sort((a, b) => a.jobId - b.jobId).filter(({ job }) => jobs.includes(job));
    return Promise.resolve(new Map(sorted.map((run) => [run.job, run])));
  }

  override listLog(_: Scope, jobId: number, page: PageRequest): Promise<Slice<LogLine>> {
    return Promise.resolve(paged(this.logs.get(jobId) ?? [], page));
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

  override countRuns(): Promise<RunCounts> {
    return Promise.resolve(this.counts);
  }

  override lastGoodBackups(): Promise<readonly LastGoodBackup[]> {
    return Promise.resolve(this.lastGood);
  }

  override listPoints(_: Scope, client: string, _options: object, page: PageRequest): Promise<Slice<RestorePoint>> {
    return Promise.resolve(
      paged(
        this.points.filter((point) => point.client === client),
        page,
      ),
    );
  }

  override resolveChain(_: Scope, jobids: readonly number[]): Promise<ResolvedChain> {
    const found = this.runs.filter((run) => jobids.includes(run.jobId) && run.type === 'Backup');
    const known = new Set(found.map(({ jobId }) => jobId));
    return Promise.resolve({
      jobids: [...known].sort((a, b) => a - b),
      missingJobids: jobids.filter((jobId) => !known.has(jobId)),
      clients: [...new Set(found.map(({ client }) => client ?? ''))],
      filesets: [...new Set(found.map(({ fileset }) => fileset ?? ''))],
    });
  }

  override listFolder(
    _: Scope,
    chain: ResolvedChain,
    folder: RawPath | null,
    page: PageRequest,
  ): Promise<Slice<CatalogEntry>> {
    const prefix = folder?.text ?? '';
    return Promise.resolve(
      paged(
        this.inChain(chain).filter(({ path }) => path.text.startsWith(prefix)),
        page,
      ),
    );
  }

  override searchFiles(
    _: Scope,
    chain: ResolvedChain,
    { text }: { readonly text: string },
    page: PageRequest,
  ): Promise<Slice<CatalogEntry>> {
    const found = this.inChain(chain).filter(({ path }) => path.name.toString().includes(text));
    return Promise.resolve(paged(found, page));
  }

  override listVersions(_: Scope, client: string, path: RawPath, page: PageRequest): Promise<Slice<FileVersion>> {
    const found = this.entries.filter((entry) => entry.client === client && entry.path.equals(path));
    const extra = { checksum: null, endedAt: null, level: 'Full', volumes: ['Default-0001'] };
    return Promise.resolve(
      paged(
        found.map((entry) => ({ ...entry, ...extra })),
        page,
      ),
    );
  }

  override planRestore(_: Scope, chain: ResolvedChain, selection: readonly RawPath[]): Promise<RestorePlan> {
    const held = this.inChain(chain);
    const isIn = (path: RawPath, entry: CatalogEntry): boolean =>
      path.isFolder ? entry.path.text.startsWith(path.text) : entry.path.equals(path);
    const files = held.filter((entry) => selection.length === 0 || selection.some((path) => isIn(path, entry)));
    const missing = selection.filter((path) => !held.some((entry) => isIn(path, entry)));
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    return Promise.resolve({ files: files.length, bytes, volumes: [], missing });
  }

  private inChain(chain: ResolvedChain): CatalogEntry[] {
    return this.entries.filter(({ jobId }) => chain.jobids.includes(jobId));
  }
}

function passes(run: Run, { statuses, jobs, since }: RunFilter): boolean {
  return (
    (statuses?.includes(run.status) ?? true) &&
    (jobs?.includes(run.job) ?? true) &&
    (since === undefined || run.queuedAt >= since)
  );
}

/** A Director on paper: takes orders as fast as a test wants and remembers them. */
export class PaperDirector extends DirectorPort implements DirectorEntry {
  readonly kind = 'paper';
  readonly director = this;
  readonly catalog: PaperCatalog;
  readonly jobs: ConfiguredJob[] = [];
  clients: DirectorClient[] = [];
  starts: PlannedRun[] = [];
  observations: DirectorObservation[] = [];
  readonly live = new Map<number, LiveRun>();
  readonly orders: (RunOrder | RestoreOrder)[] = [];
  /** Waited for by each call that asks the Director; a test makes it hang or fail. */
  gate: () => Promise<void> = () => Promise.resolve();
  /** Waited for after an order was taken: a test makes its answer get lost. */
  afterTaking: () => Promise<void> = () => Promise.resolve();
  description: DirectorDescription;
  private readonly listeners = new Set<(change: RunChange) => void>();

  constructor(
    readonly name: string,
    readonly isDefault: boolean,
  ) {
    super();
    this.catalog = new PaperCatalog(name);
    this.description = makeDescription({ name, isDefault });
  }

  override async describe(): Promise<DirectorDescription> {
    await this.gate();
    return this.description;
  }

  override async listJobs(): Promise<readonly ConfiguredJob[]> {
    await this.gate();
    return this.jobs;
  }

  override async listClients(): Promise<readonly DirectorClient[]> {
    await this.gate();
    return this.clients;
  }

  override startRun(_: Scope, order: RunOrder): Promise<StartedRun> {
    return this.take(order, order.job, order.level, 'Backup');
  }

  override startRestore(_: Scope, order: RestoreOrder): Promise<StartedRun> {
    return this.take(order, 'Restore', 'None', 'Restore');
  }

  override findRunByMark(_: Scope, mark: string): Promise<StartedRun | null> {
    const run = this.catalog.runs.find(({ comment }) => comment === mark);
    return Promise.resolve(run ? this.startedOf(run) : null);
  }

  override cancelRun(_: Scope, jobId: number): Promise<void> {
    this.change(jobId, { status: 'canceled', statusCode: 'A', endedAt: new Date('2026-11-20T21:05:00Z') });
    return Promise.resolve();
  }

  override setJobEnabled(_: Scope, job: string, enabled: boolean): Promise<{ persistent: boolean }> {
    const index = this.jobs.findIndex(({ name }) => name === job);
    const known = this.jobs[index];
    if (known) this.jobs[index] = { ...known, enabled };
    return Promise.resolve({ persistent: true });
  }

  override liveRuns(_: Scope, jobIds: readonly number[]): Promise<ReadonlyMap<number, LiveRun>> {
    return Promise.resolve(new Map([...this.live].filter(([jobId]) => jobIds.includes(jobId))));
  }

  override schedulePreview(_: Scope, from: Date, until: Date, limit: number): Promise<readonly PlannedRun[]> {
    return Promise.resolve(this.starts.filter(({ at }) => at >= from && at < until).slice(0, limit));
  }

  override observe(): Promise<readonly DirectorObservation[]> {
    return Promise.resolve(this.observations);
  }

  override onRunChange(listener: (change: RunChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Changes a run's record and tells the listeners. */
  change(jobId: number, changes: Partial<Run>): void {
    const index = this.catalog.runs.findIndex((run) => run.jobId === jobId);
    const run = this.catalog.runs[index];
    if (!run) throw new Refusal('not_found', `No run ${jobId} on paper.`);
    this.catalog.runs[index] = { ...run, ...changes };
    for (const listener of this.listeners) listener({ jobId });
  }

  private async take(order: RunOrder | RestoreOrder, job: string, level: string, type: string): Promise<StartedRun> {
    await this.gate();
    this.orders.push(order);
    const jobId = Math.max(0, ...this.catalog.runs.map((run) => run.jobId)) + 1;
    const ends = { status: 'queued', statusCode: 'C', startedAt: null, endedAt: null } as const;
    const run = makeRun({ jobId, job, level, type, director: this.name, comment: order.mark, ...ends });
    this.catalog.runs.push(run);
    for (const listener of this.listeners) listener({ jobId });
    await this.afterTaking();
    return this.startedOf(run);
  }

  private startedOf({ jobId, uniqueName, job, level }: Run): StartedRun {
    return { jobId, uniqueName, job, level, director: this.name };
  }
}

export class PaperDirectors extends Directors {
  constructor(private readonly entries: readonly PaperDirector[]) {
    super();
  }

  override all(): readonly DirectorEntry[] {
    return this.entries;
  }

  override get(name?: string): DirectorEntry {
    const entry = this.entries.find((known) => (name === undefined ? known.isDefault : known.name === name));
    if (!entry) throw new Refusal('unknown_director', `There is no Director named ${name ?? ''}.`);
    return entry;
  }
}
