import { type MouseEvent } from 'react';

/** What does something else when it is pressed. */
const controls = 'a, button, input, select, textarea, label, summary';

function rowOf({ target, currentTarget }: MouseEvent): HTMLElement | null {
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(controls)) return null;
  return target.closest<HTMLElement>('[role=row]');
}

/** As a link opens in another tab. */
function openAside(row: HTMLElement): void {
  const address = row.querySelector('a')?.href;
  // oxlint-disable-next-line no-restricted-properties -- It opens a page of our own, where the link leads to.
  if (address !== undefined) window.open(address, '_blank', 'noopener');
}

interface RowClicks {
  readonly onClick?: (event: MouseEvent) => void;
  readonly onAuxClick?: (event: MouseEvent) => void;
  readonly onMouseDown?: (event: MouseEvent) => void;
}

/**
 * A press anywhere on a row opens it, with the middle button or Ctrl in another tab, as its first link does. Not the press that
 * ends a selection of text, and not one on something that does something else.
 */
export function rowClicks(open: ((index: number) => void) | undefined): RowClicks {
  if (!open) return {};
  return {
    onClick: (event) => {
      const row = rowOf(event);
      if (row === null || getSelection()?.isCollapsed === false) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey) openAside(row);
      else open(Number(row.dataset['index']));
    },
    onAuxClick: (event) => {
      const row = event.button === 1 ? rowOf(event) : null;
      if (row !== null) openAside(row);
    },
    // Else some browsers begin to scroll.
    onMouseDown: (event) => {
      if (event.button === 1 && rowOf(event) !== null) event.preventDefault();
    },
  };
}
