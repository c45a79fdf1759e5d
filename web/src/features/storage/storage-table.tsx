import { Link } from '@tanstack/react-router';
import { useAreMany } from '../../api/directors';
import { Empty } from '../../components/empty';
import { count, percent, size } from '../../components/format';
import { State } from '../../components/state';
import { Cell, Row, Table } from '../../components/table';
import { useMessages } from '../../i18n/messages';
import { devicesWords } from './devices.messages';
import { useDirectorLink } from './use-director-ability';
import { storageWords } from './storage.messages';
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
  const words = useMessages(devicesWords);
  const { director } = useMessages(storageWords);
  const isOfAll = useAreMany();
  if (storages.length === 0) {
    return (
      <Empty>
        {words.none} {words.noneNext}
      </Empty>
    );
  }
  const owner = isOfAll ? [director] : [];
  const heads = [words.storage, ...owner, words.state, words.address, words.mediaType, words.space, words.slots];
  return (
    <Table label={words.storages} heads={heads}>
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
  const words = useMessages(devicesWords);
  const shared = useMessages(storageWords);
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
      <Cell of={words.state}>
        <Answering of={of} />
      </Cell>
      <Cell of={words.address}>
        <span className="path">{of.address ?? '–'}</span>
      </Cell>
      <Cell of={words.mediaType}>{of.mediaType ?? '–'}</Cell>
      <Cell of={words.space}>
        <Free of={of} />
      </Cell>
      <Cell of={words.slots}>
        {autochanger ? (
          <button
            type="button"
            aria-pressed={isChosen}
            aria-label={words.showSlots(storage)}
            onClick={() => choose(isChosen ? undefined : placeOf(of))}
          >
            {words.slots}
          </button>
        ) : (
          <span className="quiet">–</span>
        )}
      </Cell>
    </Row>
  );
}

function Answering({ of: { answers, error } }: { readonly of: Storage }) {
  const words = useMessages(devicesWords);
  return (
    <>
      <State of={answers ? 'ok' : 'error'} text={answers ? words.answers : words.silent} />
      {error !== null && <p className="quiet told">{error}</p>}
    </>
  );
}

function Free({ of: { freeBytes, totalBytes } }: { readonly of: Pick<Storage, 'freeBytes' | 'totalBytes'> }) {
  const words = useMessages(devicesWords);
  const { bytes } = useMessages(storageWords);
  if (freeBytes === null) return <span className="quiet">{words.notTold}</span>;
  if (totalBytes === null || totalBytes === 0)
    return <span title={bytes(count(freeBytes))}>{words.freeOnly(size(freeBytes))}</span>;
  const part = 1 - freeBytes / totalBytes;
  return (
    <span className="free" title={bytes(count(freeBytes))}>
      <UseBar part={part} text={words.use(percent(part))} />
      {words.freeOf(size(freeBytes), size(totalBytes))}
    </span>
  );
}
