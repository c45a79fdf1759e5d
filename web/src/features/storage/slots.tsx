import { type KeyboardEvent, useRef, useState } from 'react';
import { type Schemas } from '../../api/request';
import { useApiQuery } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { Shown } from '../../components/query-content';
import { Cell, Row, Table } from '../../components/table';
import { useMessages } from '../../i18n/messages';
import { ChangerActions } from './changer-actions';
import { type Storage } from './use-storages';
import { VolumeLink } from './volume-columns';
import { VolumeStatus } from './volume-status';

type Slot = Schemas['SlotRecord'];

interface SlotsProps {
  readonly storage: Pick<Storage, 'storage' | 'director'>;
  readonly onClose: () => void;
}

const kinds = ['drive', 'slot', 'exchange'] as const;
const keyOf = ({ kind, slot }: Slot): string => `${kind} ${slot}`;

/** What a changer holds: one small square a place, the chosen one in words below, and all of them as a table. */
export function Slots({ storage: { storage, director }, onClose }: SlotsProps) {
  const messages = useMessages('devices');
  const query = { director, limit: 500 };
  const slots = useApiQuery(['slots', director, storage], (api, signal) =>
    api.GET('/api/v1/storage-media/storages/{name}/slots', { params: { path: { name: storage }, query }, signal }),
  );
  const path = `/storage-media/storages/${encodeURIComponent(storage)}/slots?director=${encodeURIComponent(director)}&limit=500`;
  return (
    <section>
      <div className="head">
        <h2>{messages.showSlots(storage)}</h2>
        <span className="row">
          <AsCurl path={path} />
          <button type="button" onClick={onClose}>
            {messages.hideSlots}
          </button>
        </span>
      </div>
      <p className="quiet">{messages.slotsAbout}</p>
      <ChangerActions storage={storage} director={director} />
      <Shown of={slots} rows={4}>
        {({ items, nextCursor }) => {
          const first = items.find(({ volume }) => volume !== null) ?? items[0];
          return first ? (
            <>
              <SlotGrid slots={items} first={first} director={director} label={messages.showSlots(storage)} />
              {nextCursor !== null && <p className="quiet after">{messages.firstSlots}</p>}
              <details>
                <summary>{messages.asTable}</summary>
                <SlotTable slots={items} director={director} label={messages.showSlots(storage)} />
              </details>
            </>
          ) : (
            <Empty>{messages.noSlots}</Empty>
          );
        }}
      </Shown>
    </section>
  );
}

interface ListedSlots {
  readonly slots: readonly Slot[];
  readonly director: string;
  readonly label: string;
}

/** One stop of the Tab key; arrows go from place to place, as they stand in the window. */
function SlotGrid({ slots, first, director, label }: ListedSlots & { readonly first: Slot }) {
  const messages = useMessages('devices');
  const [chosen, setChosen] = useState(() => keyOf(first));
  const grid = useRef<HTMLDivElement>(null);
  const current = slots.find((slot) => keyOf(slot) === chosen) ?? first;
  // A drive is no slot: its volume came from one.
  const places = slots.filter(({ kind }) => kind !== 'drive');
  const full = places.filter(({ volume }) => volume !== null).length;
  const onKeyDown = (event: KeyboardEvent): void => {
    const cells = [...(grid.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const next = neighbourOf(cells, cells.indexOf(event.target as HTMLElement), event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <>
      <p>{messages.counted(full, places.length)}</p>
      <div className="slots" ref={grid} role="group" aria-label={label} title={messages.gridHelp} onKeyDown={onKeyDown}>
        {kinds.map((kind) => (
          <SlotGroup
            key={kind}
            kind={kind}
            slots={slots.filter((slot) => slot.kind === kind)}
            chosen={keyOf(current)}
            choose={setChosen}
          />
        ))}
      </div>
      <p className="slot-told" aria-live="polite">
        {messages.kinds[current.kind](current.slot)}: <Held slot={current} director={director} />
      </p>
    </>
  );
}

interface SlotGroupProps {
  readonly kind: Slot['kind'];
  readonly slots: readonly Slot[];
  readonly chosen: string;
  readonly choose: (key: string) => void;
}

function SlotGroup({ kind, slots, chosen, choose }: SlotGroupProps) {
  const messages = useMessages('devices');
  if (slots.length === 0) return null;
  return (
    <>
      <span className="quiet">{messages.groups[kind]}</span>
      <div>
        {slots.map((slot) => {
          const key = keyOf(slot);
          return (
            <button
              key={key}
              type="button"
              className="slot-cell"
              data-held={slot.volume === null ? undefined : slot.status === null ? 'strange' : 'known'}
              aria-label={messages.holds(messages.kinds[kind](slot.slot), slot.volume ?? messages.emptySlot)}
              aria-pressed={key === chosen}
              tabIndex={key === chosen ? 0 : -1}
              onFocus={() => choose(key)}
              onClick={() => choose(key)}
            >
              {slot.slot}
            </button>
          );
        })}
      </div>
    </>
  );
}

/** Where a key leads from a place: along the line, or to the nearest one of the line above or below. */
function neighbourOf(cells: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  const here = cells[at];
  if (!here) return undefined;
  if (key === 'Home') return cells[0];
  if (key === 'End') return cells.at(-1);
  if (key === 'ArrowLeft') return cells[at - 1];
  if (key === 'ArrowRight') return cells[at + 1];
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const { offsetTop: top, offsetLeft: left } = here;
  const beyond = cells.filter((cell) => (key === 'ArrowDown' ? cell.offsetTop > top : cell.offsetTop < top));
  const line = (key === 'ArrowDown' ? beyond[0] : beyond.at(-1))?.offsetTop;
  return beyond
    .filter((cell) => cell.offsetTop === line)
    .sort((a, b) => Math.abs(a.offsetLeft - left) - Math.abs(b.offsetLeft - left))[0];
}

function Held({ slot: { volume, status, pool }, director }: { readonly slot: Slot; readonly director: string }) {
  const messages = useMessages('devices');
  if (volume === null) return <span className="quiet">{messages.emptySlot}</span>;
  if (status === null) {
    return (
      <>
        {volume} <span className="quiet">· {messages.strange}</span>
      </>
    );
  }
  return (
    <>
      <VolumeLink volume={{ volume, director }} /> <VolumeStatus of={status} />{' '}
      {pool !== null && <span className="quiet">· {pool}</span>}
    </>
  );
}

function SlotTable({ slots, director, label }: ListedSlots) {
  const messages = useMessages('devices');
  return (
    <Table label={label} heads={[messages.place, messages.volume]}>
      {slots.map((slot) => (
        <Row key={keyOf(slot)} name={messages.kinds[slot.kind](slot.slot)}>
          <Cell of={messages.volume}>
            <Held slot={slot} director={director} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
