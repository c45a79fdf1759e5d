import { type ConfigurationReader } from './configuration-reader.port.js';
import { type DirectorConfiguration } from './configuration.port.js';
import { type ConsoleAnswer } from './console-command.js';
import { type DownloadOrder, type OpenDownload } from './download.js';
import {
  type ConfiguredJob,
  type DirectorClient,
  type DirectorFileset,
  type DirectorSchedule,
  type PlannedRun,
  unreportedFileset,
} from './job.js';
import {
  type BarcodeLabelOrder,
  type DeviceCommand,
  type LabelCommand,
  type MediaAnswer,
  type RelabelOrder,
  type SlotsOrder,
  type VolumeChange,
} from './media-commands.js';
import { AppError, type Message } from './error-codes.js';
import { type RunProgress, type WaitingFor } from './run.js';
import { type RawPath } from './catalog-entry.js';
import { type Relocation, type TargetReport, type TargetQuery } from './restore-target.js';
import { type Scope } from './principal.js';
import { type SlotState, type StorageState } from './storages.js';
import { type HealthCode } from './verdict.js';

/** A run to be started by a Director. Names were validated against the Director's own lists before. */
export interface RunOrder {
  readonly job: string;
  /** One of the job's allowedLevels, in the Director's spelling. */
  readonly level: string;
  readonly client?: string;
  readonly fileset?: string;
  readonly storage?: string;
  readonly pool?: string;
  readonly priority?: number;
  /** Start not before this time; absent: now. */
  readonly when?: Date;
  /** Stored in the run's Comment, so that the run is found after a lost answer. Letters, digits, `:` and `-`. */
  readonly mark: string;
}

/** What a run would be, were it started now. */
export interface EstimateOrder {
  readonly job: string;
  /** One of the job's allowedLevels, in the Director's spelling; never VirtualFull, which reads no client. */
  readonly level: string;
  readonly client?: string;
  readonly fileset?: string;
}

export interface Estimate {
  readonly files: number;
  /** Of content, before any compression. */
  readonly bytes: number;
  /** The level of the estimate, if the Director reports it; else the requested one. */
  readonly level: string;
}

export type ReplacePolicy = 'always' | 'never' | 'ifnewer';

export interface RestoreOrder {
  /** Whole restore chains of one client, of one fileset or of several, ascending by data time. */
  readonly jobids: readonly number[];
  /** Files by exact raw path; a folder's ends in `/` and takes its tree. Empty: everything in the chain. */
  readonly selection: readonly RawPath[];
  readonly restoreClient: string;
  /** Absolute folder that original paths are appended to; `/` restores in place; absent: the Director's own restore root. */
  readonly where?: string;
  /** Other paths for the files; it replaces `where`. Only of Directors with the ability `relocate`. */
  readonly relocation?: Relocation;
  /** One of the Director's restoreJobs, instead of its default one. */
  readonly restoreJob?: string;
  /** One of the Director's storages to read the volumes at. */
  readonly storage?: string;
  /** What the client's plugins are given, in their own syntax. They can run programs. */
  readonly pluginOptions?: string;
  readonly replace: ReplacePolicy;
  /** Whether set-id bits, owners and device nodes may be restored, and any folder written to. */
  readonly anywhere: boolean;
  readonly mark: string;
}

export interface StartedRun {
  readonly jobId: number;
  readonly uniqueName: string | null;
  readonly job: string;
  readonly level: string;
  readonly director: string;
}

export interface DirectorDescription {
  readonly name: string;
  readonly kind: string;
  readonly isDefault: boolean;
  readonly version: string;
  readonly startedAt: Date;
  readonly timezone: string;
  /** What this Director can do, by the words of the API's routes. */
  readonly abilities: readonly string[];
  readonly filesets: readonly string[];
  readonly pools: readonly string[];
  readonly storages: readonly string[];
  readonly clients: readonly string[];
  /** Folders under which a restore may write without `restore:anywhere`. */
  readonly restoreRoots: readonly string[];
  /** Jobs that a restore can run as, the default one first. */
  readonly restoreJobs: readonly string[];
  /** The job of a restore that names none; null if the Director has no unique one. */
  readonly defaultRestoreJob: string | null;
}

export interface Observing {
  /**
   * By default true. False does not contact clients and returns what is known of them: each check of a client that is switched off
   * is an error in its Director's log.
   */
  readonly asksClients?: boolean;
}

/** One input of the health checks, as the Director reports it now. */
export interface DirectorObservation extends Message<HealthCode> {
  readonly id: string;
  readonly component: 'director' | 'catalog' | 'storage' | 'client' | 'configuration';
  readonly status: 'ok' | 'warn' | 'crit' | 'unknown';
  readonly message: string;
  readonly hint: string | null;
  readonly value: number | null;
  readonly unit: string | null;
}

export interface LiveRun {
  readonly progress: RunProgress | null;
  readonly waitingFor: WaitingFor | null;
}

export interface RunChange {
  readonly jobId: number;
}

/**
 * Commands to one Director and its live state. History is read from its catalog.
 * Each call has a limit of its own; it fails with an AppError of kind unreachable, too_slow or director_failed.
 */
export abstract class DirectorPort {
  abstract readonly name: string;

  abstract describe(scope: Scope): Promise<DirectorDescription>;
  abstract listJobs(scope: Scope): Promise<readonly ConfiguredJob[]>;
  /** The job of this name as it is now, or null: a Director that was given it a moment ago has it. */
  async findJob(scope: Scope, name: string): Promise<ConfiguredJob | null> {
    return (await this.listJobs(scope)).find((job) => job.name === name) ?? null;
  }
  abstract listClients(scope: Scope): Promise<readonly DirectorClient[]>;
  /** Without paths unless the Director reports them. */
  async listFilesets(scope: Scope): Promise<readonly DirectorFileset[]> {
    const { filesets } = await this.describe(scope);
    return filesets.map((name) => ({ name, ...unreportedFileset }));
  }

  /** Queues the run and returns once the Director has given it a job id. */
  abstract startRun(scope: Scope, order: RunOrder): Promise<StartedRun>;
  abstract startRestore(scope: Scope, order: RestoreOrder): Promise<StartedRun>;
  /**
   * Checks for existing files at a restore target, for about a second at most; null if the Director cannot check. The errors are
   * those that the restore itself would have for its target.
   */
  inspectTarget(_scope: Scope, _query: TargetQuery): Promise<TargetReport | null> {
    return Promise.resolve(null);
  }
  /**
   * The content of backed-up files. Returns when the first bytes are available: an earlier failure is an AppError, a later one is
   * thrown by the content. The caller aborts the signal when it is done, complete or not, which frees the resources.
   */
  openDownload(_scope: Scope, _order: DownloadOrder, _signal: AbortSignal): Promise<OpenDownload> {
    return this.lacks('download', 'download the content of files');
  }
  /** The run that carries this mark in its Comment, or null where the Director has none. */
  abstract findRunByTag(scope: Scope, mark: string): Promise<StartedRun | null>;
  /** Prepares these runs for browsing in the catalog, if the Director does so only on request. */
  prepareBrowsing(_scope: Scope, _jobIds: readonly number[]): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Counts what a run would take, as its client finds it now; nothing is written. Takes up to a minute, then it is
   * director_too_slow; ends early when the signal fires.
   */
  estimate(_scope: Scope, _order: EstimateOrder, _signal?: AbortSignal): Promise<Estimate> {
    return this.lacks('estimate', 'estimate a run');
  }

  /** Requests the cancellation of a run. Returns when the Director has accepted it; AppError run_already_ended if it has ended. */
  abstract cancelRun(scope: Scope, jobId: number): Promise<void>;
  /** Disables or enables the job's schedule. Returns whether this survives the Director's restart. */
  abstract setJobEnabled(scope: Scope, job: string, enabled: boolean): Promise<{ readonly persistent: boolean }>;

  /** Enables or disables a client. Returns whether this survives the Director's restart. */
  setClientEnabled(_scope: Scope, _client: string, _enabled: boolean): Promise<{ readonly persistent: boolean }> {
    return this.lacks('enable-client', 'enable and disable clients');
  }
  /** Enables or disables a schedule. Returns whether this survives the Director's restart. */
  setScheduleEnabled(_scope: Scope, _schedule: string, _enabled: boolean): Promise<{ readonly persistent: boolean }> {
    return this.lacks('enable-schedule', 'enable and disable schedules');
  }
  /** Schedules by name; `enabled` is null if the Director does not report it. */
  listSchedules(_scope: Scope): Promise<readonly DirectorSchedule[]> {
    return this.lacks('schedules', 'list its schedules');
  }

  /** Progress and reasons to wait of those of the runs that have not ended; others are absent from the map. */
  abstract liveRuns(scope: Scope, jobIds: readonly number[]): Promise<ReadonlyMap<number, LiveRun>>;
  /** The time by the Director's own clock; null if it does not report it. */
  readClock(_scope: Scope): Promise<Date | null> {
    return Promise.resolve(null);
  }
  /** Planned starts in [from, until), soonest first, at most `limit`; only of `jobs` where they are given. */
  abstract schedulePreview(
    scope: Scope,
    from: Date,
    until: Date,
    limit: number,
    jobs?: readonly string[],
  ): Promise<readonly PlannedRun[]>;
  abstract observe(scope: Scope, observing?: Observing): Promise<readonly DirectorObservation[]>;

  /**
   * Every configured storage by name, each with the current state of its devices. Returns within a few seconds: a storage that
   * does not answer by then has an error in its own entry.
   */
  listStorages(_scope: Scope): Promise<readonly StorageState[]> {
    return this.lacks('storages', 'report the state of its storages');
  }
  /** The places of a storage's changer as it sees them, without moving anything; none where the storage is no changer. */
  listSlots(_scope: Scope, _storage: string): Promise<readonly SlotState[]> {
    return this.lacks('slots', 'read autochangers');
  }
  /** Writes a label on new media and records the volume; AppError name_taken where the catalog has one of this name. */
  labelVolume(_scope: Scope, _order: LabelCommand): Promise<MediaAnswer> {
    return this.lacks('label', 'label volumes');
  }
  /** AppError unknown_volume, and for all of these below, conflict where the volume's state does not allow it. */
  changeVolume(_scope: Scope, _volume: string, _change: VolumeChange): Promise<MediaAnswer> {
    return this.lacks('change-volume', 'change volumes');
  }
  /** The runs that a prune of it would drop now, where the Director goes by other rules than the volume's retention; else null. */
  prunableRuns(_scope: Scope, _volume: string): Promise<readonly number[] | null> {
    return Promise.resolve(null);
  }
  /** Drops the records of runs on it whose retention is over; none is no error. */
  pruneVolume(_scope: Scope, _volume: string): Promise<MediaAnswer> {
    return this.lacks('prune', 'prune volumes');
  }
  /** Deletes the records of all its runs, regardless of their retention: they can no longer be restored. */
  purgeVolume(_scope: Scope, _volume: string): Promise<MediaAnswer> {
    return this.lacks('purge', 'purge volumes');
  }
  /** AppError conflict unless the volume is purged or recycled: a label on kept backups would destroy them. */
  relabelVolume(_scope: Scope, _order: RelabelOrder): Promise<MediaAnswer> {
    return this.lacks('relabel', 'relabel volumes');
  }
  /** Frees the bytes of a purged volume on its storage; AppError conflict where it is not purged. */
  truncateVolume(_scope: Scope, _volume: string): Promise<MediaAnswer> {
    return this.lacks('truncate', 'truncate volumes');
  }
  /** Drops the volume and the records of all runs on it from the catalog; a file or tape that is not the Director's own stays. */
  deleteVolume(_scope: Scope, _volume: string): Promise<MediaAnswer> {
    return this.lacks('delete-volume', 'delete volumes');
  }
  /** Drops the records of one run that has ended; what it wrote stays on its volumes. AppError unknown_run. */
  deleteRun(_scope: Scope, _jobId: number): Promise<MediaAnswer> {
    return this.lacks('delete-run', 'delete runs');
  }
  /** Returns when all are labeled, which can take minutes for each; its text names the labeled and the failed ones. */
  labelBarcodes(_scope: Scope, _order: BarcodeLabelOrder): Promise<MediaAnswer> {
    return this.lacks('label-barcodes', 'label volumes by barcode');
  }
  /** Compares the changer with the catalog, and corrects the catalog. */
  updateSlots(_scope: Scope, _order: SlotsOrder): Promise<MediaAnswer> {
    return this.lacks('update-slots', 'update the slots of autochangers');
  }
  /** Moves volumes from the import/export slots of a changer into its storage slots. */
  importVolumes(_scope: Scope, _order: SlotsOrder): Promise<MediaAnswer> {
    return this.lacks('import', 'import volumes');
  }
  /** Moves volumes from storage slots of a changer into its import/export slots. */
  exportVolumes(_scope: Scope, _order: SlotsOrder): Promise<MediaAnswer> {
    return this.lacks('export', 'export volumes');
  }
  mountDevice(_scope: Scope, _order: DeviceCommand): Promise<MediaAnswer> {
    return this.lacks('mount', 'mount media');
  }
  unmountDevice(_scope: Scope, _order: DeviceCommand): Promise<MediaAnswer> {
    return this.lacks('mount', 'unmount media');
  }
  /** Lets go of the volume without unloading it. */
  releaseDevice(_scope: Scope, _order: DeviceCommand): Promise<MediaAnswer> {
    return this.lacks('mount', 'release media');
  }

  /**
   * Sends a command of a user as it is, on a connection of its own, and cancels questions. Takes up to a minute, then it is
   * director_too_slow and the effect is unknown.
   */
  runCommand(_scope: Scope, _command: string): Promise<ConsoleAnswer> {
    return this.lacks('console', 'run console commands');
  }

  /**
   * Calls back after each change of a run that is visible in the catalog, and while a run is active at most once a second as its
   * log and statistics grow, if the Director supports it. The run sync notices changes anyway, only later. Returns the function
   * that stops it.
   */
  onRunChange(_listener: (change: RunChange) => void): () => void {
    return () => undefined;
  }

  /**
   * Calls back after each change of the jobs, schedules and other resources, if the Director notices it. Readers of a schedule that
   * cache it read it again. Returns the function that stops it.
   */
  onConfigurationChange(_listener: () => void): () => void {
    return () => undefined;
  }

  /** Its configuration, if the console can change it (ability `configuration`). */
  get configuration(): DirectorConfiguration | null {
    return null;
  }

  /** Reads its configuration, if the console can (ability `configuration`). */
  get configurationReader(): ConfigurationReader | null {
    return null;
  }

  /** Rejects, by their names, the commands of an ability that the Director has but denies to this console. */
  rejectDenied(_ability: string): Promise<void> {
    return Promise.resolve();
  }

  private lacks(ability: string, what: string): Promise<never> {
    const detail = `Director ${this.name} cannot ${what}: this kind of Director does not support it, or the console does not implement it.`;
    const params = { director: this.name, ability };
    return Promise.reject(new AppError('not_supported_by_director', detail, { reason: 'unsupported', params }));
  }
}
