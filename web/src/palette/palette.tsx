import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useWords } from '../words/words';
import { type Finding, type NamedView, useFindings } from './findings';
import './palette.css';
import { paletteWords } from './palette.words';

interface PaletteProps {
  readonly views: readonly NamedView[];
  readonly close: () => void;
}

/** Goes anywhere by typing. Arrows choose, Enter goes, Escape closes. */
export function Palette({ views, close }: PaletteProps) {
  const words = useWords(paletteWords);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="palette" aria-label={words.title} onClose={close}>
      <Search views={views} done={() => dialog.current?.close()} />
    </dialog>
  );
}

function Search({ views, done }: { readonly views: readonly NamedView[]; readonly done: () => void }) {
  const words = useWords(paletteWords);
  const list = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const found = useFindings(typed.trim(), views);
  const current = Math.min(at, found.length - 1);
  const go = (finding: Finding | undefined) => {
    if (!finding) return;
    location.hash = finding.address;
    done();
  };
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setAt((current + 1) % found.length),
    ArrowUp: () => setAt((current - 1 + found.length) % found.length),
    Enter: () => go(found[current]),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move || found.length === 0) return;
    event.preventDefault();
    move();
  };
  const field = {
    ...{ role: 'combobox', 'aria-expanded': true, 'aria-controls': list, 'aria-autocomplete': 'list' as const },
    'aria-activedescendant': found.length > 0 ? `${list}-${current}` : undefined,
  };
  return (
    <>
      <input
        {...field}
        autoFocus
        aria-label={words.title}
        placeholder={words.hint}
        value={typed}
        spellCheck={false}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
      />
      <Findings {...{ list, found, current, go }} />
      <p className="quiet" role="status">
        {found.length === 0 ? words.nothing : words.results(found.length)}
      </p>
    </>
  );
}

interface FindingsProps {
  readonly list: string;
  readonly found: readonly Finding[];
  readonly current: number;
  readonly go: (finding: Finding) => void;
}

function Findings({ list, found, current, go }: FindingsProps) {
  const words = useWords(paletteWords);
  return (
    <ul id={list} role="listbox" aria-label={words.title}>
      {found.map((finding, index) => (
        <li
          key={`${finding.kind} ${finding.address}`}
          id={`${list}-${index}`}
          role="option"
          aria-selected={index === current}
          ref={index === current ? reveal : null}
          onClick={() => go(finding)}
        >
          {finding.text} <span className="quiet">{finding.kind}</span>
        </li>
      ))}
    </ul>
  );
}

function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
