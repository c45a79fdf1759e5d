import { useCallback, useSyncExternalStore } from 'react';

/** A window of a phone's width. */
export const narrow = '(max-width: 640px)';

/** Whether a media query matches now; follows the window when it changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
