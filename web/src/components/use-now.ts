import { useSyncExternalStore } from 'react';

const tickMs = 10_000;
const watchers = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | null = null;

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const tell of watchers) tell();
  }, tickMs);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

function read(): number {
  // A page that had nothing to tell the time for has an old one.
  if (timer === null) now = Date.now();
  return now;
}

/** The time in milliseconds, one clock for all that says "3 minutes ago". */
export function useNow(): number {
  return useSyncExternalStore(watch, () => (timer === null ? Math.floor(read() / tickMs) * tickMs : now));
}
