import { type Clock } from '../../../domain/clock.js';
import { type LiveRun } from '../../../domain/director.port.js';
import { type WaitingFor } from '../../../domain/run.js';
import { shown } from '../backup/entry.js';
import { type Renames } from '../resources/renames.js';
import { type BackupJobResource, isBackupJob, type Resources } from '../resources/resources.js';
import { type ActiveRun, type StopRequest } from './active-run.js';
import { renameSpec } from './renamed-runs.js';
import { noClient, type QueuedRun, runsAhead, startableRuns, waitReason } from './scheduling-rules.js';

/** A run that read, wrote and found nothing for this long most likely hangs in a file system that does not answer. */
const stalledAfterMs = 5 * 60_000;

/** A running run without progress. */
export interface StalledRun {
  readonly jobId: number;
  readonly job: string;
  readonly minutes: number;
  /** The file or folder it was at, shown as text; null before the first. */
  readonly file: string | null;
}

/** What a run is of. A verify has a name only. */
type QueuedJob = Pick<BackupJobResource, 'name' | 'client' | 'fileset' | 'storage' | 'pool'>;

/** The runs that have not ended, in memory; their records are in the catalog. */
export class RunQueue {
  private readonly queued = new Map<number, ActiveRun>();
  private readonly running = new Map<number, ActiveRun>();
  private readonly ending = new Set<Promise<void>>();
  /** Runs that downloads read now; each set as it was given. */
  private readonly downloads = new Set<readonly number[]>();
  private isStopped = false;

  constructor(
    private readonly clock: Clock,
    private readonly mayStart: () => boolean,
    private readonly onEnded: () => void,
  ) {}

  get jobIds(): readonly number[] {
    return [...this.queued.keys(), ...this.running.keys()];
  }

  /** The run of this job that waits for its turn: a schedule that is faster than its job must not pile them up. */
  findQueued({ name, client, fileset, storage, pool }: QueuedJob): ActiveRun | null {
    const isOfJob = ({ spec }: ActiveRun): boolean =>
      spec.stored.name === name &&
      spec.notBefore === null &&
      // A run that was ordered with other resources saves something else.
      spec.client === client &&
      spec.fileset === fileset &&
      spec.storage === storage &&
      spec.pool === pool;
    return [...this.queued.values()].find(isOfJob) ?? null;
  }

  /** Runs whose volumes are being read or built upon, or will be. */
  get inUse(): readonly number[] {
    const runs = [...this.queued.values(), ...this.running.values()].flatMap((run) => run.inUse);
    return [...runs, ...[...this.downloads].flatMap((jobids) => jobids)];
  }

  /** Whether a run is choosing now which runs it builds upon, or verifies: `inUse` has not got them yet. */
  get isChoosingChain(): boolean {
    return [...this.running.values()].some(({ spec, task }) => spec.type !== 'R' && task === null);
  }

  /** Keeps the volumes of these runs until the answer is called. */
  keepForDownload(jobids: readonly number[]): () => void {
    const kept = [...jobids];
    this.downloads.add(kept);
    return () => void this.downloads.delete(kept);
  }

  /** Storages that restores and verifies read from now. */
  get reading(): readonly string[] {
    return [...this.running.values()].flatMap(({ reads }) => reads);
  }

  /** Storages that runs read or write now. */
  get busyStorages(): ReadonlySet<string> {
    return new Set([...this.running.values()].flatMap(({ spec, reads }) => [spec.storage, ...reads]));
  }

  add(run: ActiveRun): void {
    this.queued.set(run.spec.jobId, run);
    if (this.isStopped) this.endQueued(run, 'stop');
    else this.startDue();
  }

  /** Starts what may start now. Called after each change, and each second for runs that wait for their time. */
  startDue(): void {
    if (this.isStopped || !this.mayStart()) return;
    const specs = [...this.queued.values()].map(({ spec }) => spec);
    for (const { jobId } of startableRuns(specs, this.busyClients(), this.clock.now())) {
      const run = this.queued.get(jobId);
      if (!run) continue;
      this.queued.delete(jobId);
      this.running.set(jobId, run);
      this.watch(jobId, run.run());
    }
  }

  /** Before the resources with the new names are in force. */
  rename(renames: Renames): void {
    for (const { spec } of [...this.queued.values(), ...this.running.values()]) renameSpec(spec, renames);
  }

  /** Cancels waiting backups of a job, client, fileset, storage or pool that is no longer defined. */
  endUndefined(resources: Resources): void {
    const has = (list: readonly { readonly name: string }[], name: string): boolean =>
      list.some((resource) => resource.name === name);
    for (const run of [...this.queued.values()]) {
      const { type, stored, client, fileset, storage, pool } = run.spec;
      const isDefined = {
        B: () =>
          has(resources.jobs.filter(isBackupJob), stored.name) &&
          has(resources.clients, client) &&
          has(resources.filesets, fileset) &&
          has(resources.storages, storage) &&
          has(resources.pools, pool),
        V: () => resources.jobs.some((job) => job.name === stored.name && !isBackupJob(job)),
        R: () => true,
      };
      if (!isDefined[type]()) this.endQueued(run, 'undefined');
    }
  }

  /** Returns whether the run was still here to be canceled. */
  cancel(jobId: number): boolean {
    const queued = this.queued.get(jobId);
    if (queued) this.endQueued(queued, 'cancel');
    const running = this.running.get(jobId);
    running?.stop('cancel');
    return queued !== undefined || running !== undefined;
  }

  /** Running runs whose log or statistics have grown since the last call. */
  takeNews(): readonly number[] {
    return [...this.running.values()].filter((run) => run.hasNews()).map(({ spec }) => spec.jobId);
  }

  live(jobIds: readonly number[]): ReadonlyMap<number, LiveRun> {
    const found = new Map<number, LiveRun>();
    for (const jobId of jobIds) {
      const queued = this.queued.get(jobId);
      const running = this.running.get(jobId);
      if (running) found.set(jobId, { progress: progressOf(running), waitingFor: waitsForFiles(running) });
      else if (queued) found.set(jobId, { progress: null, waitingFor: this.waitingFor(queued.spec) });
    }
    return found;
  }

  /** Running runs that have made no progress for five minutes or more. */
  stalled(): readonly StalledRun[] {
    return [...this.running.values()].map(stalledRun).filter((run) => run !== null);
  }

  /** Ends all runs; resolves when each has its record. Takes no new ones with `stop`. */
  async endAll(request: StopRequest): Promise<void> {
    if (request === 'stop') this.isStopped = true;
    for (const run of [...this.queued.values()]) this.endQueued(run, request);
    for (const run of this.running.values()) run.stop(request);
    await Promise.all(this.ending);
  }

  private endQueued(run: ActiveRun, request: StopRequest): void {
    this.queued.delete(run.spec.jobId);
    // Counts as running until its record is written, so that nothing takes it for a run of a dead process.
    this.running.set(run.spec.jobId, run);
    this.watch(run.spec.jobId, run.endUnstarted(request));
  }

  private watch(jobId: number, end: Promise<void>): void {
    const watched = end
      .catch(() => undefined)
      .then(() => {
        this.running.delete(jobId);
        this.ending.delete(watched);
        this.onEnded();
        this.startDue();
      });
    this.ending.add(watched);
  }

  private busyClients(): readonly string[] {
    return [...this.running.values()].map(({ spec }) => spec.client);
  }

  private waitingFor(spec: QueuedRun): WaitingFor {
    const now = this.clock.now();
    const queued = [...this.queued.values()].map((run) => run.spec);
    const runs = runsAhead(spec, queued, this.busyClients(), now);
    const ahead = aheadText(runs);
    switch (waitReason(spec, this.busyClients(), now)) {
      case 'time':
        return {
          code: 'start_time',
          params: { at: spec.notBefore?.toISOString() ?? '' },
          kind: 'time',
          text: `Scheduled to start at ${spec.notBefore?.toISOString() ?? ''}.`,
          hint: 'No action is needed.',
        };
      case 'client':
        if (spec.client === noClient) return waitsForVerify(runs, ahead);
        return {
          code: 'client_busy',
          params: { client: spec.client, runsAhead: runs },
          kind: 'client',
          text: `Waiting for another job on client ${spec.client}.${ahead}`,
          hint: 'This run starts when that one ends.',
        };
      case 'slot':
        return {
          code: 'run_slots',
          params: { runsAhead: runs },
          kind: 'slot',
          text: `Waiting because the maximum number of concurrent runs is reached.${ahead}`,
          hint: 'This run starts when one of them ends.',
        };
    }
  }
}

function waitsForVerify(runsAhead: number, ahead: string): WaitingFor {
  return {
    code: 'verify_busy',
    params: { runsAhead },
    kind: 'other',
    text: `Waiting for another verify: only one runs at a time.${ahead}`,
    hint: 'This run starts when that one ends.',
  };
}

function aheadText(runs: number): string {
  if (runs === 0) return '';
  return runs === 1 ? ' One queued run is ahead of it.' : ` ${runs} queued runs are ahead of it.`;
}

function progressOf(run: ActiveRun): LiveRun['progress'] {
  if (!run.task) return null;
  const { files, bytes, bytesPerSecond, currentFile } = run.task.read();
  return { files, bytes, bytesPerSecond, currentFile: currentFile ? shown(currentFile) : null, fraction: null };
}

function stalledRun({ task, spec }: ActiveRun): StalledRun | null {
  if (!task || task.idleMs < stalledAfterMs) return null;
  const { currentFile } = task.read();
  const minutes = Math.floor(task.idleMs / 60_000);
  return { jobId: spec.jobId, job: spec.stored.name, minutes, file: currentFile ? shown(currentFile) : null };
}

function waitsForFiles(run: ActiveRun): WaitingFor | null {
  const stalled = stalledRun(run);
  if (!stalled) return null;
  const { minutes, file } = stalled;
  return {
    code: 'no_progress',
    params: { minutes, file: file ?? '' },
    kind: 'other',
    text: `No progress for ${minutes} minutes${file === null ? '' : `, at ${file}`}.`,
    hint: 'Check that the file systems of its files and its storage respond. Canceling the run frees its client.',
  };
}
