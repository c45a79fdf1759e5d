import {
  type DirectorDescription,
  type DirectorObservation,
  DirectorPort,
  type LiveRun,
  type RestoreOrder,
  type RunChange,
  type RunOrder,
  type StartedRun,
} from '../../../src/domain/director.port.js';
import { type ShownDirectorSettings } from '../../../src/domain/director-settings.js';
import { type DirectorEntry } from '../../../src/domain/directors.port.js';
import {
  type ConfiguredJob,
  type DirectorClient,
  type DirectorSchedule,
  type PlannedRun,
} from '../../../src/domain/job.js';
import {
  type BarcodeLabelOrder,
  type MediaAnswer,
  type RelabelOrder,
  type SlotsOrder,
} from '../../../src/domain/media-commands.js';
import { AppError } from '../../../src/domain/error-codes.js';
import { type Run } from '../../../src/domain/run.js';
import { type Scope } from '../../../src/domain/principal.js';
import { type SlotState, type StorageState } from '../../../src/domain/storages.js';
import { makeDescription, makeRun } from '../builders/domain-records.js';
import { FakeCatalog } from './fake-catalog.js';

/** A fake Director: takes orders as fast as a test wants and remembers them. */
export class FakeDirector extends DirectorPort implements DirectorEntry {
  readonly kind = 'fake';
  readonly origin = 'file';
  /** As one that is reached over the network has them. */
  settings: ShownDirectorSettings | null = null;
  readonly director = this;
  readonly catalog = new FakeCatalog();
  /** What its catalog has. */
  readonly records = this.catalog.records;
  readonly jobs: ConfiguredJob[] = [];
  clients: DirectorClient[] = [];
  starts: PlannedRun[] = [];
  tellsPlan = true;
  observations: DirectorObservation[] = [];
  storages: StorageState[] = [];
  slots: SlotState[] = [];
  schedules: DirectorSchedule[] = [];
  /** What it was told to do with media, in order. */
  readonly mediaOrders: (readonly [verb: string, order: unknown])[] = [];
  /** Waited for by each of these before it is carried out. */
  mediaGate: () => Promise<void> = () => Promise.resolve();
  readonly live = new Map<number, LiveRun>();
  readonly orders: (RunOrder | RestoreOrder)[] = [];
  /** Runs that it was asked to make ready for browsing. */
  readonly prepared: number[] = [];
  /** Waited for by each call that asks the Director; a test makes it hang or fail. */
  gate: () => Promise<void> = () => Promise.resolve();
  /** Waited for after an order was taken: a test makes its answer get lost. */
  afterTaking: () => Promise<void> = () => Promise.resolve();
  description: DirectorDescription;
  private readonly listeners = new Set<(change: RunChange) => void>();
  private readonly configurationListeners = new Set<() => void>();

  constructor(
    readonly name: string,
    readonly isDefault: boolean,
  ) {
    super();
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

  override findRunByTag(_: Scope, mark: string): Promise<StartedRun | null> {
    const run = this.records.runs.find(({ comment }) => comment === mark);
    return Promise.resolve(run ? this.startedOf(run) : null);
  }

  override prepareBrowsing(_: Scope, jobIds: readonly number[]): Promise<void> {
    this.prepared.push(...jobIds);
    return Promise.resolve();
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

  override schedulePreview(
    _: Scope,
    from: Date,
    until: Date,
    limit: number,
    jobs?: readonly string[],
  ): Promise<readonly PlannedRun[]> {
    if (!this.tellsPlan)
      return Promise.reject(new AppError('not_supported_by_director', `${this.name} does not tell its plan.`));
    const isWanted = ({ at, job }: PlannedRun): boolean => at >= from && at < until && (jobs?.includes(job) ?? true);
    return Promise.resolve(this.starts.filter(isWanted).slice(0, limit));
  }

  override observe(): Promise<readonly DirectorObservation[]> {
    return Promise.resolve(this.observations);
  }

  override async listStorages(): Promise<readonly StorageState[]> {
    await this.gate();
    return this.storages;
  }

  override async listSlots(): Promise<readonly SlotState[]> {
    await this.gate();
    return this.slots;
  }

  override setClientEnabled(_: Scope, client: string, enabled: boolean): Promise<{ persistent: boolean }> {
    this.clients = this.clients.map((one) => (one.name === client ? { ...one, enabled } : one));
    return Promise.resolve({ persistent: false });
  }

  override setScheduleEnabled(_: Scope, schedule: string, enabled: boolean): Promise<{ persistent: boolean }> {
    this.schedules = this.schedules.map((one) => (one.name === schedule ? { ...one, enabled } : one));
    return Promise.resolve({ persistent: false });
  }

  override listSchedules(): Promise<readonly DirectorSchedule[]> {
    return Promise.resolve(this.schedules);
  }

  override deleteVolume(_: Scope, volume: string): Promise<MediaAnswer> {
    return this.obey('delete', volume, () => {
      const impact = this.records.impacts.get(volume);
      this.records.impacts.delete(volume);
      this.forgetRuns(impact?.jobids ?? []);
    });
  }

  override deleteRun(_: Scope, jobId: number): Promise<MediaAnswer> {
    return this.obey('deleteRun', jobId, () => this.forgetRuns([jobId]));
  }

  override truncateVolume(_: Scope, volume: string): Promise<MediaAnswer> {
    return this.obey('truncate', volume);
  }

  override relabelVolume(_: Scope, order: RelabelOrder): Promise<MediaAnswer> {
    return this.obey('relabel', order);
  }

  override labelBarcodes(_: Scope, order: BarcodeLabelOrder): Promise<MediaAnswer> {
    return this.obey('labelBarcodes', order);
  }

  override updateSlots(_: Scope, order: SlotsOrder): Promise<MediaAnswer> {
    return this.obey('updateSlots', order);
  }

  override importVolumes(_: Scope, order: SlotsOrder): Promise<MediaAnswer> {
    return this.obey('import', order);
  }

  override exportVolumes(_: Scope, order: SlotsOrder): Promise<MediaAnswer> {
    return this.obey('export', order);
  }

  override onRunChange(listener: (change: RunChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  override onConfigurationChange(listener: () => void): () => void {
    this.configurationListeners.add(listener);
    return () => this.configurationListeners.delete(listener);
  }

  /** Reports that jobs or schedules have changed. */
  announceConfiguration(): void {
    for (const listener of this.configurationListeners) listener();
  }

  /** Changes a run's record and tells the listeners. */
  change(jobId: number, changes: Partial<Run>): void {
    const index = this.records.runs.findIndex((run) => run.jobId === jobId);
    const run = this.records.runs[index];
    if (!run) throw new AppError('not_found', `No run ${jobId} in the fake.`);
    this.records.runs[index] = { ...run, ...changes };
    for (const listener of this.listeners) listener({ jobId });
  }

  private forgetRuns(jobIds: readonly number[]): void {
    const { runs, runImpacts } = this.records;
    runs.splice(0, runs.length, ...runs.filter(({ jobId }) => !jobIds.includes(jobId)));
    for (const jobId of jobIds) runImpacts.delete(jobId);
  }

  private async obey(verb: string, order: unknown, carryOut: () => void = () => undefined): Promise<MediaAnswer> {
    this.mediaOrders.push([verb, order]);
    await this.mediaGate();
    carryOut();
    return { words: `Did ${verb}.` };
  }

  private async take(order: RunOrder | RestoreOrder, job: string, level: string, type: string): Promise<StartedRun> {
    await this.gate();
    this.orders.push(order);
    const jobId = Math.max(0, ...this.records.runs.map((run) => run.jobId)) + 1;
    const ends = { status: 'queued', statusCode: 'C', startedAt: null, endedAt: null } as const;
    const run = makeRun({ jobId, job, level, type, director: this.name, comment: order.mark, ...ends });
    this.records.runs.push(run);
    const taken = this.afterTaking();
    for (const listener of this.listeners) listener({ jobId });
    await taken;
    return this.startedOf(run);
  }

  private startedOf({ jobId, uniqueName, job, level }: Run): StartedRun {
    return { jobId, uniqueName, job, level, director: this.name };
  }
}
