import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useMessages } from '../i18n/messages';
import { type Finding, type Known, useFindings } from './results';
import './command-palette.css';

interface PaletteProps extends Known {
  readonly close: () => void;
  /** What was typed before it was there. */
  readonly ahead: string;
}

/** Goes anywhere by typing. Arrows choose, Enter goes, Escape closes. */
export function Palette({ views, actions, close, ahead }: PaletteProps) {
  const messages = useMessages('commandPalette');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="palette" aria-label={messages.title} onClose={close}>
      <Search {...{ views, actions, ahead }} done={() => dialog.current?.close()} />
    </dialog>
  );
}

function Search({ views, actions, ahead, done }: Omit<PaletteProps, 'close'> & { readonly done: () => void }) {
  const messages = useMessages('commandPalette');
  const list = useId();
  const [typed, setTyped] = useState(ahead);
  const [at, setAt] = useState(0);
  const found = useFindings(typed.trim(), { views, actions });
  const current = Math.min(at, found.length - 1);
  const go = (finding?: Finding) => {
    if (!finding) return;
    // So that the focus is back where it was before something else takes it.
    done();
    finding.go();
  };
  const field = {
    role: 'combobox',
    'aria-expanded': found.length > 0,
    'aria-controls': list,
    'aria-autocomplete': 'list' as const,
    'aria-activedescendant': found.length > 0 ? `${list}-${current}` : undefined,
  };
  return (
    <>
      <input
        {...{ ...field, value: typed, spellCheck: false, autoFocus: true }}
        aria-label={messages.title}
        placeholder={messages.hint}
        onKeyDown={keysOf({ count: found.length, current, choose: setAt, go: () => go(found[current]) })}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
      />
      <Findings {...{ list, found, current, go }} />
      <p className="quiet" role="status">
        {found.length === 0 ? messages.nothing : messages.results(found.length)}
      </p>
    </>
  );
}

interface ListKeys {
  readonly count: number;
  readonly current: number;
  readonly choose: (index: number) => void;
  readonly go: () => void;
}

/** Arrows go round; Enter goes where the chosen one leads. */
function keysOf({ count, current, choose, go }: ListKeys) {
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => choose((current + 1) % count),
    ArrowUp: () => choose((current - 1 + count) % count),
    Enter: go,
  };
  return (event: KeyboardEvent): void => {
    const move = moves[event.key];
    if (!move || count === 0) return;
    event.preventDefault();
    move();
  };
}

interface FindingsProps {
  readonly list: string;
  readonly found: readonly Finding[];
  readonly current: number;
  readonly go: (finding: Finding) => void;
}

function Findings({ list, found, current, go }: FindingsProps) {
  const messages = useMessages('commandPalette');
  return (
    <ul id={list} role="listbox" aria-label={messages.title}>
      {found.map((finding, index) => (
        <li
          key={`${finding.kind} ${finding.text} ${index}`}
          id={`${list}-${index}`}
          role="option"
          aria-selected={index === current}
          ref={index === current ? reveal : null}
          onClick={() => go(finding)}
        >
          {finding.text} <span className="quiet">{[finding.kind, finding.director].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </ul>
  );
}

function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
