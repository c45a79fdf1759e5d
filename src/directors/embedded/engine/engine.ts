import { DatabaseError, type Pool } from 'pg';
import { type Clock, type DeletionClock } from '../../../domain/clock.js';
import { type ConfigurationReplacement } from '../../../domain/configuration.port.js';
import { AppError } from '../../../domain/error-codes.js';
import { catalogPool } from '../catalog-connection.js';
import { FileHelper, FolderHangs } from '../file-helper/file-helper.js';
import { reasonOf } from '../backup/failure-text.js';
import { type Configuration } from '../resources/current-resources.js';
import { type ConfigurationFile } from '../resources/configuration-file.js';
import { continuationsOf, type Renames, renameResources } from '../resources/renames.js';
import { changesExpiry, jobsWithNewEnabled, shortenedPools } from '../resources/resource-changes.js';
import { type Resources, type StorageResource } from '../resources/resources.js';
import { checkVolumes, cutTails } from '../volumes/check-volumes.js';
import { finishDeletions } from '../volumes/deletions.js';
import { expireVolumes } from '../volumes/expire-volumes.js';
import { settleWithin, sleep } from '../../../platform/timing.js';
import { ActiveRun, type RunSpec } from './active-run.js';
import { CatalogOwnership } from './catalog-lock.js';
import { type NewRenames, readRenamesAfter } from './catalog-renames.js';
import { rejectLostStorages } from './endangered-storages.js';
import { rejectTakenNames } from './taken-names.js';
import { renameRun, renameSpec } from './renamed-runs.js';
import { type ResourceRows, upsertResources } from './resource-rows.js';
import { RunLog } from './run-log.js';
import { RunQueue } from './run-queue.js';
import { runReport } from './run-report.js';
import { readStoredConfiguration, wasInForce } from './stored-configuration.js';
import { TaskPids } from './task-pids.js';
import { type NewRun, RunStore, type StoredRun } from './run-store.js';

export interface EngineOptions {
  /** The Director's own folder in DATA_DIR. */
  readonly folder: string;
  readonly director: string;
  readonly catalogUrl: string;
  readonly configuration: ConfigurationFile;
  readonly clock: Clock;
  readonly deletionClock: DeletionClock;
  readonly onNotice: (text: string) => void;
}

const tickMs = 1_000;
const persistRetryMs = 1_000;
/** Time to write the records at shutdown; the rest is written at the next start. */
const stopPatienceMs = 2_500;
/** A waiting timer must not keep the process alive: the work it waits for does. */
const aside = { ref: false } as const;
/** A process that was killed keeps its lock until the database noticed. */
const takeTries = 20;
const takePauseMs = 100;
const maxFailedTicks = 5;
/**
 * After a shorter retention was taken over while the console runs, nothing expires for this long: a value that was saved by mistake
 * can be corrected.
 */
const expiryPauseMs = 10 * 60_000;
/** The console's own tables follow a rename before runs are started under the new names; they follow later if they cannot in time. */
const followTimeoutMs = 10_000;
const stopped = 'The console was stopped during this run; the run did not finish.';
const answerLost = 'The catalog database did not answer when this run was requested, so the run was not started.';
const ownedElsewhere =
  'Another process runs the jobs of this Director. Send the command to that process, or try again later.';
const unconfigured =
  'This Director has no valid configuration and runs nothing. Correct director.yaml: the health of the Director names the error.';
const takingBack = 'The embedded Director lost its catalog connection and is recovering. Try again in a moment.';

export function noConfiguration(): AppError {
  return new AppError('director_error', unconfigured, { reason: 'no_configuration' });
}

/** Owns the catalog, runs the queue, and keeps records and volumes consistent for any end of a run. */
export class Engine {
  readonly pool: Pool;
  readonly store: RunStore;
  readonly queue: RunQueue;
  readonly files = new FileHelper();
  private readonly ownership: CatalogOwnership;
  private readonly pids: TaskPids;
  private readonly listeners = new Set<(change: { readonly jobId: number }) => void>();
  private readonly onTicks = new Set<(isOwner: boolean) => void>();
  private readonly renameListeners = new Set<() => Promise<void>>();
  private rowsOfResources: ResourceRows | null = null;
  private timer: NodeJS.Timeout | null = null;
  private ticking: Promise<void> | null = null;
  private expiring: Promise<void> = Promise.resolve();
  private failedTicks = 0;
  /** A change of the definitions and a takeover of the catalog would overwrite each other's rows. */
  private turn: Promise<unknown> = Promise.resolve();
  private isChanging = false;
  private expiresFromMs: number | null = null;
  /** Requests that are being stored in the catalog. */
  private readonly ordering = new Set<Promise<StoredRun>>();
  /** While names change: requests wait for the renames, because they were made with the old names. */
  private renaming: Promise<Renames> | null = null;
  /** Up to this one of the catalog's list, what is here has the new names; null: not read yet. */
  private lastRename: number | null = null;
  private lostAnswers = false;
  private isClockDoubted = false;
  private stoppingSinceMs: number | null = null;

  private constructor(private readonly options: EngineOptions) {
    this.pool = catalogPool(options.catalogUrl, 'embedded director');
    this.store = new RunStore(this.pool);
    this.ownership = new CatalogOwnership(options.catalogUrl);
    this.pids = new TaskPids(options.folder);
    this.queue = new RunQueue(
      options.clock,
      () => this.isOwner && !this.isChanging,
      () => this.expireSoon(),
    );
  }

  /** Locks the catalog if it is free, and cleans up after the previous process. */
  static async start(options: EngineOptions): Promise<Engine> {
    const engine = new Engine(options);
    try {
      for (let tries = 1; !(await engine.takeOverInTurn()) && tries < takeTries; tries += 1) {
        if (!engine.isConfigured) break;
        await sleep(takePauseMs, aside);
      }
    } catch (error) {
      await engine.close();
      throw error;
    }
    if (!engine.isOwner && engine.isConfigured)
      options.onNotice('Another process runs the jobs of this catalog. This process only shows them.');
    engine.timer = setInterval(() => engine.onTimer(), tickMs);
    return engine;
  }

  get isOwner(): boolean {
    return this.ownership.isOwned && this.rowsOfResources !== null;
  }

  /** The definitions in force. */
  get resources(): Resources {
    return this.options.configuration.resources.current;
  }

  /** False: no valid director.yaml was ever read, so that nothing can run. */
  get isConfigured(): boolean {
    return this.options.configuration.resources.isKnown;
  }

  /** Ids of configured resources; AppError where another process owns the catalog or the console is stopping. */
  get rows(): ResourceRows {
    this.requireOwner();
    if (this.rowsOfResources) return this.rowsOfResources;
    throw this.notOwner();
  }

  requireOwner(): void {
    if (this.stoppingSinceMs !== null) throw new AppError('shutting_down', 'The console is stopping. Try again later.');
    if (!this.isOwner) throw this.notOwner();
  }

  /** Whether another process runs the jobs; else, where this one does not, the catalog was away and is about to be taken back. */
  get isOwnedElsewhere(): boolean {
    return this.ownership.isElsewhere;
  }

  private notOwner(): AppError {
    if (!this.isConfigured) return noConfiguration();
    const detail = this.isOwnedElsewhere ? ownedElsewhere : takingBack;
    const more = this.isOwnedElsewhere ? {} : ({ reason: 'recovering' } as const);
    return new AppError('director_owned_elsewhere', detail, { ...more, retryAfterSeconds: 5 });
  }

  /** Stores a run and queues it. Without an answer from the catalog it is not queued, and marked as failed if it was stored. */
  async order(run: NewRun, now: Date, specOf: (stored: StoredRun) => RunSpec): Promise<StoredRun> {
    const work = this.createRun(run, now, specOf);
    this.ordering.add(work);
    try {
      return await work;
    } catch (error) {
      this.lostAnswers = true;
      throw error;
    } finally {
      this.ordering.delete(work);
    }
  }

  private async createRun(run: NewRun, now: Date, specOf: (stored: StoredRun) => RunSpec): Promise<StoredRun> {
    const renames = this.renaming === null ? [] : await this.renaming;
    const stored = await this.store.create(renameRun(run, renames), now);
    const spec = specOf(stored);
    renameSpec(spec, renames);
    this.enqueue(spec);
    return stored;
  }

  private enqueue(spec: RunSpec): void {
    const { director, clock } = this.options;
    const log = new RunLog(this.pool, clock, director, spec.jobId);
    const run = new ActiveRun(spec, log, {
      director,
      store: this.store,
      pids: this.pids,
      clock,
      onChange: (jobId) => this.announce(jobId),
      cutTails: () => this.cutTails(spec.storage),
      persist: (work) => this.persist(work),
    });
    this.announce(spec.jobId);
    this.queue.add(run);
  }

  onRunChange(listener: (change: { readonly jobId: number }) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Called after the catalog has renamed resources, before runs start under the new names. */
  onRenames(listener: () => Promise<void>): () => void {
    this.renameListeners.add(listener);
    return () => this.renameListeners.delete(listener);
  }

  /** Called each second with whether this process owns the catalog; not while the database is away. */
  onTick(work: (isOwner: boolean) => void): void {
    this.onTicks.add(work);
  }

  /** Marks what runs or waits as failed, cuts tails, and lets go of the catalog. */
  async stop(): Promise<void> {
    this.stoppingSinceMs = performance.now();
    if (this.timer) clearInterval(this.timer);
    await settleWithin(this.queue.endAll('stop'), stopPatienceMs + 1_000, null, aside);
    await settleWithin(Promise.allSettled([this.ticking, this.turn, this.expiring]), stopPatienceMs, null, aside);
    await this.close();
  }

  /** Purges volumes whose retention is over; answers when done. */
  async expire(): Promise<void> {
    if (this.expiresFromMs !== null && performance.now() < this.expiresFromMs) return;
    const now = await this.options.deletionClock.believedNow();
    if (now === null) {
      if (!this.isClockDoubted) this.options.onNotice('The clock may be wrong, so no volume is purged by retention.');
      this.isClockDoubted = true;
      return;
    }
    this.isClockDoubted = false;
    await this.store.bringBackDates(now);
    const { resources } = this;
    const { storages, director } = resources;
    const folders = Object.fromEntries(storages.map(({ name, folder }) => [name, folder]));
    await expireVolumes(this.pool, {
      now,
      timezone: director.timezone,
      folders,
      files: this.files,
      inUse: () => this.queue.inUse,
      onNotice: this.options.onNotice,
      // No run starts before a change is made, and a change may wait for the expiry.
      mayContinue: () => this.isOwner && !this.isChanging && this.resources === resources,
    });
  }

  /** The storages' folders, except those whose disk hangs: a run that accesses one of these would hang with it. */
  async answeringFolders(): Promise<readonly string[]> {
    const reachable = this.resources.storages.map(async ({ folder }) => {
      const isHanging = await this.files
        .of(folder)
        .isThere(folder)
        .then(
          () => false,
          (error: unknown) => error instanceof FolderHangs,
        );
      return isHanging ? [] : [folder];
    });
    return (await Promise.all(reachable)).flat();
  }

  /** Before a run takes its place in a chain, or a verify decides what it reads first: nothing before it must be dated after it. */
  async bringBackDates(): Promise<void> {
    const now = await this.options.deletionClock.believedNow();
    if (now !== null) await this.store.bringBackDates(now);
  }

  private onTimer(): void {
    if (this.ticking) return;
    this.ticking = this.tick()
      .catch(() => undefined)
      .finally(() => (this.ticking = null));
  }

  private async tick(): Promise<void> {
    if (!(this.isOwner || (await this.takeOverInTurn()))) {
      this.failedTicks += 1;
      for (const work of this.onTicks) work(false);
      // The lock may still belong to our own lost connection; otherwise another process runs the jobs now, and ours must end.
      if (this.failedTicks >= maxFailedTicks && this.queue.jobIds.length > 0) await this.queue.endAll('lost');
      return;
    }
    this.failedTicks = 0;
    if (this.lostAnswers) await this.recordUnanswered();
    if (this.expiresFromMs !== null && performance.now() >= this.expiresFromMs) {
      this.expiresFromMs = null;
      this.expireSoon();
    }
    for (const work of this.onTicks) work(true);
    this.queue.startDue();
    for (const jobId of this.queue.takeNews()) this.announce(jobId);
  }

  /**
   * Puts another configuration into force. Throws RejectedResources, and changes nothing, where backups would get out of reach. Runs
   * that are in progress finish under the definitions that they began with; no run starts meanwhile. `change`: the change that makes
   * it; `rejectChanged` is called last before it is stored.
   */
  async change(
    configuration: Configuration,
    change: Pick<ConfigurationReplacement, 'id' | 'renames'> | null = null,
    rejectChanged: () => void = () => undefined,
  ): Promise<void> {
    await this.inTurn(async () => {
      this.isChanging = true;
      try {
        const { resources: before } = this;
        const { resources: next } = configuration;
        const renames = change?.renames ?? [];
        await this.rejectLost(next, renames);
        const renamed = renameResources(before, renames);
        await this.pauseExpiry(renamed, next);
        await this.checkNewFolders(before, next, renames);
        this.requireOwner();
        await this.whileRenaming(renames, async () => {
          rejectChanged();
          this.rowsOfResources = await upsertResources(this.pool, configuration, this.options.clock.now(), {
            change,
            jobsWithNewEnabled: jobsWithNewEnabled(before, next, renames),
          });
          if (renames.length > 0) await this.announceRenames();
        });
        this.options.configuration.resources.replace(configuration, renames);
        this.queue.endUndefined(next);
      } finally {
        this.isChanging = false;
        // It may have ended an expiry between two volumes.
        this.expireSoon();
      }
      this.queue.startDue();
    });
  }

  private async rejectLost(next: Resources, renames: Renames): Promise<void> {
    await rejectTakenNames(this.pool, next, renames);
    await rejectLostStorages(this.resources, next, renames, {
      pool: this.pool,
      files: this.files,
      busy: this.queue.busyStorages,
    });
  }

  /** Under the name that the catalog still has. */
  private async checkNewFolders(before: Resources, next: Resources, renames: Renames): Promise<void> {
    for (const { before: earlier, after } of continuationsOf('storage', before.storages, next.storages, renames)) {
      if (after === null || after.folder === earlier?.folder) continue;
      const storage = { ...after, name: earlier?.name ?? after.name };
      for (const notice of await this.checkVolumes(storage)) this.options.onNotice(notice);
    }
  }

  /**
   * Requests that are being stored get there under the old names, and are renamed with the others; later ones wait and get the new
   * names. Where the work fails, the old names remain.
   */
  private async whileRenaming(renames: Renames, work: () => Promise<void>): Promise<void> {
    if (renames.length === 0) return work();
    let release: (made: Renames) => void = () => undefined;
    const pending = [...this.ordering];
    this.renaming = new Promise((resolve) => (release = resolve));
    let made: Renames = [];
    try {
      await Promise.allSettled(pending);
      await work();
      this.lastRename = (await this.readNewRenames()).last;
      made = renames;
      this.queue.rename(renames);
    } finally {
      this.renaming = null;
      release(made);
    }
  }

  /** Made by another process, or by this one without an answer that said so. */
  private readNewRenames(): Promise<NewRenames> {
    return readRenamesAfter(this.pool, this.lastRename);
  }

  /** Takes what was put into force elsewhere, or without an answer that said so. Returns the text. */
  async followStored(): Promise<string | null> {
    const stored = await readStoredConfiguration(this.pool);
    const { configuration } = this.options;
    if (stored === configuration.resources.text && this.lastRename !== null) return stored;
    const { renames, last } = await this.readNewRenames();
    this.lastRename = last;
    this.queue.rename(renames);
    if (renames.length > 0) await this.announceRenames();
    configuration.follow(stored, renames);
    return stored;
  }

  /** After a change whose outcome is unknown: what the catalog has stored is in force. */
  async settleChange(): Promise<void> {
    await this.inTurn(async () => {
      this.isChanging = true;
      try {
        await this.followStored();
        const { text, current: resources } = this.options.configuration.resources;
        if (text === null) return;
        this.rowsOfResources = await upsertResources(this.pool, { text, resources }, this.options.clock.now());
        this.queue.endUndefined(resources);
      } finally {
        this.isChanging = false;
        // It may have ended an expiry between two volumes.
        this.expireSoon();
      }
      this.queue.startDue();
    });
  }

  private async announceRenames(): Promise<void> {
    const followed = Promise.allSettled([...this.renameListeners].map((listener) => listener()));
    await settleWithin(followed, followTimeoutMs, null, aside);
  }

  /** An expiry that is in progress could read the retention of before and the keep rules of after, or the reverse. */
  private async pauseExpiry(before: Resources, next: Resources): Promise<void> {
    if (!changesExpiry(before, next)) return;
    this.expiresFromMs = performance.now() + expiryPauseMs;
    const names = shortenedPools(before, next).map(({ name }) => name);
    if (names.length > 0) {
      this.options.onNotice(
        `director.yaml may keep less in pool ${names.join(', ')}. No volume expires during the next ${expiryPauseMs / 60_000} minutes.`,
      );
    }
    await this.expiring;
  }

  /** Whether a configuration of this revision was in force at any time. */
  wasInForce(revision: string): Promise<boolean> {
    return wasInForce(this.pool, revision);
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.catch(() => undefined).then(work);
    this.turn = done;
    return done;
  }

  private takeOverInTurn(): Promise<boolean> {
    return this.inTurn(() => this.takeOver());
  }

  private async takeOver(): Promise<boolean> {
    if (!(await this.ownership.tryTake())) return false;
    const { configuration, clock, onNotice } = this.options;
    // Before anything of the catalog is changed: a retention that was made longer while no console ran must be in force before
    // volumes expire.
    const stored = await this.followStored();
    const { current: before, isKnown } = configuration.resources;
    if (this.queue.jobIds.length === 0) {
      await configuration.refresh(stored, {
        apply: (next) => this.rejectLost(next.resources, []),
        wasInForce: (revision) => this.wasInForce(revision),
      });
    }
    const { text, current: resources } = configuration.resources;
    if (text === null) {
      // Another process may have a configuration.
      await this.ownership.release();
      return false;
    }
    const gone = await this.pids.endLeft();
    const rows = await upsertResources(this.pool, { text, resources }, clock.now(), {
      change: null,
      // Without earlier definitions it is unknown whether the file enables or disables a job.
      jobsWithNewEnabled: isKnown ? jobsWithNewEnabled(before, resources, []) : [],
    });
    for (const storage of resources.storages) {
      for (const notice of await this.checkVolumes(storage)) onNotice(notice);
    }
    for (const jobId of await this.listAbandoned()) await this.recordAbandoned(jobId, stopped, gone.has(jobId));
    for (const notice of await finishDeletions(this.pool, resources.storages, (folder) => this.files.of(folder)))
      onNotice(notice);
    this.rowsOfResources = rows;
    this.queue.endUndefined(resources);
    this.expireSoon();
    return true;
  }

  /** A disk that does not answer keeps the others' jobs from nothing. */
  private async checkVolumes(storage: StorageResource): Promise<readonly string[]> {
    try {
      return await checkVolumes(this.pool, storage, this.files.of(storage.folder));
    } catch (error) {
      if (error instanceof DatabaseError) throw error;
      return [`Could not check the volumes of storage ${storage.name}: ${reasonOf(error)}`];
    }
  }

  private async recordUnanswered(): Promise<void> {
    this.lostAnswers = false;
    try {
      for (const jobId of await this.listAbandoned()) await this.recordAbandoned(jobId, answerLost, true);
    } catch (error) {
      this.lostAnswers = true;
      throw error;
    }
  }

  /** Unfinished runs without a process. A request is stored before it is queued, so each is checked twice. */
  private async listAbandoned(): Promise<readonly number[]> {
    const before = await this.store.listUnfinished(this.queue.jobIds);
    await Promise.allSettled(this.ordering);
    const after = await this.store.listUnfinished(this.queue.jobIds);
    return after.filter((jobId) => before.includes(jobId));
  }

  /** A run that the process before left behind when it was killed or the machine went down, or one that never got into the queue. */
  private async recordAbandoned(jobId: number, reason: string, isGone: boolean): Promise<void> {
    const { director, clock, onNotice } = this.options;
    const at = clock.now();
    const log = new RunLog(this.pool, clock, director, jobId);
    log.fatal(reason);
    await log.flush();
    const wasConnected = await this.store.endWorkerConnections(jobId);
    // Its process may live on another machine, or hang in the kernel: see closeVolumes of a run that is abandoned.
    if (wasConnected && !isGone) await this.store.closeVolumes(jobId);
    const figures = await this.store.describeUnfinished(jobId);
    const report = runReport(director, { ...figures, endedAt: at, errors: log.errors, status: 'f' });
    await this.store.finish({ jobId, status: 'f', errors: log.errors, at, totals: null }, report);
    onNotice(`Marked run ${jobId} as failed. ${reason}`);
    this.announce(jobId);
  }

  private async cutTails(storageName: string): Promise<void> {
    const storage = this.resources.storages.find(({ name }) => name === storageName);
    if (!storage) return;
    try {
      await cutTails(this.pool, storage, this.files.of(storage.folder));
    } catch (error) {
      if (error instanceof DatabaseError) throw error;
      // The next run on these volumes cuts them as well, and so does the next start.
      this.options.onNotice(`Could not check the ends of the volumes of storage ${storageName}: ${reasonOf(error)}`);
    }
  }

  private async persist(work: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await work();
        return;
      } catch (error) {
        if (tries === 1) this.options.onNotice(`Could not record the end of a run: ${String(error)}; will retry`);
        if (this.stoppingSinceMs !== null && performance.now() - this.stoppingSinceMs > stopPatienceMs) return;
        await sleep(persistRetryMs, aside);
      }
    }
  }

  /** Expires volumes, one check after the other; callers do not wait for it. */
  expireSoon(): void {
    if (this.stoppingSinceMs !== null || !this.isOwner) return;
    this.expiring = this.expiring
      .then(() => this.expire())
      .catch((error: unknown) => this.options.onNotice(`Could not expire volumes: ${String(error)}`));
  }

  private announce(jobId: number): void {
    for (const listener of this.listeners) listener({ jobId });
  }

  private async close(): Promise<void> {
    this.files.close();
    await this.ownership.release();
    await this.pool.end().catch(() => undefined);
  }
}
