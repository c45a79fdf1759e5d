import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { isBareKey } from '../components/shortcut-key';
import { usePreferences } from '../components/preferences';

interface RowKeys {
  readonly current: number;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

interface RowKeyActions {
  readonly body: RefObject<HTMLElement | null>;
  readonly count: number;
  /** The row that was gone to last. */
  readonly at: number;
  readonly setAt: (index: number) => void;
  readonly reveal: (index: number) => void;
  readonly open?: ((index: number) => void) | undefined;
  readonly choose?: ((index: number) => void) | undefined;
}

/**
 * Arrows, Home and End go from row to row, Enter opens one; j, k and x where single letters are shortcuts. From elsewhere on the
 * page j and k go to the row that was gone to last.
 */
export function useRowKeys({ body, count, at, setAt, reveal, open, choose }: RowKeyActions): RowKeys {
  const { bareKeys } = usePreferences();
  const current = Math.min(at, Math.max(0, count - 1));
  const go = (index: number): void => {
    const next = Math.max(0, Math.min(count - 1, index));
    setAt(next);
    reveal(next);
  };
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => go(current + 1),
    ArrowUp: () => go(current - 1),
    Home: () => go(0),
    End: () => go(count - 1),
    ...(open ? { Enter: () => open(current) } : {}),
    ...(choose ? { ' ': () => choose(current) } : {}),
    ...(bareKeys ? { j: () => go(current + 1), k: () => go(current - 1) } : {}),
    ...(bareKeys && choose ? { x: () => choose(current) } : {}),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isRow = (event.target as HTMLElement).getAttribute('role') === 'row';
    const move = moves[event.key];
    if (!isRow || !move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move();
  };
  useComeFromElsewhere(bareKeys, (step) => go(holdsFocus(body.current) ? current + step : current));
  return { current, onKeyDown };
}

const steps: Readonly<Record<string, number>> = { j: 1, k: -1 };

function holdsFocus(body: HTMLElement | null): boolean {
  return body?.contains(document.activeElement) ?? false;
}

/** Of several lists on a page the first one takes the key. */
function useComeFromElsewhere(isOn: boolean, come: (step: number) => void): void {
  const latest = useRef(come);
  useEffect(() => {
    latest.current = come;
  });
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const step = steps[event.key];
      if (step === undefined || event.defaultPrevented || !isBareKey(event)) return;
      event.preventDefault();
      latest.current(step);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}
