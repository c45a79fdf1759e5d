import { useState } from 'react';
import { type Schemas } from '../../api/request';
import { useApiQuery } from '../../api/queries';
import { count, size } from '../../components/format';
import { Shown } from '../../components/query-content';
import { useMessages } from '../../i18n/messages';
import { canBeExcluded, type FolderSelection, isPartly, isSelected, pathOf, toggled } from './folder-selection';

/** So many entries of a folder are shown until more are wanted. */
const step = 500;

type BrowsedEntry = Schemas['BrowsedEntry'];

interface TreeProps {
  readonly director: string;
  readonly selection: FolderSelection;
  readonly change: (selection: FolderSelection) => void;
}

/** The folders and files of the machine as they are now, each with a box. Folders are read when they are opened. */
export function FolderTree(props: TreeProps) {
  const messages = useMessages('newBackup');
  return (
    <div className="setup-tree" role="group" aria-label={messages.tree}>
      <Folder {...props} at={null} />
    </div>
  );
}

interface FolderProps extends TreeProps {
  /** By its exact bytes; null: the root folder. */
  readonly at: string | null;
}

function Folder({ at, ...tree }: FolderProps) {
  const messages = useMessages('newBackup');
  const [shown, setShown] = useState(step);
  const { director } = tree;
  const folder = useApiQuery(['configuration', 'folder', director, at], (api, signal) =>
    api.GET('/api/v1/configuration/browse', {
      params: { query: { director, ...(at === null ? { path: '/' } : { ref: at }) } },
      signal,
    }),
  );
  return (
    <Shown of={folder} rows={2}>
      {({ entries, truncated, device }) => (
        <>
          {entries.length === 0 && <p className="quiet">{messages.emptyFolder}</p>}
          <ul>
            {entries.slice(0, shown).map((entry) => (
              <Entry key={entry.ref} {...{ entry, isOther: entry.device !== device }} {...tree} />
            ))}
          </ul>
          {entries.length > shown && (
            <button type="button" className="bare" onClick={() => setShown(shown + step)}>
              {messages.moreEntries(count(entries.length - shown))}
            </button>
          )}
          {truncated && <p className="quiet">{messages.truncated}</p>}
        </>
      )}
    </Shown>
  );
}

interface EntryProps extends TreeProps {
  readonly entry: BrowsedEntry;
  /** Whether another file system begins here. */
  readonly isOther: boolean;
}

/** What a name alone does not show. */
function Notes({ entry, isOther, selection }: Omit<EntryProps, 'director' | 'change'>) {
  const messages = useMessages('newBackup');
  const { kind, lossy, readable, path } = entry;
  const notes = [
    kind === 'link' || kind === 'other' ? messages.entryKinds[kind] : '',
    entry.size === null ? '' : size(entry.size),
    readable === false ? messages.unreadable : '',
    isOther ? messages.otherDisk : '',
    lossy ? messages.lossy : '',
    kind === 'folder' && isPartly(selection, pathOf(path)) ? messages.partly : '',
  ].filter((note) => note !== '');
  return notes.length === 0 ? null : <span className="quiet">{notes.join(' · ')}</span>;
}

function Entry({ entry, isOther, ...tree }: EntryProps) {
  const messages = useMessages('newBackup');
  const [isOpen, setOpen] = useState(false);
  const { selection } = tree;
  const path = pathOf(entry.path);
  const isFolder = entry.kind === 'folder';
  const isOn = isSelected(selection, path);
  // Neither a fileset nor a pattern can name these.
  const isFixed = entry.lossy || (isOn && !selection.include.includes(path) && !canBeExcluded(path));
  return (
    <li>
      <span className="setup-entry">
        {isFolder ? (
          <button
            type="button"
            className="bare"
            aria-expanded={isOpen}
            aria-label={messages.openFolder(path)}
            onClick={() => setOpen(!isOpen)}
          >
            <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
          </button>
        ) : (
          <span />
        )}
        <label className="check">
          <input
            type="checkbox"
            aria-label={path}
            checked={isOn}
            disabled={isFixed}
            onChange={() => tree.change(toggled(selection, path))}
          />
          <span className="path">{isFolder ? `${entry.name}/` : entry.name}</span>
        </label>
        <Notes {...{ entry, isOther, selection }} />
      </span>
      {isOpen && <Folder {...tree} at={entry.ref} />}
    </li>
  );
}
