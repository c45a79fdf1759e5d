import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useMessages } from '../i18n/messages';
import { ChooserLabel, type ChooserProps } from './combobox-label';
import './combobox.css';
import { type Choosing, useChoosing } from './use-combobox';

/** A name is looked for by typing; arrows choose, Enter takes, Escape keeps what was chosen. */
export function Searched(props: ChooserProps) {
  const { hint } = useMessages('combobox');
  const choosing = useChoosing(props);
  const { text, isOpen, at, open, type, leave } = choosing;
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  return (
    <>
      <label>
        <ChooserLabel {...props} />
        <input
          {...{ ref: field, className: 'short', value: text, placeholder: props.nothing ?? hint }}
          {...{ role: 'combobox', 'aria-expanded': isOpen, 'aria-controls': list, 'aria-autocomplete': 'list' }}
          {...{ spellCheck: false, autoComplete: 'off', onClick: open, onBlur: leave, onKeyDown: keysOf(choosing) }}
          aria-activedescendant={isOpen && at >= 0 ? `${list}-${at}` : undefined}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => type(target.value)}
        />
      </label>
      <Names {...{ of: choosing, list, field }} />
    </>
  );
}

function keysOf({ isOpen, at, move, open, enter, forget }: Choosing) {
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: isOpen ? () => move(1) : open,
    ArrowUp: isOpen ? () => move(at < 0 ? 0 : -1) : open,
    ...(isOpen ? { Enter: enter, Escape: forget } : {}),
  };
  return (event: KeyboardEvent): void => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}

interface NamesProps {
  readonly of: Choosing;
  readonly list: string;
  readonly field: { readonly current: HTMLInputElement | null };
}

/** In the top layer, so that nothing cuts it off; it takes no focus. */
function Names({ of: { isOpen, items, offered, at, take }, list, field }: NamesProps) {
  const messages = useMessages('combobox');
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [shown, at] = [popup.current, field.current];
    if (!shown || !at || !isOpen) {
      shown?.hidePopover();
      return undefined;
    }
    const again = () => place(shown, at);
    again();
    const places = ['scroll', 'resize'] as const;
    for (const event of places) window.addEventListener(event, again, { capture: true, passive: true });
    return () => {
      for (const event of places) window.removeEventListener(event, again, { capture: true });
    };
  }, [isOpen, field, items.length]);
  return (
    <div ref={popup} popover="manual" className="searched" onMouseDown={(event) => event.preventDefault()}>
      <ul id={list} role="listbox" aria-label={messages.names}>
        {isOpen &&
          items.map((name, index) => (
            <li
              key={name}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === at}
              ref={index === at ? reveal : null}
              onClick={() => take(name)}
            >
              {offered.names.includes(name) ? name : messages.asTyped(name)}
            </li>
          ))}
      </ul>
      <p role="status">{isOpen && <Said {...{ offered, isNone: items.length === 0 }} />}</p>
    </div>
  );
}

function Said({ offered: { isAsking, isCut }, isNone }: Pick<Choosing, 'offered'> & { readonly isNone: boolean }) {
  const messages = useMessages('combobox');
  if (isNone) return isAsking ? '…' : messages.none;
  return isCut ? messages.more : null;
}

function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

const gap = 4;

/** Below the field, or above it where there is more room; never beyond the edge of the window. */
function place(popup: HTMLElement, field: HTMLElement): void {
  const { left, top, bottom, width } = field.getBoundingClientRect();
  const below = window.innerHeight - bottom;
  const isBelow = below >= top || below > 240;
  popup.style.minWidth = `${width}px`;
  popup.style.maxHeight = `${Math.min(360, (isBelow ? below : top) - 2 * gap)}px`;
  popup.style.top = isBelow ? `${bottom + gap}px` : 'auto';
  popup.style.bottom = isBelow ? 'auto' : `${window.innerHeight - top + gap}px`;
  if (!popup.matches(':popover-open')) popup.showPopover();
  popup.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - popup.offsetWidth - gap))}px`;
}
