import { Link } from '@tanstack/react-router';
import { type CSSProperties } from 'react';
import { useDirectorName } from '../api/directors';
import { count, dayName } from '../parts/format';
import { useWords } from '../words/words';
import { calendarWords } from './calendar.words';
import { type Cell, type Entry, isLate, isSlow, lookOfEntry, type Spot } from './entries';
import { Mark } from './mark';
import { sentenceOf, stateWord } from './sentence';

/** So few entries are told by name. */
const mostNamed = 4;

export interface SpotActions {
  readonly zone: string | undefined;
  readonly current: number;
  /** Says what is under the pointer or has the focus; the index is that of a spot. */
  readonly point: (index: number, text: string) => void;
  readonly open: (cell: string) => void;
}

interface CellProps extends SpotActions {
  readonly cell: Cell;
  readonly place: CSSProperties;
}

export function CalendarCell({ cell, place, ...actions }: CellProps) {
  const isNamed = cell.spots.length <= mostNamed && !cell.isGrouped;
  const hour = cell.hour === null ? null : `${String(cell.hour).padStart(2, '0')}:00`;
  return (
    <div className="calendar-cell" data-named={isNamed || undefined} style={place}>
      {hour !== null && (
        <span className="cell-hour quiet" aria-hidden="true">
          {hour}
        </span>
      )}
      {cell.spots.map((spot) =>
        cell.isGrouped ? (
          <Group key={spot.index} {...{ cell, spot, hour, ...actions }} />
        ) : (
          <One key={spot.index} {...{ spot, isNamed, ...actions }} />
        ),
      )}
    </div>
  );
}

interface OneProps extends SpotActions {
  readonly spot: Spot;
  readonly isNamed: boolean;
}

function One({ spot, isNamed, zone, current, point }: OneProps) {
  const nameOf = useDirectorName();
  const placed = spot.entries[0];
  if (!placed) return null;
  const { entry } = placed;
  const director = nameOf(entry.director);
  const text = sentenceOf(entry, zone, director);
  const say = () => point(spot.index, text);
  const props = {
    ...{ className: 'spot', 'aria-label': text, title: text, 'data-spot': spot.index },
    ...{ tabIndex: spot.index === current ? 0 : -1, onFocus: say, onPointerEnter: say },
  };
  const inside = <Inside {...{ entry, director, isNamed, minutes: placed.minutes }} />;
  if (entry.run === null) {
    return (
      <button type="button" {...props} onClick={say}>
        {inside}
      </button>
    );
  }
  return (
    <Link
      to="/runs/$jobId"
      params={{ jobId: String(entry.run.jobId) }}
      search={{ director: entry.director }}
      {...props}
    >
      {inside}
    </Link>
  );
}

interface InsideProps {
  readonly entry: Entry;
  /** Empty where its name needs none. */
  readonly director: string;
  readonly isNamed: boolean;
  readonly minutes: number;
}

function Inside({ entry, director, isNamed, minutes }: InsideProps) {
  const words = useWords(calendarWords);
  const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  const odd = [
    ...(entry.run === null && entry.state !== 'planned' ? [stateWord(entry.state)] : []),
    ...(entry.run !== null && isLate(entry) ? [words.lateStart] : []),
    ...(isSlow(entry) ? [words.overlong] : []),
  ];
  return (
    <>
      <Mark entry={entry} />
      {isNamed && (
        <span className="spot-name">
          {time} {entry.job}
          {odd.length > 0 && (
            <strong className="state" data-look={entry.state === 'missed' ? 'bad' : 'warn'}>
              {' '}
              {odd.join(', ')}
            </strong>
          )}
          {director !== '' && <span className="spot-director quiet">{director}</span>}
        </span>
      )}
    </>
  );
}

interface GroupProps extends SpotActions {
  readonly cell: Cell;
  readonly spot: Spot;
  readonly hour: string | null;
}

/** Too many for a picture of each: how many there are of every state. */
function Group({ cell, spot, hour, current, point, open }: GroupProps) {
  const words = useWords(calendarWords);
  const entries = spot.entries.map(({ entry }) => entry);
  const tally = tallyOf(entries);
  const when = hour === null ? dayName(cell.day) : `${dayName(cell.day)} ${hour}`;
  const text = `${words.group(when, entries.length)} ${tally.map(({ state, of }) => words.of(count(of), stateWord(state))).join(', ')}`;
  const say = () => point(spot.index, text);
  return (
    <button
      {...{ type: 'button', className: 'spot group', 'aria-label': text, 'data-spot': spot.index }}
      tabIndex={spot.index === current ? 0 : -1}
      onFocus={say}
      onPointerEnter={say}
      onClick={() => open(cell.key)}
    >
      {tally.map(({ state, of, first }) => (
        <span key={state} className="state" data-look={lookOfEntry(first)}>
          <Mark entry={first} /> {count(of)}
        </span>
      ))}
    </button>
  );
}

interface Tally {
  readonly state: Entry['state'];
  readonly of: number;
  readonly first: Entry;
}

const order = [
  'missed',
  'error',
  'late',
  'warning',
  'canceled',
  'running',
  'waiting',
  'queued',
  'completed',
  'planned',
];

/** How many there are of each state, the worst first. */
export function tallyOf(entries: readonly Entry[]): readonly Tally[] {
  const found = new Map<Entry['state'], Entry[]>();
  for (const entry of entries) found.set(entry.state, [...(found.get(entry.state) ?? []), entry]);
  return [...found]
    .map(([state, own]) => ({ state, of: own.length, first: own[0] as Entry }))
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}
