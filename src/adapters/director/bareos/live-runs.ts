import { setTimeout } from 'node:timers/promises';
import { type CatalogPort } from '../../../domain/catalog.port.js';
import { type LiveRun } from '../../../domain/director.port.js';
import { type RunProgress } from '../../../domain/run.js';
import { everything } from '../../../domain/scope.js';
import { Shared } from '../console/shared.js';
import { waitingForOf } from '../console/waiting.js';
import { runsAtClient, runsOnTheirWay } from './bareos-commands.js';
import { type BareosConsole, unlessForbidden } from './bareos-console.js';
import { type PermissionsKeeper, permits } from './permissions.js';
import { clientRuns, type CurrentRun, currentRuns, type TextRecord, wholeOf } from './status-text.js';

/** So long one look serves all who ask. */
const freshForMs = 1_000;
/** What a page that shows runs waits for figures of a client; the question itself goes on as long as a Director may take. */
const clientWaitMs = 1_000;
const clientLimitMs = 45_000;
const running = 'R';

/** Figures of runs on their way: states from the Director, amounts from the clients that send the data. */
export class LiveRuns {
  private readonly current = new Shared(freshForMs, () => this.readCurrent());
  private readonly clients = new Map<string, Shared<readonly TextRecord[]>>();

  constructor(
    private readonly console: BareosConsole,
    private readonly permissions: PermissionsKeeper,
    private readonly catalog: CatalogPort,
  ) {}

  async of(jobIds: readonly number[]): Promise<ReadonlyMap<number, LiveRun>> {
    const wanted = new Set(jobIds);
    const runs = (await this.current.get()).filter(({ jobId }) => wanted.has(jobId));
    const clients = await this.clientsOf(runs.filter(({ letter }) => letter === running));
    const entries = runs.map(async ({ jobId, letter }): Promise<[number, LiveRun]> => {
      const client = clients.get(jobId);
      const progress = client === undefined ? null : await this.progressOf(jobId, client);
      return [jobId, { progress, waitingFor: waitingForOf(letter) }];
    });
    return new Map(await Promise.all(entries));
  }

  /** Live figures are an extra: a console that is not permitted to ask for them has none. */
  private async readCurrent(): Promise<readonly CurrentRun[]> {
    const command = runsOnTheirWay(permits(await this.permissions.get(), '.status'));
    return currentRuns(await this.console.text(command).catch(unlessForbidden('')));
  }

  /** The Director tells no client of a run in its short list; the catalog does. */
  private async clientsOf(runs: readonly CurrentRun[]): Promise<ReadonlyMap<number, string>> {
    if (runs.length === 0) return new Map();
    const records = await this.catalog.readRuns(everything, { ids: runs.map(({ jobId }) => jobId) });
    return new Map(records.flatMap(({ jobId, client }) => (client === null ? [] : [[jobId, client] as const])));
  }

  private async progressOf(jobId: number, client: string): Promise<RunProgress | null> {
    try {
      const records = await Promise.race([this.atClient(client), tooLate(clientWaitMs)]);
      const own = records.find((record) => wholeOf(record, 'jobid') === jobId);
      return own ? progressIn(own) : null;
    } catch {
      // A client that does not tell in time has no figures; its run is shown all the same.
      return null;
    }
  }

  private atClient(client: string): Promise<readonly TextRecord[]> {
    const known = this.clients.get(client);
    if (known) return known.get();
    const limits = { lane: 'slow', limitMs: clientLimitMs } as const;
    const shared = new Shared(freshForMs, async () =>
      clientRuns(await this.console.text(runsAtClient(client), limits)),
    );
    this.clients.set(client, shared);
    return shared.get();
  }
}

/** No figures, after this time. */
async function tooLate(ms: number): Promise<readonly TextRecord[]> {
  await setTimeout(ms, undefined, { ref: false });
  return [];
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
