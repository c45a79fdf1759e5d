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
import { type ConfiguredJob, type DirectorClient, type DirectorSchedule, type PlannedRun } from '../../domain/job.js';
import {
  type BarcodeLabelOrder,
  type DeviceCommand,
  type LabelCommand,
  type MediaAnswer,
  type RelabelOrder,
  type SlotsOrder,
  type VolumeChange,
} from '../../domain/media-commands.js';
import { type Scope } from '../../domain/principal.js';
import { type SlotState, type StorageState } from '../../domain/storages.js';
import { configuredJob, nextStarts } from '../console/configured-jobs.js';
import { type Daemon, DaemonMonitor } from '../console/daemon-monitor.js';
import { restoreJobIn, restoreJobNames, restoreJobOf, restoreRootsOf } from '../console/restore-command.js';
import { type RestoreSource } from '../../catalog/restore/restore-ids.js';
import { type ConsoleTarget } from '../console/director-console.js';
import { SingleFlight } from '../console/single-flight.js';
import { directorTime } from './bareos-commands.js';
import { BareosConsole, resultOf, unlessForbidden } from './bareos-console.js';
import { DaemonStatusReader, clockLead, observeClock, readStart } from './daemon-status.js';
import { Estimates, RunControl, RunCommands } from './run-commands.js';
import { InventoryKeeper } from './inventory.js';
import { LiveRuns } from './live-runs.js';
import { MediaCommands } from './media-commands.js';
import {
  abilitiesOf,
  isAbility,
  isAllowed,
  observePermissions,
  type Permissions,
  PermissionsKeeper,
  rejectDenied,
} from './permissions.js';
import { RestoreCommands } from './restore-commands.js';
import { BareosSchedule } from './schedule-plan.js';
import { StorageStatus } from './storage-status.js';

const weekMs = 7 * 86_400_000;
const planFreshMs = 60_000;
const mostPlanned = 10_000;
/** The health check's time for daemons; with the Director's own answers it must stay below its two seconds. */
const daemonWaitMs = 1_100;

export interface BareosParts {
  readonly catalog: Catalog & { readonly restore: RestoreSource };
  readonly clock: Clock;
  readonly reach?: ConsoleTarget;
}

/** A Bareos Director, spoken to over its console protocol (24 and 25). Reads of history are its catalog's. */
export class BareosDirector extends DirectorPort {
  override readonly name: string;
  private readonly console: BareosConsole;
  private readonly permissions: PermissionsKeeper;
  private readonly inventory: InventoryKeeper;
  private readonly plan: BareosSchedule;
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
    private readonly parts: BareosParts,
  ) {
    super();
    this.name = settings.name;
    this.console = new BareosConsole(settings, parts.reach);
    this.permissions = new PermissionsKeeper(this.console);
    this.inventory = new InventoryKeeper(this.console);
    this.plan = new BareosSchedule(this.console, this.inventory, this.permissions);
    this.planned = new SingleFlight(planFreshMs, () => this.nextStarts());
    this.runs = new RunCommands(this.console, parts.catalog.runs);
    this.control = new RunControl(this.console, parts.catalog.runs);
    this.restores = new RestoreCommands(this.console, parts.catalog.runs, parts.catalog.restore);
    this.estimates = new Estimates(this.console);
    this.media = new MediaCommands(this.console, parts.catalog.runs);
    this.storages = new StorageStatus(this.console, this.permissions);
    this.live = new LiveRuns(this.console, this.permissions, parts.catalog.runs, this.inventory);
    const statusReader = new DaemonStatusReader(this.console, this.permissions);
    this.daemons = new DaemonMonitor((daemon) => statusReader.at(daemon));
  }

  close(): Promise<void> {
    return this.console.close();
  }

  override async describe(_scope: Scope): Promise<DirectorDescription> {
    const permissions = await this.permissions.get();
    const [startedAt, inventory] = await Promise.all([readStart(this.console, permissions), this.inventory.get()]);
    const { jobs, filesets, pools, storages, clients } = inventory;
    const restoreJob = restoreJobIn(jobs, this.settings);
    return {
      name: this.name,
      kind: 'bareos',
      isDefault: false,
      timezone: this.settings.timezone,
      version: permissions.version,
      startedAt,
      abilities: this.abilities(permissions),
      filesets,
      pools,
      storages,
      clients: clients.map(({ name }) => name),
      restoreRoots: restoreRootsOf(this.settings.restoreRoots, restoreJob?.where ?? ''),
      restoreJobs: restoreJobNames(jobs, this.settings),
      defaultRestoreJob: restoreJob?.job ?? null,
    };
  }

  override async listJobs(_scope: Scope): Promise<readonly ConfiguredJob[]> {
    const [{ jobs, schedules }, planned] = await Promise.all([this.inventory.get(), this.planned.get()]);
    const starts = nextStarts(planned);
    return jobs.map((job) => configuredJob(this.name, job, schedules.get(job.job) ?? null, starts.get(job.job)));
  }

  override async findJob(scope: Scope, name: string): Promise<ConfiguredJob | null> {
    const known = await super.findJob(scope, name);
    if (known !== null) return known;
    await this.inventory.refresh();
    return super.findJob(scope, name);
  }

  override async listClients(_scope: Scope): Promise<readonly DirectorClient[]> {
    const { clients } = await this.inventory.get();
    return clients.map(({ name, address, enabled }) => ({
      name,
      director: this.name,
      address,
      enabled,
      firstSeenAt: null,
      version: this.daemons.versionOf({ component: 'client', name }),
    }));
  }

  override async startRun(_scope: Scope, order: RunOrder): Promise<StartedRun> {
    await this.rejectDenied('run');
    return this.runs.start(order);
  }

  override async startRestore(_scope: Scope, order: RestoreOrder): Promise<StartedRun> {
    await this.rejectDenied('restore');
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

  override async cancelRun(_scope: Scope, jobId: number): Promise<void> {
    await this.rejectDenied('cancel');
    return this.control.cancel(jobId);
  }

  override setJobEnabled(_scope: Scope, job: string, enabled: boolean): Promise<{ readonly persistent: boolean }> {
    return this.setEnabled('job', job, enabled);
  }

  override setClientEnabled(
    _scope: Scope,
    client: string,
    enabled: boolean,
  ): Promise<{ readonly persistent: boolean }> {
    return this.setEnabled('client', client, enabled);
  }

  override setScheduleEnabled(
    _scope: Scope,
    schedule: string,
    enabled: boolean,
  ): Promise<{ readonly persistent: boolean }> {
    return this.setEnabled('schedule', schedule, enabled);
  }

  override listSchedules(_scope: Scope): Promise<readonly DirectorSchedule[]> {
    return this.control.schedules();
  }

  override async estimate(_scope: Scope, order: EstimateOrder, signal?: AbortSignal): Promise<Estimate> {
    await this.rejectDenied('estimate');
    return this.estimates.estimate(order, signal);
  }

  override listStorages(_scope: Scope): Promise<readonly StorageState[]> {
    return this.storages.list();
  }

  override listSlots(_scope: Scope, storage: string): Promise<readonly SlotState[]> {
    return this.storages.slots(storage);
  }

  override async labelVolume(_scope: Scope, order: LabelCommand): Promise<MediaAnswer> {
    await this.rejectDenied('label');
    return this.media.label(order);
  }

  override async changeVolume(_scope: Scope, volume: string, change: VolumeChange): Promise<MediaAnswer> {
    await this.rejectDenied('change-volume');
    return this.media.change(volume, change);
  }

  override async pruneVolume(_scope: Scope, volume: string): Promise<MediaAnswer> {
    await this.rejectDenied('prune');
    return this.media.prune(volume);
  }

  override async purgeVolume(_scope: Scope, volume: string): Promise<MediaAnswer> {
    await this.rejectDenied('purge');
    return this.media.purge(volume);
  }

  override async relabelVolume(_scope: Scope, order: RelabelOrder): Promise<MediaAnswer> {
    await this.rejectDenied('relabel');
    return this.media.relabel(order);
  }

  override async truncateVolume(_scope: Scope, volume: string): Promise<MediaAnswer> {
    await this.rejectDenied('truncate');
    return this.media.truncate(volume);
  }

  override async deleteVolume(_scope: Scope, volume: string): Promise<MediaAnswer> {
    await this.rejectDenied('delete-volume');
    return this.media.deleteVolume(volume);
  }

  override async deleteRun(_scope: Scope, jobId: number): Promise<MediaAnswer> {
    await this.rejectDenied('delete-run');
    return this.media.deleteRun(jobId);
  }

  override async labelBarcodes(_scope: Scope, order: BarcodeLabelOrder): Promise<MediaAnswer> {
    await this.rejectDenied('label-barcodes');
    return this.media.labelBarcodes(order);
  }

  override async updateSlots(_scope: Scope, order: SlotsOrder): Promise<MediaAnswer> {
    await this.rejectDenied('update-slots');
    return this.media.updateSlots(order);
  }

  override async importVolumes(_scope: Scope, order: SlotsOrder): Promise<MediaAnswer> {
    await this.rejectDenied('import');
    return this.media.move('import', order);
  }

  override async exportVolumes(_scope: Scope, order: SlotsOrder): Promise<MediaAnswer> {
    await this.rejectDenied('export');
    return this.media.move('export', order);
  }

  override async mountDevice(_scope: Scope, order: DeviceCommand): Promise<MediaAnswer> {
    await this.rejectDenied('mount');
    return this.media.mount(order);
  }

  override async unmountDevice(_scope: Scope, order: DeviceCommand): Promise<MediaAnswer> {
    await this.rejectDenied('mount');
    return this.media.leave('unmount', order);
  }

  override async releaseDevice(_scope: Scope, order: DeviceCommand): Promise<MediaAnswer> {
    await this.rejectDenied('mount');
    return this.media.leave('release', order);
  }

  override liveRuns(_scope: Scope, jobIds: readonly number[]): Promise<ReadonlyMap<number, LiveRun>> {
    return this.live.of(jobIds);
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
    const [permissions, clock, { clients, storages }] = await Promise.all([
      this.permissions.get(),
      this.observeClock(),
      this.inventory.get(),
    ]);
    const daemons: Daemon[] = [
      ...storages.map((name) => ({ component: 'storage' as const, name })),
      ...clients.map(({ name }) => ({ component: 'client' as const, name })),
    ];
    const denied = observePermissions(this.name, permissions);
    return [...denied, ...clock, ...(await this.daemons.observe(daemons, daemonWaitMs, mayAsk))];
  }

  override runCommand(_scope: Scope, command: string): Promise<ConsoleAnswer> {
    return this.console.sendAlone(command);
  }

  override async readClock(_scope: Scope): Promise<Date | null> {
    const lead = await this.clockLead();
    return lead === null ? null : new Date(this.parts.clock.now().getTime() + lead);
  }

  private async setEnabled(
    kind: 'job' | 'client' | 'schedule',
    name: string,
    enabled: boolean,
  ): Promise<{ readonly persistent: boolean }> {
    await this.rejectDenied(kind === 'job' ? 'enable' : `enable-${kind}`);
    await this.control.setEnabled(kind, name, enabled);
    this.inventory.invalidate();
    this.planned.invalidate();
    return { persistent: false };
  }

  /** The console reads files that a restore wrote. */
  private abilities(permissions: Permissions): readonly string[] {
    const abilities = [...abilitiesOf(permissions), 'console'];
    return this.settings.staging !== null && abilities.includes('restore') ? [...abilities, 'download'] : abilities;
  }

  /** Read again after a denial: it may have been permitted a moment ago. */
  override async rejectDenied(ability: string): Promise<void> {
    if (!isAbility(ability) || isAllowed(await this.permissions.get(), ability)) return;
    this.permissions.invalidate();
    rejectDenied(this.name, await this.permissions.get(), ability);
  }

  private async observeClock(): Promise<DirectorObservation[]> {
    return observeClock(await this.clockLead(), this.settings.timezone);
  }

  private async clockLead(): Promise<number | null> {
    const answer = await this.console.json(directorTime).catch(unlessForbidden(null));
    if (answer === null) return null;
    const result = resultOf(this.name, answer, `Director ${this.name} did not return its time and gave no reason.`);
    return clockLead(result, this.settings.timezone, this.parts.clock.now());
  }

  /** A Director without a schedule has jobs all the same. */
  private nextStarts(): Promise<readonly PlannedRun[]> {
    const now = this.parts.clock.now();
    const until = new Date(now.getTime() + 5 * weekMs);
    return this.plan.starts({ from: now, until, limit: mostPlanned }, now).catch(unlessForbidden([]));
  }
}
