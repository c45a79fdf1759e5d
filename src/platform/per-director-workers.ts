import { type AdvisoryLock } from '../database/advisory-locks.js';
import { type LockConnection } from '../database/lock-connection.js';
import { type DirectorPort } from '../domain/director.port.js';
import { type DirectorEntry, type Directors } from '../domain/directors.port.js';
import { settleWithin } from './timing.js';

/** A worker's own calls end a little later. */
const stopLimitMs = 2_000;

interface DirectorWorker {
  stop(): Promise<void>;
}

/** Makes the worker of a Director; it may work while `isMyTurn`: of all processes one has the turn. */
type MakeWorker<W> = (entry: DirectorEntry, isMyTurn: () => Promise<boolean>) => W;

/** One worker for each Director that is configured, as Directors come and go. */
export class PerDirectorWorkers<W extends DirectorWorker> {
  private readonly workers = new Map<DirectorPort, { readonly name: string; readonly worker: W }>();
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly directors: Directors,
    private readonly session: Pick<LockConnection, 'tryLock' | 'unlock'>,
    private readonly lock: AdvisoryLock,
    private readonly make: MakeWorker<W>,
  ) {}

  start(): void {
    this.follow();
    this.stopWatching = this.directors.onChange(() => this.follow());
  }

  /** Waits for workers that are busy, but not for long. */
  async stop(): Promise<void> {
    this.stopWatching();
    const stops = Promise.all(this.all().map((worker) => worker.stop()));
    this.workers.clear();
    await settleWithin(stops, stopLimitMs);
  }

  all(): readonly W[] {
    return [...this.workers.values()].map(({ worker }) => worker);
  }

  /** None where the Director is not configured. */
  of(director: string): readonly W[] {
    return [...this.workers.values()].filter(({ name }) => name === director).map(({ worker }) => worker);
  }

  private follow(): void {
    const entries = this.directors.all();
    for (const [director, { name, worker }] of this.workers) {
      if (entries.some((entry) => entry.director === director)) continue;
      this.workers.delete(director);
      void worker.stop().then(() => this.release(name));
    }
    for (const entry of entries) {
      if (this.workers.has(entry.director)) continue;
      const { name } = entry;
      const worker = this.make(entry, () => this.session.tryLock(this.lock, name));
      this.workers.set(entry.director, { name, worker });
    }
  }

  /** A Director that was replaced keeps its turn here. */
  private async release(name: string): Promise<void> {
    if (this.of(name).length === 0) await this.session.unlock(this.lock, name);
  }
}
