import { useSyncExternalStore } from 'react';

/** Where the frame has its views at the bottom: phones, and windows as narrow. */
const narrow = '(max-width: 820px)';

export function useIsNarrow(): boolean {
  return useSyncExternalStore(onChange, () => matchMedia(narrow).matches);
}

function onChange(listener: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
