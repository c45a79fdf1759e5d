import { type RunReader } from '../../domain/run-reader.port.js';
import { type LiveRun } from '../../domain/director.port.js';
import { type RunProgress, type WaitingFor } from '../../domain/run.js';
import { fullScope } from '../../domain/principal.js';
import { SingleFlight } from '../console/single-flight.js';
import { storageLimits, WaitingMedia } from '../console/media-wait.js';
import { settleWithin } from '../../platform/timing.js';
import { runsAtClient, activeRuns, storageStatus } from './bareos-commands.js';
import { type BareosConsole, unlessForbidden } from './bareos-console.js';
import { type InventoryKeeper } from './inventory.js';
import { type PermissionsKeeper, permits } from './permissions.js';
import { clientRuns, type CurrentRun, currentRuns, type TextRecord, wholeOf } from './parse/status.js';

/** How long one result is shared by all callers. */
const freshForMs = 1_000;
/** How long a list of runs waits for a client's statistics; the query itself continues up to the Director's own timeout. */
const clientWaitMs = 1_000;
const clientLimitMs = 45_000;
const running = 'R';
const mediaLetters: readonly string[] = ['M', 'm'];

/** Statistics of active runs: states from the Director, amounts from the clients that send the data. */
export class LiveRuns {
  private readonly current = new SingleFlight(freshForMs, () => this.readCurrent());
  private readonly clients = new Map<string, SingleFlight<readonly TextRecord[]>>();
  private readonly media: WaitingMedia;

  constructor(
    private readonly console: BareosConsole,
    private readonly permissions: PermissionsKeeper,
    private readonly runs: RunReader,
    private readonly inventory: InventoryKeeper,
  ) {
    this.media = new WaitingMedia((storage) => this.console.text(storageStatus(storage), storageLimits));
  }

  async of(jobIds: readonly number[]): Promise<ReadonlyMap<number, LiveRun>> {
    const wanted = new Set(jobIds);
    const runs = (await this.current.get()).filter(({ jobId }) => wanted.has(jobId));
    const [clients, waiting] = await Promise.all([
      this.clientsOf(runs.filter(({ letter }) => letter === running)),
      this.waitingFor(runs),
    ]);
    const entries = runs.map(async ({ jobId }): Promise<[number, LiveRun]> => {
      const client = clients.get(jobId);
      const progress = client === undefined ? null : await this.progressOf(jobId, client);
      return [jobId, { progress, waitingFor: waiting.get(jobId) ?? null }];
    });
    return new Map(await Promise.all(entries));
  }

  /** Live statistics are optional: a console without the permission has none. */
  private async readCurrent(): Promise<readonly CurrentRun[]> {
    const command = activeRuns(permits(await this.permissions.get(), '.status'));
    return currentRuns(await this.console.text(command).catch(unlessForbidden('')));
  }

  /** The Director's short list lacks a run's client; the catalog has it. */
  private async clientsOf(runs: readonly CurrentRun[]): Promise<ReadonlyMap<number, string>> {
    if (runs.length === 0) return new Map();
    const records = await this.runs.readRuns(fullScope, { ids: runs.map(({ jobId }) => jobId) });
    return new Map(records.flatMap(({ jobId, client }) => (client === null ? [] : [[jobId, client] as const])));
  }

  /** The Director's short list lacks a run's storage. For a run without a volume, its job's storage is assumed. */
  private async waitingFor(runs: readonly CurrentRun[]): Promise<ReadonlyMap<number, WaitingFor>> {
    const atMedia = runs.filter(({ letter }) => mediaLetters.includes(letter)).map(({ jobId }) => jobId);
    const storages = atMedia.length === 0 ? new Map<number, string>() : await this.storagesOf(atMedia);
    return this.media.of(runs.map(({ jobId, letter }) => ({ jobId, letter, storage: storages.get(jobId) ?? '' })));
  }

  private async storagesOf(jobIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const [records, { jobs }] = await Promise.all([
      this.runs.readRuns(fullScope, { ids: jobIds }),
      this.inventory.get(),
    ]);
    const byJob = new Map(jobs.map(({ job, storage }) => [job, storage]));
    return new Map(records.map(({ jobId, job, storage }) => [jobId, storage ?? byJob.get(job) ?? '']));
  }

  private async progressOf(jobId: number, client: string): Promise<RunProgress | null> {
    try {
      const records = await settleWithin(this.atClient(client), clientWaitMs, [], { ref: false });
      const own = records.find((record) => wholeOf(record, 'jobid') === jobId);
      return own ? progressIn(own) : null;
    } catch {
      // A client that does not answer in time has no statistics; its run is still shown.
      return null;
    }
  }

  private atClient(client: string): Promise<readonly TextRecord[]> {
    const known = this.clients.get(client);
    if (known) return known.get();
    const limits = { lane: 'slow', limitMs: clientLimitMs } as const;
    const shared = new SingleFlight(freshForMs, async () =>
      clientRuns(await this.console.text(runsAtClient(client), limits)),
    );
    this.clients.set(client, shared);
    return shared.get();
  }
}

function progressIn(record: TextRecord): RunProgress {
  return {
    files: wholeOf(record, 'files') ?? 0,
    bytes: wholeOf(record, 'bytes') ?? 0,
    bytesPerSecond: wholeOf(record, 'bytes/sec') ?? 0,
    currentFile: record.get('processing file') ?? null,
    fraction: null,
  };
}
