import { type Catalog } from '../../domain/catalog.port.js';
import { type Clock } from '../../domain/clock.js';
import { type ConsoleAnswer } from '../../domain/console-command.js';
import {
  type DirectorDescription,
  type DirectorObservation,
  DirectorPort,
  type Estimate,
  type EstimateOrder,
  type LiveRun,
  type Observing,
  type RestoreOrder,
  type RunOrder,
  type StartedRun,
} from '../../domain/director.port.js';
import { type RemoteDirectorSettings } from '../../domain/director-settings.js';
import {
  type ConfiguredJob,
  type DirectorClient,
  type DirectorFileset,
  type DirectorSchedule,
  type PlannedRun,
  unreportedFileset,
} from '../../domain/job.js';
import {
  type BarcodeLabelOrder,
  type DeviceCommand,
  type LabelCommand,
  type MediaAnswer,
  type RelabelOrder,
  type SlotsOrder,
  type VolumeChange,
} from '../../domain/media-commands.js';
import { AppError } from '../../domain/error-codes.js';
import { hasEnded } from '../../domain/run.js';
import { type Scope } from '../../domain/principal.js';
import { type SlotState, type StorageState } from '../../domain/storages.js';
import { configuredJob, nextStarts } from '../console/configured-jobs.js';
import { DaemonMonitor, type Daemon } from '../console/daemon-monitor.js';
import { DirectorConsole, type ConsoleTarget } from '../console/director-console.js';
import { restoreJobIn, restoreJobNames, restoreJobOf, restoreRootsOf } from '../console/restore-command.js';
import { type RestoreSource } from '../../catalog/restore/restore-ids.js';
import { SingleFlight } from '../console/single-flight.js';
import { baculaMode } from './bacula-mode.js';
import { readDaemonStatus, type DirectorHeader, observeHeader, readHeader, readTime } from './daemon-status.js';
import { Estimates, RunControl, RunCommands } from './run-commands.js';
import { InventoryKeeper } from './inventory.js';
import { LiveRuns } from './live-runs.js';
import { MediaCommands } from './media-commands.js';
import { RestoreCommands } from './restore-commands.js';
import { BaculaSchedule } from './schedule-plan.js';
import { shownFilesets } from './parse/show-output.js';
import { StorageStatus } from './storage-status.js';

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
  'mount',
  'relabel',
  'truncate',
  'delete-volume',
  'delete-run',
  'update-slots',
  'enable-client',
  'enable-schedule',
  'schedules',
  'console',
  'relocate',
  'restore-job',
  'restore-storage',
];
const weekMs = 7 * 86_400_000;
const planFreshMs = 60_000;
const mostPlanned = 10_000;
/** The health check's time for daemons; with the Director's own answers it must stay below its two seconds. */
const daemonWaitMs = 1_100;

export interface BaculaDeps {
  readonly catalog: Catalog & { readonly restore: RestoreSource };
  readonly clock: Clock;
  readonly reach?: ConsoleTarget;
}

/** A Bacula Director, spoken to over its console protocol (9.6 to 15). Reads of history are its catalog's. */
export class BaculaDirector extends DirectorPort {
  override readonly name: string;
  private readonly console: DirectorConsole;
  private readonly inventory: InventoryKeeper;
  private readonly plan: BaculaSchedule;
  private readonly planned: SingleFlight<readonly PlannedRun[]>;
  private readonly runs: RunCommands;
  private readonly control: RunControl;
  private readonly restores: RestoreCommands;
  private readonly estimates: Estimates;
  private readonly media: MediaCommands;
  private readonly storages: StorageStatus;
  private readonly live: LiveRuns;
  private readonly daemons: DaemonMonitor;

  constructor(
    private readonly settings: RemoteDirectorSettings,
    private readonly parts: BaculaDeps,
  ) {
    super();
    this.name = settings.name;
    this.console = new DirectorConsole(settings, baculaMode, parts.reach);
    this.inventory = new InventoryKeeper(this.console);
    this.plan = new BaculaSchedule(this.name, this.console, this.inventory, settings.timezone);
    this.planned = new SingleFlight(planFreshMs, () => this.nextStarts());
    this.runs = new RunCommands(this.console, parts.catalog.runs);
    this.control = new RunControl(this.console, parts.catalog.runs);
    this.restores = new RestoreCommands(this.console, parts.catalog.runs, parts.catalog.restore);
    this.estimates = new Estimates(this.console);
    this.media = new MediaCommands(this.console);
    this.storages = new StorageStatus(this.console);
    this.live = new LiveRuns(this.console);
    this.daemons = new DaemonMonitor((daemon) => readDaemonStatus(this.console, daemon));
  }

  close(): Promise<void> {
    return this.console.close();
  }

  override async describe(_scope: Scope): Promise<DirectorDescription> {
    const [header, { jobs, filesets, pools, storages, clients }] = await Promise.all([
      this.header(),
      this.inventory.get(),
    ]);
    const restoreJob = restoreJobIn(jobs, this.settings);
    return {
      name: this.name,
      kind: 'bacula',
      isDefault: false,
      timezone: this.settings.timezone,
      abilities: [
        ...abilities,
        ...(labelsUnasked(header.version) ? ['label-barcodes'] : []),
        ...(this.settings.staging === null ? [] : ['download']),
      ],
      version: header.version,
      startedAt: header.startedAt,
      filesets,
      pools,
      storages,
      clients,
      restoreRoots: restoreRootsOf(this.settings.restoreRoots, restoreJob?.where ?? ''),
      restoreJobs: restoreJobNames(jobs, this.settings),
      defaultRestoreJob: restoreJob?.job ?? null,
    };
  }

  override async listJobs(_scope: Scope): Promise<readonly ConfiguredJob[]> {
    const [{ jobs, shownJobs }, planned] = await Promise.all([this.inventory.get(), this.planned.get()]);
    const starts = nextStarts(planned);
    return jobs.map((job) =>
      configuredJob(this.name, job, shownJobs.get(job.job)?.schedule ?? null, starts.get(job.job)),
    );
  }

  override async findJob(scope: Scope, name: string): Promise<ConfiguredJob | null> {
    const known = await super.findJob(scope, name);
    if (known !== null) return known;
    await this.inventory.refresh();
    return super.findJob(scope, name);
  }

  override async listClients(_scope: Scope): Promise<readonly DirectorClient[]> {
    const { clients, shownClients } = await this.inventory.get();
    return clients.map((name) => ({
      name,
      director: this.name,
      firstSeenAt: null,
      address: shownClients.get(name)?.address ?? null,
      enabled: shownClients.get(name)?.enabled ?? true,
      version: this.daemons.versionOf({ component: 'client', name }),
    }));
  }

  override async startRun(_scope: Scope, order: RunOrder): Promise<StartedRun> {
    return this.runs.start(order);
  }

  override async startRestore(_scope: Scope, order: RestoreOrder): Promise<StartedRun> {
    const { jobs } = await this.inventory.refresh();
    const restoreJob = restoreJobOf(jobs, this.settings, order.restoreJob);
    // Those of the default job, as described: another one is no way to other folders.
    const roots = restoreRootsOf(this.settings.restoreRoots, restoreJobIn(jobs, this.settings)?.where ?? '');
    return this.restores.start(order, { restoreJob, roots });
  }

  override async findRunByTag(scope: Scope, mark: string): Promise<StartedRun | null> {
    const run = await this.parts.catalog.runs.findRunByTag(scope, mark);
    return run && { jobId: run.jobId, uniqueName: run.uniqueName, job: run.job, level: run.level, director: this.name };
  }

  override prepareBrowsing(_scope: Scope, jobIds: readonly number[]): Promise<void> {
    return this.restores.prepareBrowsing(jobIds);
  }

  override async estimate(_scope: Scope, order: EstimateOrder, signal?: AbortSignal): Promise<Estimate> {
    return this.estimates.estimate(order, signal);
  }

  override listStorages(_scope: Scope): Promise<readonly StorageState[]> {
    return this.storages.list();
  }

  override listSlots(_scope: Scope, storage: string): Promise<readonly SlotState[]> {
    return this.storages.slots(storage);
  }

  override async labelVolume(_scope: Scope, order: LabelCommand): Promise<MediaAnswer> {
    return this.media.label(order);
  }

  override async changeVolume(_scope: Scope, volume: string, change: VolumeChange): Promise<MediaAnswer> {
    return this.media.change(volume, change);
  }

  override async pruneVolume(_scope: Scope, volume: string): Promise<MediaAnswer> {
    return this.media.prune(volume);
  }

  override async purgeVolume(_scope: Scope, volume: string): Promise<MediaAnswer> {
    return this.media.purge(volume);
  }

  override async relabelVolume(_scope: Scope, order: RelabelOrder): Promise<MediaAnswer> {
    return this.media.relabel(order);
  }

  override async truncateVolume(scope: Scope, volume: string): Promise<MediaAnswer> {
    const found = await this.parts.catalog.volumes.findVolume(scope, volume);
    if (!found) throw new AppError('unknown_volume', `Director ${this.name} has no volume named ${volume}.`);
    return this.media.truncate(volume, found.storage);
  }

  override async deleteVolume(_scope: Scope, volume: string): Promise<MediaAnswer> {
    return this.media.deleteVolume(volume);
  }

  override async deleteRun(scope: Scope, jobId: number): Promise<MediaAnswer> {
    const run = await this.parts.catalog.runs.findRun(scope, jobId);
    if (!run) throw new AppError('unknown_run', `Director ${this.name} has no run with job id ${jobId}.`);
    if (!hasEnded(run.status)) {
      throw new AppError('conflict', `Run ${jobId} has not ended. Wait until it has, or cancel it.`);
    }
    return this.media.deleteRun(jobId);
  }

  override async labelBarcodes(_scope: Scope, order: BarcodeLabelOrder): Promise<MediaAnswer> {
    return this.media.labelBarcodes(order);
  }

  override async updateSlots(_scope: Scope, order: SlotsOrder): Promise<MediaAnswer> {
    return this.media.updateSlots(order);
  }

  override async mountDevice(_scope: Scope, order: DeviceCommand): Promise<MediaAnswer> {
    return this.media.device('mount', order);
  }

  override async unmountDevice(_scope: Scope, order: DeviceCommand): Promise<MediaAnswer> {
    return this.media.device('unmount', order);
  }

  override async releaseDevice(_scope: Scope, order: DeviceCommand): Promise<MediaAnswer> {
    return this.media.device('release', order);
  }

  override cancelRun(_scope: Scope, jobId: number): Promise<void> {
    return this.control.cancel(jobId);
  }

  override async setJobEnabled(
    _scope: Scope,
    job: string,
    enabled: boolean,
  ): Promise<{ readonly persistent: boolean }> {
    return this.setEnabled('job', job, enabled);
  }

  override async setClientEnabled(
    _scope: Scope,
    client: string,
    enabled: boolean,
  ): Promise<{ readonly persistent: boolean }> {
    return this.setEnabled('client', client, enabled);
  }

  override async setScheduleEnabled(
    _scope: Scope,
    schedule: string,
    enabled: boolean,
  ): Promise<{ readonly persistent: boolean }> {
    return this.setEnabled('schedule', schedule, enabled);
  }

  override listSchedules(_scope: Scope): Promise<readonly DirectorSchedule[]> {
    return this.control.schedules();
  }

  override liveRuns(_scope: Scope, jobIds: readonly number[]): Promise<ReadonlyMap<number, LiveRun>> {
    return this.live.of(jobIds);
  }

  override async listFilesets(_scope: Scope): Promise<readonly DirectorFileset[]> {
    const [{ filesets }, { text }] = await Promise.all([this.inventory.get(), this.console.ask('show filesets')]);
    const shown = shownFilesets(text);
    return filesets.map((name) => ({ name, ...(shown.get(name) ?? unreportedFileset) }));
  }

  override schedulePreview(
    _scope: Scope,
    from: Date,
    until: Date,
    limit: number,
    jobs?: readonly string[],
  ): Promise<readonly PlannedRun[]> {
    return this.plan.starts({ from, until, limit, jobs }, this.parts.clock.now());
  }

  override async observe(
    _scope: Scope,
    { asksClients = true }: Observing = {},
  ): Promise<readonly DirectorObservation[]> {
    const mayAsk = ({ component }: Daemon): boolean => asksClients || component !== 'client';
    const [header, { clients, storages }] = await Promise.all([this.header(), this.inventory.get()]);
    const daemons: Daemon[] = [
      ...storages.map((name) => ({ component: 'storage' as const, name })),
      ...clients.map((name) => ({ component: 'client' as const, name })),
    ];
    return [...observeHeader(header, this.settings), ...(await this.daemons.observe(daemons, daemonWaitMs, mayAsk))];
  }

  override runCommand(_scope: Scope, command: string): Promise<ConsoleAnswer> {
    return this.console.sendAlone(command);
  }

  override async readClock(_scope: Scope): Promise<Date | null> {
    return readTime((await this.console.ask('time')).text, this.settings.timezone);
  }

  private async setEnabled(
    kind: 'job' | 'client' | 'schedule',
    of: string,
    enabled: boolean,
  ): Promise<{ readonly persistent: boolean }> {
    await this.control.setEnabled(kind, of, enabled);
    this.inventory.invalidate();
    this.planned.invalidate();
    return { persistent: false };
  }

  private header(): Promise<DirectorHeader> {
    return readHeader(this.console);
  }

  private nextStarts(): Promise<readonly PlannedRun[]> {
    const now = this.parts.clock.now();
    const until = new Date(now.getTime() + 5 * weekMs);
    return this.plan.starts({ from: now, until, limit: mostPlanned }, now);
  }
}

/** Older versions prompt before they label by barcode, even with `yes`. */
function labelsUnasked(version: string): boolean {
  return Number.parseInt(version, 10) >= 13;
}
