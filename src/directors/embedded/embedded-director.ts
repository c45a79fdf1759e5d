import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Clock, type DeletionClock } from '../../domain/clock.js';
import { type ConfigurationReader } from '../../domain/configuration-reader.port.js';
import {
  type DirectorDescription,
  type DirectorObservation,
  DirectorPort,
  type Estimate,
  type EstimateOrder,
  type LiveRun,
  type RestoreOrder,
  type RunChange,
  type RunOrder,
  type StartedRun,
} from '../../domain/director.port.js';
import { type DownloadOrder, type OpenDownload } from '../../domain/download.js';
import {
  type ConfiguredJob,
  type DirectorClient,
  type DirectorFileset,
  type DirectorSchedule,
  levelOfLetter,
  type PlannedRun,
} from '../../domain/job.js';
import { type LabelCommand, type MediaAnswer, type VolumeChange } from '../../domain/media-commands.js';
import { AppError } from '../../domain/error-codes.js';
import { endedLetters } from '../../domain/run.js';
import { type TargetReport, type TargetQuery } from '../../domain/restore-target.js';
import { type Scope } from '../../domain/principal.js';
import { type SlotState, type StorageState } from '../../domain/storages.js';
import { catalogTimezone, ensureCatalogSchema } from './catalog-schema.js';
import { answered, connectCatalog } from './catalog-connection.js';
import { EmbeddedConfiguration } from './configuration/embedded-configuration.js';
import { EmbeddedConfigurationReader } from './configuration/embedded-configuration-reader.js';
import { BackupOrders } from './engine/backup-requests.js';
import { ClientFirstSeen } from './engine/client-first-seen.js';
import { Engine, noConfiguration } from './engine/engine.js';
import { Estimates } from './engine/estimates.js';
import { JobSwitches, ScheduleClock, ScheduleMemory } from './engine/schedule-clock.js';
import { storageStates } from './engine/storage-states.js';
import { observe } from './engine/observations.js';
import { RunDeletions } from './engine/run-deletions.js';
import { RestoreCommands } from './engine/restore-requests.js';
import { type StoredRun } from './engine/run-store.js';
import { readStoredConfiguration } from './engine/stored-configuration.js';
import { VerifyRequests, verifyLevel } from './engine/verify-requests.js';
import { VolumeOrders } from './engine/volume-commands.js';
import { ConfigurationFile } from './resources/configuration-file.js';
import { type Configuration } from './resources/current-resources.js';
import { directorFileName } from './resources/director-file.js';
import { excludePresets } from './resources/exclude-presets.js';
import { restoreJobName, restoreJobOf } from './resources/read-resources.js';
import { type Renames, renameResources } from './resources/renames.js';
import { backupLevels, isBackupJob, type JobResource, type Resources } from './resources/resources.js';
import { earliestMadeUp, type JobStart, missedStarts, EmbeddedSchedule } from './resources/schedule.js';
import { type DownloadTask } from './download/download-task.js';
import { startDownload } from './download/running-download.js';
import { inspectTarget } from './restore/inspect-target.js';

export interface EmbeddedDirectorOptions {
  readonly name: string;
  /** DATA_DIR: contains director.yaml, and by default volumes and restores. */
  readonly folder: string;
  /** What the first director.yaml protects. */
  readonly programFolder: string;
  readonly catalogUrl: string;
  readonly clock: Clock;
  /** By which volumes expire; by default the clock, which then is never in doubt. */
  readonly deletionClock?: DeletionClock;
  /** Where restores may write; by default DATA_DIR/restores alone. */
  readonly restoreRoots?: readonly string[];
  /** Findings for the console's own log. */
  readonly onNotice: (text: string) => void;
}

const version = '1.0';
/** How often is written until when schedules were served; what a restart repeats of it has runs already. */
const keepEveryMs = 60_000;
/** A process that only shows the jobs reads so often what the one that runs them has decided. */
const readDecisionsEveryMs = 5_000;
const abilities = [
  'run',
  'rerun',
  'estimate',
  'restore',
  'cancel',
  'enable',
  'schedule',
  'progress',
  'log',
  'files',
  'volumes',
  'label',
  'change-volume',
  'prune',
  'purge',
  'download',
  'schedules',
  'relocate',
  'delete-volume',
  'delete-run',
  'configuration',
];

interface Parts {
  readonly engine: Engine;
  readonly configuration: ConfigurationFile;
  readonly sightings: ClientFirstSeen;
  readonly roots: readonly string[];
}

/** The Director inside the process: backs up and restores files of this machine, with records in a Bacula catalog of its own. */
export class EmbeddedDirector extends DirectorPort {
  override readonly name: string;
  private readonly startedAt: Date;
  private readonly engine: Engine;
  private readonly file: ConfigurationFile;
  private readonly changeable: EmbeddedConfiguration;
  private readonly sightings: ClientFirstSeen;
  private readonly roots: readonly string[];
  private readonly schedule: ScheduleClock;
  private readonly switches: JobSwitches;
  private readonly estimates: Estimates;
  private readonly volumes: VolumeOrders;
  private readonly reader: ConfigurationReader;
  private readonly memory: ScheduleMemory;
  /** null: what other processes left is not yet made up for. */
  private catchingUp: Promise<void> | null = null;
  private isCaughtUp = false;
  private cacheMs = 0;
  private decisionsReadMs = 0;

  private constructor(
    private readonly options: EmbeddedDirectorOptions,
    { engine, configuration, sightings, roots }: Parts,
  ) {
    super();
    this.engine = engine;
    this.file = configuration;
    this.sightings = sightings;
    this.roots = roots;
    this.name = options.name;
    const path = join(options.folder, directorFileName);
    this.startedAt = options.clock.now();
    this.schedule = new ScheduleClock(this.startedAt);
    this.switches = new JobSwitches(engine.pool, configuration.resources);
    const place = { directorName: options.name, path, dataFolder: options.folder };
    this.changeable = new EmbeddedConfiguration(engine, configuration, place, this.switches, options.clock);
    this.estimates = new Estimates(options.name, options.catalogUrl, () => this.backups());
    this.memory = new ScheduleMemory(engine.pool);
    this.volumes = new VolumeOrders(engine, options.name, options.clock, deletionClockOf(options));
    const { resources } = configuration;
    this.reader = new EmbeddedConfigurationReader({
      directorName: options.name,
      engine,
      estimates: this.estimates,
      resources,
      clock: options.clock,
    });
    if (engine.isConfigured) this.followResources();
    const force = {
      apply: (next: Configuration) => engine.change(next),
      wasInForce: (revision: string) => engine.wasInForce(revision),
    };
    resources.onChange((before, renames) => this.onResourcesChange(before, renames));
    engine.onTick((isOwner) => {
      this.startScheduled(isOwner);
      if (isOwner) void configuration.poll(force);
    });
  }

  /** Throws PostgreSQL's message if it cannot be reached. An invalid director.yaml is reported by `observe`. */
  static async start(options: EmbeddedDirectorOptions): Promise<EmbeddedDirector> {
    const folder = resolve(options.folder);
    const roots = (options.restoreRoots ?? [join(folder, 'restores')]).map((root) => resolve(root));
    const own = join(folder, 'director');
    mkdirSync(own, { recursive: true, mode: 0o700 });
    const { name: director, programFolder, catalogUrl, clock, onNotice } = options;
    await ensureCatalogSchema(options.catalogUrl);
    const places = { folder, programFolder, directorName: director, onNotice };
    const configuration = new ConfigurationFile(places, await storedConfiguration(catalogUrl));
    const deletionClock = deletionClockOf(options);
    const engine = await Engine.start({
      folder: own,
      director,
      catalogUrl,
      clock,
      deletionClock,
      onNotice,
      configuration,
    });
    if (engine.isOwner) removeLeftovers(own);
    const sightings = new ClientFirstSeen(own);
    const started = new EmbeddedDirector({ ...options, folder }, { engine, configuration, sightings, roots });
    try {
      await started.switches.read();
    } catch (error) {
      await started.stop();
      throw error;
    }
    return started;
  }

  /** Marks what runs as failed and lets go of the catalog; takes about two seconds at most. */
  async stop(): Promise<void> {
    this.estimates.stop();
    await this.engine.stop();
  }

  override describe(_scope: Scope): Promise<DirectorDescription> {
    const { filesets, pools, storages, clients } = this.engine.resources;
    const names = (resources: readonly { readonly name: string }[]): readonly string[] =>
      resources.map(({ name }) => name);
    return Promise.resolve({
      name: this.name,
      kind: 'embedded',
      isDefault: false,
      version,
      startedAt: this.startedAt,
      timezone: catalogTimezone,
      abilities,
      restoreRoots: this.roots,
      restoreJobs: [],
      defaultRestoreJob: null,
      filesets: names(filesets),
      pools: names(pools),
      storages: names(storages),
      clients: names(clients),
    });
  }

  // Async for their errors, which must come as rejections.
  // oxlint-disable-next-line typescript/require-await
  override async listJobs(_scope: Scope): Promise<readonly ConfiguredJob[]> {
    const { resources } = this;
    const now = this.options.clock.now();
    const jobs = resources.jobs.map((job): ConfiguredJob => {
      const enabled = this.switches.isEnabled(job.name);
      const nextRunAt = enabled ? this.plan.next(job.name, now) : null;
      return { ...configuredJobOf(job), director: this.name, enabled, nextRunAt };
    });
    return [...jobs, restoreJobOf(resources, this.name)];
  }

  override listClients(_scope: Scope): Promise<readonly DirectorClient[]> {
    // Without a configuration the clients stay those that it had: a client that is not listed counts as removed.
    const { resources, isConfigured } = this.engine;
    const names = isConfigured ? resources.clients.map(({ name }) => name) : this.sightings.clients;
    const clients = names.map((name) => ({
      name,
      director: this.name,
      address: null,
      version,
      enabled: true,
      firstSeenAt: this.sightings.firstSeenAt(name),
    }));
    return Promise.resolve(clients);
  }

  override async startRun(_scope: Scope, order: RunOrder): Promise<StartedRun> {
    this.rejectUnconfigured();
    if (order.job === restoreJobName) {
      throw new AppError('job_not_runnable', `${restoreJobName} cannot be run directly. Start a restore instead.`);
    }
    const verifies = this.verifies();
    return this.started(await answered(verifies.has(order.job) ? verifies.start(order) : this.backups().start(order)));
  }

  override async startRestore(_scope: Scope, order: RestoreOrder): Promise<StartedRun> {
    return this.started(await answered(this.restores().start(order)));
  }

  override async inspectTarget(_scope: Scope, { files, ...place }: TargetQuery): Promise<TargetReport> {
    const where = await this.restores().placeOf(place);
    return inspectTarget(where, files, this.engine.files.of(where));
  }

  override async openDownload(_scope: Scope, order: DownloadOrder, signal: AbortSignal): Promise<OpenDownload> {
    this.engine.requireOwner();
    const release = this.engine.queue.keepForDownload(order.jobids);
    signal.addEventListener('abort', release, { once: true });
    const task: DownloadTask = {
      catalogUrl: this.options.catalogUrl,
      storageFolders: Object.fromEntries(this.engine.resources.storages.map(({ name, folder }) => [name, folder])),
      jobids: order.jobids,
      selection: order.selection.map((path) => path.bytes),
      format: order.format,
    };
    return startDownload(task, signal);
  }

  override async estimate(_scope: Scope, order: EstimateOrder, signal?: AbortSignal): Promise<Estimate> {
    return answered(this.estimates.estimate(order, signal));
  }

  override async findRunByTag(_scope: Scope, mark: string): Promise<StartedRun | null> {
    const stored = await answered(this.engine.store.findByTag(mark));
    return stored && this.started(stored);
  }

  override async cancelRun(_scope: Scope, jobId: number): Promise<void> {
    if (this.engine.queue.cancel(jobId)) return;
    const status = await answered(this.engine.store.findStatus(jobId));
    if (status === null) throw new AppError('not_found', 'This Director has no run with this id.');
    if ((endedLetters as readonly string[]).includes(status)) {
      throw new AppError('run_already_ended', 'This run has already ended.');
    }
    // Unfinished and not ours: the process that owns the catalog has it.
    this.engine.requireOwner();
    throw new AppError('conflict', 'This run is ending.', { reason: 'run_is_ending' });
  }

  override async setJobEnabled(
    _scope: Scope,
    job: string,
    enabled: boolean,
  ): Promise<{ readonly persistent: boolean }> {
    this.rejectUnconfigured();
    if (!this.switches.has(job)) throw new AppError('unknown_job', 'This Director has no job with this name.');
    this.engine.requireOwner();
    await answered(this.switches.change(job, enabled));
    this.schedule.recheck();
    return { persistent: true };
  }

  override liveRuns(_scope: Scope, jobIds: readonly number[]): Promise<ReadonlyMap<number, LiveRun>> {
    return Promise.resolve(this.engine.queue.live(jobIds));
  }

  // oxlint-disable-next-line typescript/require-await
  override async listFilesets(_scope: Scope): Promise<readonly DirectorFileset[]> {
    return this.resources.filesets.map(({ name, include, exclude, markerFiles, ...fileset }) => {
      const presets = fileset.excludePresets.map((preset) => ({ name: preset, patterns: excludePresets[preset] }));
      return { name, include, exclude, excludePresets: presets, markerFiles, hasPatterns: false };
    });
  }

  /** Unneeded resources are removed from director.yaml, or their jobs are disabled. */
  // oxlint-disable-next-line typescript/require-await
  override async listSchedules(_scope: Scope): Promise<readonly DirectorSchedule[]> {
    return this.resources.schedules.map(({ name }) => ({ name, enabled: true }));
  }

  // oxlint-disable-next-line typescript/require-await
  override async schedulePreview(
    _scope: Scope,
    from: Date,
    until: Date,
    limit: number,
    jobs?: readonly string[],
  ): Promise<readonly PlannedRun[]> {
    // The schedule searches strictly after a time; a start exactly at `from` belongs to the window.
    const after = new Date(from.getTime() - 1);
    const { resources } = this;
    const matching = this.enabledJobs().filter((job) => jobs?.includes(job) ?? true);
    const planned = this.plan.starts(matching, after, until, limit).map((start): PlannedRun[] => {
      const job = resources.jobs.find(({ name }) => name === start.job);
      if (!job) return [];
      const { type, client, fileset, pool, priority } = configuredJobOf(job);
      return [{ ...start, level: this.levelOf(start), director: this.name, type, client, fileset, pool, priority }];
    });
    return planned.flat();
  }

  override observe(_scope: Scope): Promise<readonly DirectorObservation[]> {
    // Another process that runs the jobs reads its own file.
    const problem = this.engine.isOwnedElsewhere ? null : this.file.problem;
    return observe(this.engine, problem, this.plan.neverStarting(this.options.clock.now()));
  }

  override labelVolume(_scope: Scope, order: LabelCommand): Promise<MediaAnswer> {
    return answered(this.volumes.label(order));
  }

  override changeVolume(_scope: Scope, volume: string, change: VolumeChange): Promise<MediaAnswer> {
    return answered(this.volumes.change(volume, change));
  }

  override prunableRuns(_scope: Scope, volume: string): Promise<readonly number[]> {
    return answered(this.volumes.prunable(volume));
  }

  override pruneVolume(_scope: Scope, volume: string): Promise<MediaAnswer> {
    return answered(this.volumes.prune(volume));
  }

  override purgeVolume(_scope: Scope, volume: string): Promise<MediaAnswer> {
    return answered(this.volumes.purge(volume));
  }

  override deleteVolume(_scope: Scope, volume: string): Promise<MediaAnswer> {
    return answered(this.volumes.delete(volume));
  }

  override deleteRun(_scope: Scope, jobId: number): Promise<MediaAnswer> {
    return answered(new RunDeletions(this.engine, this.name).delete(jobId));
  }

  override async listStorages(_scope: Scope): Promise<readonly StorageState[]> {
    this.rejectUnconfigured();
    return answered(storageStates(this.engine));
  }

  override listSlots(_scope: Scope, storage: string): Promise<readonly SlotState[]> {
    if (this.engine.resources.storages.some(({ name }) => name === storage)) return Promise.resolve([]);
    return Promise.reject(new AppError('unknown_storage', `Director ${this.name} has no storage named ${storage}.`));
  }

  override onConfigurationChange(listener: () => void): () => void {
    return this.file.resources.onChange(listener);
  }

  override get configuration(): EmbeddedConfiguration {
    return this.changeable;
  }

  override get configurationReader(): ConfigurationReader {
    return this.reader;
  }

  override onRunChange(listener: (change: RunChange) => void): () => void {
    return this.engine.onRunChange(listener);
  }

  /** The definitions in force; AppError where there are none. */
  private get resources(): Resources {
    this.rejectUnconfigured();
    return this.engine.resources;
  }

  private get plan(): EmbeddedSchedule {
    return new EmbeddedSchedule(this.engine.resources);
  }

  private rejectUnconfigured(): void {
    if (!this.engine.isConfigured) throw noConfiguration();
  }

  /** What fell due before the change is started, where its job is still there; what its new schedule names before it is not. */
  private onResourcesChange(before: Resources, renames: Renames): void {
    const now = this.options.clock.now();
    this.switches.follow(before, renames);
    const due = this.isCaughtUp ? this.startDueBy(new EmbeddedSchedule(renameResources(before, renames)), now) : [];
    void Promise.all(due);
    this.schedule.follow(now);
    this.followResources(renames);
  }

  private followResources(renames: Renames = []): void {
    const now = this.options.clock.now();
    const { clients } = this.engine.resources;
    const names = clients.map(({ name }) => name);
    try {
      this.sightings.follow(names, now, renames);
    } catch (error) {
      this.options.onNotice(`Could not store when the clients were first configured: ${String(error)}`);
    }
    for (const { schedule, at } of this.plan.neverStarting(now)) {
      this.options.onNotice(`Schedule ${schedule} in director.yaml has a start time that never occurs: ${at}.`);
    }
  }

  private restores(): RestoreCommands {
    const { folder, catalogUrl, clock } = this.options;
    return new RestoreCommands(this.engine, catalogUrl, { folder, roots: this.roots }, clock);
  }

  private backups(): BackupOrders {
    const { folder, catalogUrl, clock } = this.options;
    return new BackupOrders(this.engine, { folder, catalogUrl }, clock);
  }

  private verifies(): VerifyRequests {
    const { catalogUrl, clock } = this.options;
    return new VerifyRequests(this.engine, catalogUrl, clock);
  }

  /** Starts that are due while another process owns the catalog are started by that one. */
  private startScheduled(isOwner: boolean): void {
    if (!isOwner) {
      this.isCaughtUp = false;
      this.readDecisions();
      return;
    }
    if (!this.isCaughtUp) {
      this.catchingUp ??= this.catchUp()
        .catch((error: unknown) =>
          this.options.onNotice(`Could not make up for missed starts: ${String(error)}; will retry`),
        )
        .finally(() => (this.catchingUp = null));
      return;
    }
    const now = this.options.clock.now();
    const started = this.startDueBy(this.plan, now);
    // Stored only after the due starts are queued, so that a crash in between repeats a check instead of losing a start.
    if (started.length === 0 && Math.abs(now.getTime() - this.cacheMs) < keepEveryMs) return;
    this.cacheMs = now.getTime();
    void Promise.all(started)
      .then(() => this.memory.keep(now))
      .catch(() => undefined);
  }

  private startDueBy(plan: EmbeddedSchedule, now: Date): readonly Promise<void>[] {
    return this.schedule.due(plan, this.enabledJobs(), now).map((start) => this.startDue(start));
  }

  /** What the process that runs the jobs may have changed. */
  private readDecisions(): void {
    const now = performance.now();
    if (now - this.decisionsReadMs < readDecisionsEveryMs) return;
    this.decisionsReadMs = now;
    this.switches.read().catch(() => undefined);
    this.engine.followStored().catch(() => undefined);
  }

  /** Starts what fell due while no process served the schedules. */
  private async catchUp(): Promise<void> {
    const now = this.options.clock.now();
    await this.switches.read();
    const { servedUntil, lastRuns } = await this.memory.read(earliestMadeUp(now), now);
    const missed =
      servedUntil === null ? [] : missedStarts(this.plan, this.enabledJobs(), { servedUntil, lastRuns }, now);
    for (const start of missed) {
      this.options.onNotice(
        `Job ${start.job} missed its start at ${start.at.toISOString()} because the console was not running. Starting it now at level ${this.levelOf(start)}.`,
      );
      await this.startDue(start);
    }
    // Of a new catalog nothing was missed, but a start may have fallen due since this process began.
    const served = servedUntil === null ? this.startedAt : now;
    await this.memory.keep(served);
    this.schedule.servedUntil(served);
    this.cacheMs = served.getTime();
    this.isCaughtUp = true;
  }

  private levelOf({ job, level }: JobStart): string {
    return this.verifies().has(job) ? verifyLevel : level;
  }

  private async startDue({ job, level, schedule }: JobStart): Promise<void> {
    try {
      const verifies = this.verifies();
      if (verifies.has(job)) await verifies.startScheduled(job, schedule);
      else await this.backups().startScheduled(job, level, schedule);
    } catch (error) {
      this.options.onNotice(`Could not start job ${job}: ${String(error)}`);
    }
  }

  private enabledJobs(): readonly string[] {
    return this.engine.resources.jobs.map(({ name }) => name).filter((name) => this.switches.isEnabled(name));
  }

  private started(stored: StoredRun): StartedRun {
    const { jobId, uniqueName, name: job } = stored;
    return { jobId, uniqueName, job, level: levelOfLetter(stored.level), director: this.name };
  }
}

async function storedConfiguration(catalogUrl: string): Promise<string | null> {
  const catalog = await connectCatalog(catalogUrl, 'embedded director');
  try {
    return await readStoredConfiguration(catalog);
  } finally {
    await catalog.end();
  }
}

function deletionClockOf({ clock, deletionClock }: EmbeddedDirectorOptions): DeletionClock {
  return deletionClock ?? { believedNow: () => Promise.resolve(clock.now()), doubtSince: () => Promise.resolve(null) };
}

/** A verify job has no client, fileset, storage or pool. Its level is always the same: the levels of its schedule are ignored. */
function configuredJobOf(job: JobResource): Omit<ConfiguredJob, 'director' | 'nextRunAt'> {
  const { name, type, schedule, priority, enabled } = job;
  const about = { name, type, schedule, priority, enabled };
  if (isBackupJob(job)) {
    const { client, fileset, storage, pool, level } = job;
    return { ...about, client, fileset, storage, pool, level, allowedLevels: backupLevels, verifies: null };
  }
  const { jobs, runs } = job;
  const none = { client: '', fileset: '', storage: '', pool: '' };
  return { ...about, ...none, level: verifyLevel, allowedLevels: [verifyLevel], verifies: { jobs, runs } };
}

/** Manifests of runs that a killed process left behind. */
function removeLeftovers(folder: string): void {
  for (const file of readdirSync(folder)) {
    if (/^manifest-.*\.sha256$/.test(file)) rmSync(join(folder, file), { force: true });
  }
}
