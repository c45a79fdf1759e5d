import { type LiveRun } from '../../domain/director.port.js';
import { type RunProgress } from '../../domain/run.js';
import { type DirectorConsole } from '../console/director-console.js';
import { SingleFlight } from '../console/single-flight.js';
import { type ListedRun, storageLimits, WaitingMedia } from '../console/media-wait.js';
import { commandOf } from '../protocol/quote-argument.js';
import { settleWithin } from '../../platform/timing.js';
import { type FieldRecord, fieldRecords, numberIn } from './parse/fields.js';

/** How long one result is shared by all callers. */
const freshForMs = 1_000;
/** How long a list of runs waits for a client's statistics; the query itself continues up to the Director's own timeout. */
const clientWaitMs = 1_000;
const clientLimitMs = 45_000;

/** Statistics of active runs: states from the Director, amounts from the clients that send the data. */
export class LiveRuns {
  private readonly running = new SingleFlight(freshForMs, () => this.readRunning());
  private readonly clients = new Map<string, SingleFlight<readonly FieldRecord[]>>();

  private readonly media: WaitingMedia;

  constructor(private readonly console: DirectorConsole) {
    this.media = new WaitingMedia(async (storage) => {
      const reply = await this.console.ask(commandOf('status', [['storage', storage]]), storageLimits);
      return reply.text;
    });
  }

  async of(jobIds: readonly number[]): Promise<ReadonlyMap<number, LiveRun>> {
    const records = (await this.running.get()).filter((record) => jobIds.includes(numberIn(record, 'jobid') ?? 0));
    const waiting = this.media.of(records.map(listedRun));
    const entries = records.map(async (record): Promise<[number, LiveRun]> => {
      const jobId = numberIn(record, 'jobid') ?? 0;
      const progress = letterOf(record) === 'R' ? await this.progressOf(record) : null;
      return [jobId, { progress, waitingFor: (await waiting).get(jobId) ?? null }];
    });
    return new Map(await Promise.all(entries));
  }

  private async readRunning(): Promise<readonly FieldRecord[]> {
    return fieldRecords((await this.console.ask('.status dir running')).text);
  }

  private async progressOf(record: FieldRecord): Promise<RunProgress | null> {
    const [client, jobId] = [record.get('clientname') ?? '', numberIn(record, 'jobid')];
    if (client === '' || jobId === null) return null;
    try {
      const records = await settleWithin(this.atClient(client), clientWaitMs, [], { ref: false });
      const own = records.find((one) => numberIn(one, 'jobid') === jobId);
      return own ? progressIn(own) : null;
    } catch {
      // A client that does not answer in time has no statistics; its run is still shown.
      return null;
    }
  }

  private atClient(client: string): Promise<readonly FieldRecord[]> {
    const command = commandOf('.status', [
      ['client', client],
      ['running', true],
    ]);
    const known = this.clients.get(client);
    if (known) return known.get();
    const shared = new SingleFlight(freshForMs, async () => {
      const reply = await this.console.ask(command, { lane: 'slow', limitMs: clientLimitMs });
      return fieldRecords(reply.text);
    });
    this.clients.set(client, shared);
    return shared.get();
  }
}

function listedRun(record: FieldRecord): ListedRun {
  return { jobId: numberIn(record, 'jobid') ?? 0, letter: letterOf(record), storage: record.get('storage') ?? '' };
}

/** While a storage waits for a volume, the run's letter stays that of a running one; only the Director's text shows it. */
function letterOf(record: FieldRecord): string {
  const words = record.get('status_desc') ?? '';
  if (/waiting for (a )?mount/i.test(words)) return 'M';
  return /waiting for an appendable/i.test(words) ? 'm' : (record.get('status') ?? '');
}

function progressIn(record: FieldRecord): RunProgress {
  return {
    files: numberIn(record, 'jobfiles') ?? 0,
    bytes: numberIn(record, 'jobbytes') ?? 0,
    bytesPerSecond: numberIn(record, 'bytes_sec') ?? 0,
    currentFile: record.get('processing_file') ?? null,
    fraction: null,
  };
}
