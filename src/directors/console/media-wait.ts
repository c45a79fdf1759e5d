import { type WaitingFor } from '../../domain/run.js';
import { settleWithin } from '../../platform/timing.js';
import { type BlockedDevice, readStorageReport, type StorageReport, waitingForOf } from './blocked-runs.js';
import { SingleFlight } from './single-flight.js';

const freshForMs = 2_000;
/** How long a page waits for a storage; the query itself may take longer. */
const storageWaitMs = 1_000;
export const storageLimits = { lane: 'slow', limitMs: 45_000 } as const;
/** The most storages that are queried for one page. */
const mostStorages = 5;

/** An active run. */
export interface ListedRun {
  readonly jobId: number;
  /** That of a run that waits for a volume, though its catalog has that of a running one. */
  readonly letter: string;
  /** Empty where it is not known. */
  readonly storage: string;
}

interface Wait {
  readonly jobId: number;
  readonly storage: string;
  readonly isAtMedia: boolean;
  readonly reason: WaitingFor;
}

/** What runs wait for: the reason from the Director, the volume or device from the storage that the run waits at. */
export class WaitingMedia {
  private readonly storages = new Map<string, SingleFlight<StorageReport>>();

  /** `readStatus` returns the text of `status storage=`. */
  constructor(private readonly readStatus: (storage: string) => Promise<string>) {}

  /** One query for each storage at which one of these runs waits, a few storages at most. */
  async of(runs: readonly ListedRun[]): Promise<ReadonlyMap<number, WaitingFor>> {
    const waiting = runs.flatMap((run) => waitOf(run) ?? []);
    const storages = [...new Set(waiting.flatMap(({ storage, isAtMedia }) => (isAtMedia && storage ? [storage] : [])))];
    const reports = new Map(
      await Promise.all(
        storages.slice(0, mostStorages).map(async (name) => [name, await this.readSoon(name)] as const),
      ),
    );
    return new Map(waiting.map((wait) => [wait.jobId, detailed(wait, reports.get(wait.storage) ?? null)]));
  }

  private async readSoon(storage: string): Promise<StorageReport | null> {
    try {
      return await settleWithin(this.sharedOf(storage).get(), storageWaitMs);
    } catch {
      // Without an answer of the storage, the reason does not name the volume.
      return null;
    }
  }

  private sharedOf(storage: string): SingleFlight<StorageReport> {
    const known = this.storages.get(storage);
    if (known) return known;
    const shared = new SingleFlight(freshForMs, async () => readStorageReport(await this.readStatus(storage)));
    this.storages.set(storage, shared);
    return shared;
  }
}

function waitOf({ jobId, letter, storage }: ListedRun): Wait | null {
  const reason = waitingForOf(letter);
  return reason === null ? null : { jobId, storage, isAtMedia: letter === 'M' || letter === 'm', reason };
}

function detailed({ jobId, isAtMedia, reason, storage }: Wait, report: StorageReport | null): WaitingFor {
  if (!isAtMedia || report === null) return reason;
  const device = report.deviceOf.get(jobId);
  // A run that uses another device waits for that device, not for one that is blocked here.
  const onlyOne = device === undefined && report.blocked.length === 1 ? report.blocked[0] : undefined;
  const blocked = report.blocked.find((one) => one.device === device) ?? onlyOne;
  return blocked ? waitTextOf(blocked, storage) : reason;
}

function waitTextOf({ device, reason, volume, pool, mediaType }: BlockedDevice, storage: string): WaitingFor {
  const at = `device ${device} of storage ${storage}`;
  const kindOfMedia = mediaType === null ? '' : ` of media type ${mediaType}`;
  const params = { device, storage, ...definedOf({ volume, pool, mediaType }) };
  switch (reason) {
    case 'mount':
      return {
        code: 'volume_to_mount',
        params,
        kind: 'media',
        text: `Waiting for volume ${volume}${pool === null ? '' : ` of pool ${pool}`} to be mounted on ${at}.`,
        hint: `Insert the volume and mount it, or label a new one${kindOfMedia} in its pool.`,
      };
    case 'unmounted':
      return {
        code: 'device_unmounted',
        params,
        kind: 'device',
        text: `Waiting because ${at} was unmounted.`,
        hint: 'Mount the device again.',
      };
    default:
      return {
        code: 'volume_to_write',
        params,
        kind: 'media',
        text: `Waiting for an appendable volume${pool === null ? '' : ` of pool ${pool}`}${kindOfMedia} on ${at}.`,
        hint: `Label a volume${pool === null ? ' in its pool' : ` in pool ${pool}`} at this storage, or free one.`,
      };
  }
}

/** Those that are known. */
function definedOf(values: Readonly<Record<string, string | null>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}
