import { useEffect, useState } from 'react';
import { useDenial } from '../api/caller';
import { Denied } from '../parts/denied';
import { useWords } from '../words/words';
import { restoreWords } from './restore.words';
import { type Choice } from './use-choice';

interface TargetProps {
  readonly choice: Choice;
  /** What the field begins with. */
  readonly root: string | null;
}

/** The place it was read from, or a folder of its own. */
export function Target({ choice, root }: TargetProps) {
  const words = useWords(restoreWords);
  const { query, choose } = choice;
  const denial = useDenial('restore:anywhere');
  const isOriginal = query.where === '/';
  return (
    <fieldset className="target">
      <legend>{words.place}</legend>
      <label className="check">
        <input type="radio" name="place" checked={!isOriginal} onChange={() => choose({ where: '' })} />{' '}
        {words.toFolder}
      </label>
      <label className="check">
        <input
          {...{ type: 'radio', name: 'place', checked: isOriginal, onChange: () => choose({ where: '/' }) }}
          disabled={denial !== null}
          aria-describedby={denial === null ? undefined : 'not-anywhere'}
        />{' '}
        {words.original}
      </label>
      <Denied id="not-anywhere" why={denial} />
      {!isOriginal && <Folder {...{ choice, root }} />}
      <p className="quiet">{isOriginal ? words.originalHint : words.folderHint}</p>
    </fieldset>
  );
}

const settleMs = 400;

/** The address follows what is typed a moment later: each change of it asks for another plan. */
function Folder({ choice: { query, choose }, root }: TargetProps) {
  const words = useWords(restoreWords);
  const [typed, setTyped] = useState<string | null>(null);
  const isNews = typed !== null && isNewFolder(typed.trim(), query.where, root);
  useEffect(() => {
    if (!isNews) return undefined;
    const timer = setTimeout(() => choose({ where: typed.trim() }), settleMs);
    return () => clearTimeout(timer);
  });
  return (
    <label>
      {words.folder}
      <input
        {...{ name: 'where', className: 'path', spellCheck: false, autoComplete: 'off' }}
        required={root !== null}
        value={typed ?? query.where ?? root ?? ''}
        onChange={({ target }) => setTyped(target.value)}
      />
    </label>
  );
}

/** A lone slash is the beginning of a folder that is still typed: who wants the original place chooses it above. */
function isNewFolder(typed: string, where: string | undefined, root: string | null): boolean {
  if (typed === '/' || (typed === '' && where === undefined)) return false;
  return typed !== (where ?? root ?? '');
}
