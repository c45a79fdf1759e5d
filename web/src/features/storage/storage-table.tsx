import { Link } from '@tanstack/react-router';
import { useAreMany } from '../../api/directors';
import { Empty } from '../../components/empty';
import { count, percent, size } from '../../components/format';
import { State } from '../../components/state';
import { Cell, Row, Table } from '../../components/table';
import { useMessages } from '../../i18n/messages';
import { useDirectorLink } from './use-director-ability';
import { type Storage } from './use-storages';
import { UseBar } from './usage-bar';

/** How the address names a storage: Directors may have storages of one name. */
export function placeOf({ director, storage }: Pick<Storage, 'director' | 'storage'>): string {
  return `${director}/${storage}`;
}

interface StorageTableProps {
  readonly storages: readonly Storage[];
  /** The changer whose slots are shown. */
  readonly chosen: string | undefined;
  readonly choose: (place?: string) => void;
}

export function StorageTable({ storages, chosen, choose }: StorageTableProps) {
  const messages = useMessages('devices');
  const { director } = useMessages('storage');
  const isOfAll = useAreMany();
  if (storages.length === 0) {
    return (
      <Empty>
        {messages.none} {messages.noneNext}
      </Empty>
    );
  }
  const owner = isOfAll ? [director] : [];
  const heads = [
    messages.storage,
    ...owner,
    messages.state,
    messages.address,
    messages.mediaType,
    messages.space,
    messages.slots,
  ];
  return (
    <Table label={messages.storages} heads={heads}>
      {storages.map((storage) => (
        <StorageRow key={placeOf(storage)} storage={storage} isChosen={placeOf(storage) === chosen} choose={choose} />
      ))}
    </Table>
  );
}

interface StorageRowProps {
  readonly storage: Storage;
  readonly isChosen: boolean;
  readonly choose: (place?: string) => void;
}

function StorageRow({ storage: of, isChosen, choose }: StorageRowProps) {
  const messages = useMessages('devices');
  const shared = useMessages('storage');
  const { storage, director, autochanger } = of;
  const owner = useDirectorLink()(director);
  const areMany = useAreMany();
  const link = (
    <Link to="/storage/volumes" search={{ ...owner, storage }}>
      {storage}
    </Link>
  );
  return (
    <Row name={link}>
      {areMany && <Cell of={shared.director}>{director}</Cell>}
      <Cell of={messages.state}>
        <Answering of={of} />
      </Cell>
      <Cell of={messages.address}>
        <span className="path">{of.address ?? '–'}</span>
      </Cell>
      <Cell of={messages.mediaType}>{of.mediaType ?? '–'}</Cell>
      <Cell of={messages.space}>
        <Free of={of} />
      </Cell>
      <Cell of={messages.slots}>
        {autochanger ? (
          <button
            type="button"
            aria-pressed={isChosen}
            aria-label={messages.showSlots(storage)}
            onClick={() => choose(isChosen ? undefined : placeOf(of))}
          >
            {messages.slots}
          </button>
        ) : (
          <span className="quiet">–</span>
        )}
      </Cell>
    </Row>
  );
}

function Answering({ of: { answers, error } }: { readonly of: Storage }) {
  const messages = useMessages('devices');
  return (
    <>
      <State of={answers ? 'ok' : 'error'} text={answers ? messages.answers : messages.silent} />
      {error !== null && <p className="quiet told">{error}</p>}
    </>
  );
}

function Free({ of: { freeBytes, totalBytes } }: { readonly of: Pick<Storage, 'freeBytes' | 'totalBytes'> }) {
  const messages = useMessages('devices');
  const { bytes } = useMessages('storage');
  if (freeBytes === null) return <span className="quiet">{messages.notTold}</span>;
  if (totalBytes === null || totalBytes === 0)
    return <span title={bytes(count(freeBytes))}>{messages.freeOnly(size(freeBytes))}</span>;
  const part = 1 - freeBytes / totalBytes;
  return (
    <span className="free" title={bytes(count(freeBytes))}>
      <UseBar part={part} text={messages.use(percent(part))} />
      {messages.freeOf(size(freeBytes), size(totalBytes))}
    </span>
  );
}
