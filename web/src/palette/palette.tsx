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
  const field = {
    ...{ role: 'combobox', 'aria-expanded': true, 'aria-controls': list, 'aria-autocomplete': 'list' as const },
    'aria-activedescendant': found.length > 0 ? `${list}-${current}` : undefined,
  };
  const take = (text: string) => {
    setTyped(text);
    setAt(0);
  };
  return (
    <>
      <input
        {...{ ...field, value: typed, spellCheck: false, autoFocus: true }}
        aria-label={words.title}
        placeholder={words.hint}
        onKeyDown={keysOf({ count: found.length, current, choose: setAt, go: () => go(found[current]) })}
        onChange={({ target }) => take(target.value)}
      />
      <Findings {...{ list, found, current, go }} />
      <p className="quiet" role="status">
        {found.length === 0 ? words.nothing : words.results(found.length)}
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
