import { useEffect, useState } from 'react';
import { asProblem, type Schemas } from '../../api/request';
import { useApiQuery } from '../../api/queries';
import { useMessages } from '../../i18n/messages';
import { type RestoreQuery } from './restore-query';
import { type Choice, type Point } from './use-restore-state';

type RelocationBody = Schemas['RelocationBody'];
type Preview = Schemas['RelocationPreviewRecord'];

/** What the address says of other paths; null: files keep theirs, or nothing was typed yet. */
export function relocationOf({ relocate, strip, prefix, suffix, regex }: RestoreQuery): RelocationBody | null {
  if (relocate === 'regex') return regex === undefined ? null : { regex };
  if (relocate === undefined) return null;
  const parts = {
    ...(strip === undefined ? {} : { stripPrefix: strip }),
    ...(prefix === undefined ? {} : { addPrefix: prefix }),
    ...(suffix === undefined ? {} : { addSuffix: suffix }),
  };
  return Object.keys(parts).length === 0 ? null : parts;
}

/** What of the point is restored, as the routes of a restore take it. */
export function selectionOf({ query: { match }, basket }: Choice): { refs?: string[]; expression?: string } {
  if (basket.isEverything) return {};
  return {
    ...(basket.refs.length === 0 && match !== undefined ? {} : { refs: [...basket.refs] }),
    ...(match === undefined ? {} : { expression: match }),
  };
}

/** The fields of a relocation. What is typed goes into the address a moment later, and the preview follows. */
export function RelocationFields({ choice: { query, choose } }: { readonly choice: Choice }) {
  const messages = useMessages('relocation');
  if (query.relocate === 'regex') {
    return (
      <>
        <TextField label={messages.regex} value={query.regex} settle={(regex) => choose({ regex })} />
        <p className="quiet">{messages.regexHint}</p>
      </>
    );
  }
  return (
    <>
      <TextField label={messages.strip} value={query.strip} settle={(strip) => choose({ strip })} />
      <TextField label={messages.prefix} value={query.prefix} settle={(prefix) => choose({ prefix })} />
      <TextField label={messages.suffix} value={query.suffix} settle={(suffix) => choose({ suffix })} />
    </>
  );
}

const settleMs = 400;

interface TextFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly settle: (text: string) => void;
}

export function TextField({ label, value = '', settle }: TextFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isNew = typed !== null && typed.trim() !== value;
  useEffect(() => {
    if (!isNew) return undefined;
    const timer = setTimeout(() => settle(typed.trim()), settleMs);
    return () => clearTimeout(timer);
  });
  return (
    <label>
      {label}
      <input
        {...{ className: 'path', spellCheck: false, autoComplete: 'off', value: typed ?? value }}
        onChange={({ target }) => setTyped(target.value)}
        // A button may be next: it sends what stands in the address.
        onBlur={() => isNew && settle(typed.trim())}
        // Enter sends what stands in the address, too: first comes the preview of what was typed.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !isNew) return;
          event.preventDefault();
          settle(typed.trim());
        }}
      />
    </label>
  );
}

/** Where some of the chosen files would be restored. */
export function RelocationPreview({ choice, point }: { readonly choice: Choice; readonly point: Point }) {
  const messages = useMessages('relocation');
  const { text } = useMessages('problem');
  const relocation = relocationOf(choice.query);
  const { data, error, isPlaceholderData, isFetching } = useRelocated(choice, point, relocation);
  if (relocation === null) return null;
  return (
    <section className="relocated" aria-label={messages.preview} aria-busy={isFetching}>
      {error !== null && (
        <p role="status" className="note" data-look="warn">
          {text(asProblem(error))}
        </p>
      )}
      {error === null && data !== undefined && (
        <ul className={isPlaceholderData ? 'stale' : undefined}>
          {data.samples.map(({ ref, path, target }) => (
            <li key={ref}>
              <span className="path quiet">{path}</span> <span aria-hidden="true">→</span>{' '}
              <span className="only-heard">{messages.becomes}</span> <span className="path">{target}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function useRelocated(choice: Choice, { jobids, director }: Point, relocation: RelocationBody | null) {
  const asked = { ...selectionOf(choice), jobids: [...jobids], director };
  return useApiQuery<Preview>(
    ['relocation', asked, relocation],
    (api, signal) =>
      api.POST('/api/v1/restore/relocation-preview', { body: { ...asked, relocation: relocation ?? {} }, signal }),
    { enabled: relocation !== null, keepsOld: true },
  );
}
