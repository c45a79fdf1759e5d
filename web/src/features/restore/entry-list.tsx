import { type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { type Schemas } from '../../api/request';
import { type Page } from '../../api/queries';
import { type Column } from '../../data-table/column';
import { DataList } from '../../data-table/data-list';
import { type Selection } from '../../data-table/selection';
import { useColumns } from '../../data-table/use-columns';
import { count, size } from '../../components/format';
import { Time } from '../../components/time';
import { type Messages, useMessages } from '../../i18n/messages';
import { type Changes, merged, noFile } from './restore-query';
import { type Choice, type Entry } from './use-restore-state';

export type Kept = Schemas['KeptFileRecord'];

interface EntryListProps<Row extends Entry> {
  readonly choice: Choice;
  readonly list: 'folder' | 'found' | 'kept';
  readonly pages: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  readonly columns: readonly Column<Row>[];
  readonly selection?: Selection<Row>;
  readonly empty: ReactNode;
}

/** Files and folders, of a folder with a million of them too: pages are read and rows drawn as one comes to them. */
export function EntryList<Row extends Entry>(props: EntryListProps<Row>) {
  const { choice, list, pages, columns, selection, empty } = props;
  const messages = useMessages('restore');
  const chosen = useColumns(`restore-${list}`, columns);
  return (
    <DataList
      {...{ label: messages.files, columns: chosen, pages, empty, keyOf }}
      open={(row) => choice.open(wayInto(choice, row, list === 'kept'))}
      {...(selection ? { selection } : {})}
    />
  );
}

function keyOf({ director, client, ref }: Entry): string {
  return `${director} ${client} ${ref}`;
}

/** Where a row leads: a folder is opened in its point, of anything else the versions are shown. */
function wayInto({ isOfAll }: Choice, entry: Entry, isFileFirst: boolean): Changes {
  const { type, path, ref, lossy, client, director } = entry;
  if (isFileFirst) return { file: ref, fileOf: client, fileFrom: isOfAll ? director : '', step: '2' };
  if (type !== 'folder') return { ...noFile, file: ref, step: '2' };
  return { ...(lossy ? { at: ref, path: '' } : { path, at: '' }), q: '', ...noFile };
}

interface NameProps {
  readonly choice: Choice;
  readonly entry: Entry;
  readonly isFileFirst?: boolean;
}

/** A link for the pointer; with keys the row itself is opened. */
function Name({ choice, entry, isFileFirst = false }: NameProps) {
  const messages = useMessages('restore');
  const { query } = choice;
  const isFolder = entry.type === 'folder';
  const isShown = query.file === entry.ref && (!isFileFirst || isOwn(query, entry));
  const says = isFolder && !isFileFirst ? messages.openFolder : messages.showVersions;
  return (
    <>
      <Link
        {...{ to: '/restore', tabIndex: -1, title: entry.path, resetScroll: false, className: 'path' }}
        search={merged(query, wayInto(choice, entry, isFileFirst))}
        aria-current={isShown ? 'true' : undefined}
        aria-label={says(entry.path)}
      >
        {entry.name === '' ? entry.path : `${entry.name}${isFolder ? '/' : ''}`}
      </Link>
      <Peculiar entry={entry} />
    </>
  );
}

/** The shown file is of this client, and of this Director where several are looked at. */
function isOwn({ fileOf, fileFrom }: Choice['query'], { client, director }: Entry): boolean {
  return fileOf === client && (fileFrom === undefined || fileFrom === director);
}

/** What a name alone does not tell. */
function Peculiar({ entry: { lossy, type } }: Pick<NameProps, 'entry'>) {
  const messages = useMessages('restore');
  return (
    <>
      {lossy && (
        <span className="quiet" title={messages.lossy} role="img" aria-label={messages.lossy}>
          {' '}
          ≈
        </span>
      )}
      {(type === 'symlink' || type === 'other') && <span className="quiet"> {messages.types[type]}</span>}
    </>
  );
}

function above({ path, name, type }: Entry): string {
  const end = path.length - name.length - (type === 'folder' ? 1 : 0);
  return path.slice(0, Math.max(0, end));
}

export function folderColumns(messages: Messages['restore'], choice: Choice): readonly Column<Entry>[] {
  return [nameColumn(messages, choice), sizeColumn(messages), modifiedColumn(messages)];
}

export function foundColumns(messages: Messages['restore'], choice: Choice): readonly Column<Entry>[] {
  return [nameColumn(messages, choice), folderColumn(messages), sizeColumn(messages), modifiedColumn(messages)];
}

export function keptColumns(messages: Messages['restore'], choice: Choice, areMany: boolean): readonly Column<Kept>[] {
  const { heads } = messages;
  return [
    {
      id: 'name',
      isName: true,
      fold: 'lead',
      head: heads.name,
      width: [120, 1.4],
      cell: (row) => <KeptName {...{ choice, row }} />,
    },
    { id: 'client', isName: true, head: heads.client, width: [72, 0.8], cell: ({ client }) => client },
    {
      id: 'director',
      isName: true,
      isExtra: !areMany,
      head: heads.director,
      width: [96, 0.8],
      cell: ({ director }) => director,
    },
    folderColumn(messages),
    sizeColumn(messages),
    modifiedColumn(messages),
    {
      id: 'versions',
      head: heads.versions,
      isFigure: true,
      width: [88, 0],
      cell: ({ versions }) => count(versions),
    },
  ];
}

function KeptName({ choice, row }: { readonly choice: Choice; readonly row: Kept }) {
  const messages = useMessages('restore');
  return (
    <>
      <Name choice={choice} entry={row} isFileFirst />
      {row.deleted && (
        <span className="quiet" title={messages.goneHint}>
          {' '}
          {messages.gone}
        </span>
      )}
    </>
  );
}

function nameColumn({ heads }: Messages['restore'], choice: Choice): Column<Entry> {
  const cell = (entry: Entry) => <Name {...{ choice, entry }} />;
  return { id: 'name', isName: true, fold: 'lead', head: heads.name, width: [104, 1.6], cell };
}

function folderColumn({ heads }: Messages['restore']): Column<Entry> {
  const cell = (entry: Entry) => (
    <span className="path quiet end-first" title={entry.path}>
      <bdi dir="ltr">{above(entry)}</bdi>
    </span>
  );
  return { id: 'folder', head: heads.folder, width: [96, 2.4], cell };
}

function sizeColumn({ heads }: Messages['restore']): Column<Entry> {
  const cell = ({ type, size: bytes }: Entry) =>
    type === 'folder' ? '–' : <span title={`${count(bytes)} B`}>{size(bytes)}</span>;
  return { id: 'size', head: heads.size, isFigure: true, width: [88, 0], cell };
}

function modifiedColumn({ heads }: Messages['restore']): Column<Entry> {
  const cell = ({ modifiedAt }: Entry) => (modifiedAt === null ? '–' : <Time at={modifiedAt} as="short" />);
  return { id: 'modified', head: heads.modified, width: [120, 0.4], cell };
}
