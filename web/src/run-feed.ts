import { useEffect, useRef, useSyncExternalStore } from 'react';
import { base, type Schemas } from './api';
import { whenSignedIn } from './session';

export type Run = Schemas['RunRecord'];
export type FeedState = 'connecting' | 'live' | 'polling';
type Listener = (run: Run | null) => void;

const pollEveryMs = 2000;
const retryStreamEveryMs = 15_000;

/**
 * The page's one event stream. Listeners get each changed run; null means "read again": after a gap, and at every poll
 * while there is no stream.
 */
class RunFeed {
  private readonly listeners = new Set<Listener>();
  private readonly watchers = new Set<() => void>();
  private source: EventSource | null = null;
  private poll: ReturnType<typeof setInterval> | null = null;
  private triedAt = 0;
  private now: FeedState = 'connecting';

  readonly state = (): FeedState => this.now;

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    if (this.source === null) this.open();
    return () => void this.listeners.delete(listener);
  }

  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  };

  /** The stream of an ended session is no longer of use after the next sign-in. */
  reopen(): void {
    if (this.source !== null) this.open();
  }

  private open(): void {
    this.source?.close();
    this.triedAt = Date.now();
    const source = new EventSource(`${base}/api/v1/operations/stream`);
    this.source = source;
    source.addEventListener('run', (event: MessageEvent<string>) => this.tell(JSON.parse(event.data) as Run));
    source.addEventListener('reset', () => this.tell(null));
    source.onopen = () => this.enter('live');
    source.onerror = () => this.enter('polling');
  }

  private enter(state: FeedState): void {
    this.now = state;
    for (const watcher of this.watchers) watcher();
    if (state === 'live') {
      if (this.poll) clearInterval(this.poll);
      this.poll = null;
      this.tell(null);
    } else this.poll ??= setInterval(() => this.tick(), pollEveryMs);
  }

  private tick(): void {
    this.tell(null);
    // After a cut the browser comes back by itself; after a refusal it never does.
    const isRefused = this.source?.readyState === EventSource.CLOSED;
    if (isRefused && Date.now() - this.triedAt > retryStreamEveryMs) this.open();
  }

  private tell(run: Run | null): void {
    for (const listener of this.listeners) listener(run);
  }
}

const feed = new RunFeed();
whenSignedIn(() => feed.reopen());

/** Calls `listener` with each changed run, or null when everything is to be read again. */
export function useRunFeed(listener: Listener): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => feed.listen((run) => latest.current(run)), []);
}

export function useFeedState(): FeedState {
  return useSyncExternalStore(feed.watch, feed.state);
}
