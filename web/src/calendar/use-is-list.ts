import { useSyncExternalStore } from 'react';

/** Where the days are below each other; calendar.css has the same width. */
const narrow = '(max-width: 1080px)';

export function useIsList(): boolean {
  return useSyncExternalStore(onChange, () => matchMedia(narrow).matches);
}

function onChange(listener: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
