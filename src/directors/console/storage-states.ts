import { AppError } from '../../domain/error-codes.js';
import { type DeviceState, type StorageState } from '../../domain/storages.js';
import { InFlightCalls } from '../../platform/in-flight-calls.js';
import { settleWithin } from '../../platform/timing.js';

interface CachedValue<T> {
  readonly value: T;
  readonly at: number;
}

/** The result of a query; `late`: still in progress, nothing is known yet. */
type Stale<T> = { readonly state: 'seen'; readonly value: T } | { readonly state: 'late' };

/** How long one result is shared by all callers; a slow or failed one longer. */
const freshForMs = 1_000;
const slowFreshForMs = 20_000;

/**
 * Reads values that may be slow, for example from a daemon that is down. Callers wait up to the timeout: the query continues in
 * the background, and serves later callers.
 */
class StaleWhileRevalidate<T> {
  private readonly known = new Map<string, CachedValue<T>>();
  private readonly cache = new InFlightCalls<string, T>();

  constructor(private readonly limitMs: number) {}

  /** Rejects as `query` does if that is within the timeout. */
  async read(key: string, query: () => Promise<T>): Promise<Stale<T>> {
    const known = this.known.get(key);
    if (known && performance.now() < known.at) return { state: 'seen', value: known.value };
    const going = this.cache.share(key, () => this.begin(key, query));
    const seen = going.then((value): Stale<T> => ({ state: 'seen', value }));
    return settleWithin<Stale<T>, Stale<T>>(seen, this.limitMs, { state: 'late' });
  }

  private async begin(key: string, query: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const value = await query();
    const now = performance.now();
    const isSlow = now - began > this.limitMs;
    this.known.set(key, { value, at: now + (isSlow ? slowFreshForMs : freshForMs) });
    return value;
  }
}

/** Longest wait for a storage daemon; a Director takes a quarter of a minute to find that one is down. */
const waitMs = 3_000;

/** A storage as the Director is configured with it. */
export interface ConfiguredStorage {
  readonly storage: string;
  /** Host and port: storages of one daemon have the same. */
  readonly address: string;
  /** The device, or the autochanger, that the Director queries at the daemon. */
  readonly device: string;
  readonly mediaType: string;
  readonly autochanger: boolean;
}

/** What a daemon reports: the devices of each of its storages. A text: why it reports nothing. */
export type DaemonReport = ((storage: ConfiguredStorage) => readonly DeviceState[]) | string;

/** Storages with their devices. A daemon is queried once for all its storages. */
export class StorageStates {
  private readonly daemons = new StaleWhileRevalidate<DaemonReport>(waitMs);

  /** `daemonOf` names the daemon of a storage; `query` uses the name of one of its storages. */
  async list(
    storages: readonly ConfiguredStorage[],
    daemonOf: (storage: ConfiguredStorage) => string,
    query: (storage: string) => Promise<DaemonReport>,
  ): Promise<readonly StorageState[]> {
    const byDaemon = new Map(storages.map((storage) => [daemonOf(storage), storage.storage]));
    const reports = new Map(
      await Promise.all(
        [...byDaemon].map(
          async ([daemon, storage]) => [daemon, await this.read(daemon, () => query(storage))] as const,
        ),
      ),
    );
    return storages.map((storage) => stateOf(storage, reports.get(daemonOf(storage)) ?? notYet));
  }

  private async read(daemon: string, query: () => Promise<DaemonReport>): Promise<DaemonReport> {
    try {
      const seen: Stale<DaemonReport> = await this.daemons.read(daemon, query);
      return seen.state === 'seen' ? seen.value : notYet;
    } catch (error) {
      // The Director answers, or its list of storages could not have been read: only this query failed.
      if (error instanceof AppError) return error.detail;
      throw error;
    }
  }
}

const notYet = `no answer within ${waitMs / 1000} s`;

function stateOf(configured: ConfiguredStorage, report: DaemonReport): StorageState {
  const { storage, address, mediaType, autochanger } = configured;
  const about = { storage, address, mediaType, autochanger };
  if (typeof report === 'string') {
    const error = `Storage ${storage} does not answer the Director: ${report}`;
    const devices = [unknownDevice(configured, error)];
    return { ...about, answers: false, error, freeBytes: null, totalBytes: null, devices };
  }
  const devices = report(configured);
  const { freeBytes = null, totalBytes = null } = devices[0] ?? {};
  return { ...about, answers: true, error: null, freeBytes, totalBytes, devices };
}

/** Instead of devices that cannot be read. */
function unknownDevice({ storage, device, mediaType, autochanger }: ConfiguredStorage, error: string): DeviceState {
  return {
    device,
    storage,
    mediaType,
    autochanger: autochanger ? device : null,
    drive: null,
    status: 'unknown' as const,
    waitsFor: null,
    volume: null,
    pool: null,
    enabled: true,
    freeBytes: null,
    totalBytes: null,
    error,
  };
}
