import { type RefObject, useLayoutEffect } from 'react';

/**
 * Whoever leaves a list by the Tab key would have to go through all of its rows, of which more are read on the way. So what can
 * be pressed in a row is a stop only while the row is the current one.
 */
export function useRowStops(body: RefObject<HTMLElement | null>, current: number): void {
  useLayoutEffect(() => {
    for (const row of body.current?.children ?? []) {
      const isCurrent = row.getAttribute('data-index') === String(current);
      for (const control of row.querySelectorAll<HTMLElement>('a, button, input, select')) setStop(control, isCurrent);
    }
  });
}

/** What is no stop of its own accord stays none. */
function setStop(control: HTMLElement, isStop: boolean): void {
  if (isStop && control.dataset['noStop'] !== undefined) {
    control.removeAttribute('tabindex');
    delete control.dataset['noStop'];
  } else if (!isStop && !control.hasAttribute('tabindex')) {
    control.tabIndex = -1;
    control.dataset['noStop'] = '';
  }
}
