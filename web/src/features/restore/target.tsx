import { useEffect, useState } from 'react';
import { usePermissionError } from '../../api/disabled-reason';
import { useSource } from '../../api/directors';
import { Denied } from '../../components/no-permission';
import { useMessages } from '../../i18n/messages';
import { RelocationFields } from './relocation';
import { isOriginalPlace, isRoot } from './replace-policy';
import { type Choice, useOwnDirector } from './use-restore-state';

interface TargetProps {
  readonly choice: Choice;
  /** What the field begins with. */
  readonly root: string | null;
}

/** A folder of its own, the place it was read from, or other paths. */
export function Target({ choice, root }: TargetProps) {
  const messages = useMessages('restore');
  const { query, choose } = choice;
  const denial = usePermissionError('restore:anywhere');
  const isRelocated = query.relocate !== undefined;
  const isOriginal = isOriginalPlace(query);
  const isFolder = !isOriginal && !isRelocated;
  return (
    <fieldset className="target">
      <legend>{messages.place}</legend>
      <label className="check">
        <input type="radio" name="place" checked={isFolder} onChange={() => choose({ where: '', relocate: '' })} />{' '}
        {messages.toFolder}
      </label>
      <label className="check">
        <input
          {...{
            type: 'radio',
            name: 'place',
            checked: isOriginal,
            onChange: () => choose({ where: '/', relocate: '' }),
          }}
          disabled={denial !== null}
          aria-describedby={denial === null ? undefined : 'not-anywhere'}
        />{' '}
        {messages.original}
      </label>
      <OtherPaths {...{ choice, root, denial }} />
      <Denied id="not-anywhere" why={denial} />
      {isFolder && <Folder {...{ choice, root }} />}
      {isRelocated && <RelocationFields key={query.relocate} choice={choice} />}
      {!isRelocated && <p className="quiet">{isOriginal ? messages.originalHint : messages.folderHint}</p>}
    </fieldset>
  );
}

/** Only of a Director that can, or where a link says so. */
function OtherPaths({ choice, root, denial }: TargetProps & { readonly denial: string | null }) {
  const messages = useMessages('relocation');
  const { query, choose } = choice;
  const source = useSource(useOwnDirector().director);
  if (query.relocate === undefined && source?.abilities.includes('relocate') !== true) return null;
  const isByExpression = query.relocate === 'regex';
  const isByParts = query.relocate !== undefined && !isByExpression;
  // The folder for restores is a beginning that everybody may use.
  const begin = () => choose({ where: '', relocate: 'parts', prefix: query.prefix ?? root ?? '' });
  return (
    <>
      <label className="check">
        <input type="radio" name="place" checked={isByParts} onChange={begin} /> {messages.parts}
      </label>
      <label className="check">
        <input
          {...{ type: 'radio', name: 'place', checked: isByExpression, disabled: denial !== null }}
          onChange={() => choose({ where: '', relocate: 'regex' })}
          aria-describedby={denial === null ? undefined : 'not-anywhere'}
        />{' '}
        {messages.byExpression}
      </label>
      {isByParts && <p className="quiet">{messages.partsHint}</p>}
    </>
  );
}

const settleMs = 400;

/** The address follows what is typed a moment later: each change of it asks for another plan. */
function Folder({ choice: { query, choose }, root }: TargetProps) {
  const messages = useMessages('restore');
  const [typed, setTyped] = useState<string | null>(null);
  const isNews = typed !== null && isNewFolder(typed.trim(), query.where, root);
  useEffect(() => {
    if (!isNews) return undefined;
    const timer = setTimeout(() => choose({ where: typed.trim() }), settleMs);
    return () => clearTimeout(timer);
  });
  return (
    <label>
      {messages.folder}
      <input
        {...{ name: 'where', className: 'path', spellCheck: false, autoComplete: 'off' }}
        required={root !== null}
        value={typed ?? query.where ?? root ?? ''}
        onChange={({ target }) => setTyped(target.value)}
      />
    </label>
  );
}

/** The root is the beginning of a folder that is still typed: it becomes the original location only when the form is sent. */
function isNewFolder(typed: string, where: string | undefined, root: string | null): boolean {
  if (isRoot(typed) || (typed === '' && where === undefined)) return false;
  return typed !== (where ?? root ?? '');
}
