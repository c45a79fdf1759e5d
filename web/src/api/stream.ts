import { useEffect, useRef, useSyncExternalStore } from 'react';
import { addressOf } from './address';
import { type Schemas } from './request';
import { TabLeaderElection } from './leader-tab';
import { forget } from './queries';
import { whenSignedIn } from './session';

export type Run = Schemas['RunRecord'];
export type StreamState = 'connecting' | 'live' | 'polling';
/** Told from tab to tab: a changed run, null for "read again", and how the stream stands. */
type Told = { readonly run: Run | null } | { readonly state: StreamState };
type Listener = (run: Run | null) => void;

const pollEveryMs = 2000;
const retryStreamEveryMs = 15_000;
const lockName = 'backup-console-stream';

/**
 * The one event stream of all tabs: a browser has six connections to a console, and each stream would hold one. The leading tab
 * listens and tells the others; where it is closed or frozen, another takes over. Listeners get each changed run; null
 * means "read again": after a gap, and at every poll while there is no stream.
 */
class RunStream {
  private readonly listeners = new Set<Listener>();
  private readonly watchers = new Set<() => void>();
  private readonly others = new BroadcastChannel(lockName);
  private source: EventSource | null = null;
  private poll: ReturnType<typeof setInterval> | null = null;
  private triedAt = 0;
  private now: StreamState = 'connecting';
  private isWanted = false;
  private readonly tab = new TabLeaderElection(lockName, {
    ask: () => this.others.postMessage('ask'),
    lead: () => this.open(),
    follow: () => this.close(),
  });

  constructor() {
    this.others.onmessage = ({ data }: MessageEvent<Told | 'ask'>) => {
      if (data === 'ask') {
        this.tellState();
        return;
      }
      this.tab.heard();
      // What a tab said before it was frozen may arrive after another has taken over.
      if (this.tab.isLeading()) return;
      if ('state' in data) this.enter(data.state);
      else this.hand(data.run);
    };
  }

  readonly state = (): StreamState => this.now;

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    this.want();
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

  private want(): void {
    if (this.isWanted) return;
    this.isWanted = true;
    this.tab.start();
  }

  /** Another tab tells from now on; what came while this one was frozen is read again. */
  private close(): void {
    this.source?.close();
    this.source = null;
    this.stopPolling();
    this.enter('connecting');
    this.hand(null);
  }

  private open(): void {
    this.source?.close();
    this.triedAt = Date.now();
    const source = new EventSource(addressOf('/api/v1/operations/stream', { director: '*' }));
    this.source = source;
    source.addEventListener('run', (event: MessageEvent<string>) => this.tell(JSON.parse(event.data) as Run));
    source.addEventListener('reset', () => this.tell(null));
    source.onopen = () => this.lose('live');
    source.onerror = () => this.lose('polling');
  }

  /** The leader's own change of state. */
  private lose(state: StreamState): void {
    this.enter(state);
    this.tellState();
    if (state === 'live') {
      this.stopPolling();
      this.tell(null);
    } else this.poll ??= setInterval(() => this.tick(), pollEveryMs);
  }

  private stopPolling(): void {
    if (this.poll) clearInterval(this.poll);
    this.poll = null;
  }

  private tick(): void {
    this.tell(null);
    // After a cut the browser comes back by itself; after a refusal it never does.
    const isRefused = this.source?.readyState === EventSource.CLOSED;
    if (isRefused && Date.now() - this.triedAt > retryStreamEveryMs) this.open();
  }

  private enter(state: StreamState): void {
    if (this.now === state) return;
    this.now = state;
    for (const watcher of this.watchers) watcher();
  }

  private tellState(): void {
    if (this.tab.isLeading()) this.others.postMessage({ state: this.now } satisfies Told);
  }

  private tell(run: Run | null): void {
    this.others.postMessage({ run } satisfies Told);
    this.hand(run);
  }

  private hand(run: Run | null): void {
    for (const listener of this.listeners) listener(run);
  }
}

const stream = new RunStream();
whenSignedIn(() => stream.reopen());

/** Calls `listener` with each changed run, or null when everything is to be read again. */
export function useRunStream(listener: Listener): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => stream.listen((run) => latest.current(run)), []);
}

export function useStreamState(): StreamState {
  return useSyncExternalStore(stream.watch, stream.state);
}

const settleMs = 400;
/** What a run that changed may have changed with it. */
const changedByRuns = ['runs', 'health', 'clients', 'jobs', 'stats', 'volumes', 'points', 'arrivals'];

/** Has what is on the page asked again when runs change, many changes at once. Stands once, in the frame. */
export function useFollowedRuns(): void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useRunStream(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      forget(...changedByRuns);
    }, settleMs);
  });
}
