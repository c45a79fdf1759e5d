import { useSyncExternalStore } from 'react';

const shape = /^#\/welcome\/([^/?#]+)/;

function watch(tell: () => void): () => void {
  window.addEventListener('hashchange', tell);
  return () => window.removeEventListener('hashchange', tell);
}

function read(): string | null {
  return shape.exec(location.hash)?.[1] ?? null;
}

/** The secret of the one-time link that the page was opened with; null at any other address. */
export function useWelcomeLink(): string | null {
  return useSyncExternalStore(watch, read);
}

/** To the page itself: a link that was used stays neither in the address nor in the history. */
export function leaveWelcome(): void {
  location.replace('#/');
}
