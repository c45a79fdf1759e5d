import { useSyncExternalStore } from 'react';

const checkEveryMs = 2_000;

/** Whether the console answers at all; answers true where it does. Never throws. */
type Probe = () => Promise<boolean>;

/** Whether the console can be reached. One request that fails proves nothing, so each is followed by a probe. */
class Connection {
  private lostAt: number | null = null;
  private checking: Promise<boolean> | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private readonly watchers = new Set<() => void>();
  private readonly onBack = new Set<() => void>();

  /** Milliseconds since 1970; null while the console answers. */
  readonly lostSince = (): number | null => this.lostAt;

  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  };

  /** Calls back each time the console answers again. Returns how to stop. */
  whenBack(listener: () => void): () => void {
    this.onBack.add(listener);
    return () => void this.onBack.delete(listener);
  }

  /** Probes it now. Where it does not answer, it is probed until it does. */
  check(probe: Probe): Promise<boolean> {
    this.checking ??= probe().then((answers) => {
      this.checking = null;
      if (answers) this.answered();
      else this.failed(probe);
      return answers;
    });
    return this.checking;
  }

  /** The console has answered a request. */
  answered(): void {
    if (this.lostAt === null) return;
    this.enter(null);
    for (const listener of this.onBack) listener();
  }

  private failed(probe: Probe): void {
    if (this.lostAt === null) this.enter(Date.now());
    this.timer ??= setTimeout(() => {
      this.timer = null;
      void this.check(probe);
    }, checkEveryMs);
  }

  private enter(lostAt: number | null): void {
    this.lostAt = lostAt;
    for (const watcher of this.watchers) watcher();
  }
}

export const connection = new Connection();

/** Since when the console cannot be reached, in milliseconds since 1970; null: it can. */
export function useLostSince(): number | null {
  return useSyncExternalStore(connection.watch, connection.lostSince);
}
