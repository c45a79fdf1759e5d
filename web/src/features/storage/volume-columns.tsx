import { Link } from '@tanstack/react-router';
import { type Schemas } from '../../api/request';
import { type Column } from '../../data-table/column';
import { count, size } from '../../components/format';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';
import { useDirectorLink } from './use-director-ability';
import { VolumeStatus } from './volume-status';

export type Volume = Schemas['VolumeRecord'];

function At({ time }: { readonly time: string | null }) {
  const { notYet } = useMessages('volumes');
  return time === null ? <span className="quiet">{notYet}</span> : <Time at={time} />;
}

/** Until when it is kept: never ends, begins with the first write, or a day. */
function Kept({ volume: { retentionSeconds, expiresAt } }: { readonly volume: Volume }) {
  const { notYet } = useMessages('volumes');
  const { forGood } = useMessages('storage');
  if (expiresAt !== null) return <Time at={expiresAt} as="short" />;
  return <span className="quiet">{retentionSeconds === null ? forGood : notYet}</span>;
}

function Size({ volume: { bytes } }: { readonly volume: Volume }) {
  const messages = useMessages('storage');
  return <span title={messages.bytes(count(bytes))}>{size(bytes)}</span>;
}

export function VolumeLink({ volume: { volume, director } }: { readonly volume: Pick<Volume, 'volume' | 'director'> }) {
  return (
    <Link to="/storage/volumes/$name" params={{ name: volume }} search={useDirectorLink()(director)}>
      {volume}
    </Link>
  );
}

export function useVolumeColumns(ofAll: boolean): readonly Column<Volume>[] {
  const messages = useMessages('volumes');
  const shared = useMessages('storage');
  return [
    {
      id: 'volume',
      isName: true,
      fold: 'lead',
      head: messages.name,
      width: [160, 3],
      sort: { up: 'name', down: 'name' },
      cell: (volume) => <VolumeLink volume={volume} />,
    },
    { id: 'status', fold: 'side', head: messages.status, cell: ({ status }) => <VolumeStatus of={status} /> },
    { id: 'pool', isName: true, head: messages.pool, cell: ({ pool }) => pool },
    { id: 'storage', fold: 'rare', head: messages.storage, cell: ({ storage }) => storage },
    { id: 'director', head: shared.director, isExtra: !ofAll, cell: ({ director }) => director },
    {
      id: 'bytes',
      head: messages.bytes,
      isFigure: true,
      sort: { up: '', down: 'bytes' },
      cell: (volume) => <Size volume={volume} />,
    },
    { id: 'jobs', fold: 'rare', head: messages.runs, isFigure: true, width: [72, 0], cell: ({ jobs }) => count(jobs) },
    {
      id: 'lastWritten',
      fold: 'rare',
      head: messages.lastWritten,
      width: [124, 0.6],
      sort: { up: '', down: 'lastWritten' },
      cell: ({ lastWrittenAt }) => <At time={lastWrittenAt} />,
    },
    {
      id: 'kept',
      head: messages.kept,
      // Wide enough for a day of another year in one line.
      width: [156, 0.6],
      sort: { up: 'expires', down: 'expires' },
      cell: (volume) => <Kept volume={volume} />,
    },
    ...extraColumns(messages, useMessages('common')),
  ];
}

/** What is shown only where somebody chose it. */
function extraColumns(
  messages: {
    readonly [
      Name in 'mediaType' | 'slot' | 'errors' | 'mounts' | 'labeled' | 'labelUnknown' | 'recycle' | 'enabled'
    ]: string;
  },
  { yes, no }: { readonly yes: string; readonly no: string },
): readonly Column<Volume>[] {
  const columns: readonly Column<Volume>[] = [
    { id: 'mediaType', head: messages.mediaType, cell: ({ mediaType }) => mediaType },
    { id: 'slot', head: messages.slot, isFigure: true, cell: ({ slot }) => slot ?? '–' },
    { id: 'errors', head: messages.errors, isFigure: true, cell: ({ errors }) => count(errors) },
    { id: 'mounts', head: messages.mounts, isFigure: true, cell: ({ mounts }) => count(mounts) },
    {
      id: 'labeled',
      head: messages.labeled,
      cell: ({ labeledAt }) =>
        labeledAt === null ? <span className="quiet">{messages.labelUnknown}</span> : <At time={labeledAt} />,
    },
    { id: 'recycle', head: messages.recycle, cell: ({ recycle }) => (recycle ? yes : no) },
    { id: 'enabled', head: messages.enabled, cell: ({ enabled }) => (enabled ? yes : no) },
  ];
  return columns.map((column) => ({ ...column, isExtra: true }));
}
