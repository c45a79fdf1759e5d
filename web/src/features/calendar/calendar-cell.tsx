import { Link } from '@tanstack/react-router';
import { type CSSProperties, Fragment, type SyntheticEvent } from 'react';
import { useDirectorName } from '../../api/directors';
import { count, dayName } from '../../components/format';
import { messagesOf, useMessages } from '../../i18n/messages';
import { type Cell, type Entry, isLate, isSlow, lookOfEntry, type PlacedEntry, type Spot } from './entries';
import { Mark } from './calendar-entry-icon';
import { sentenceOf, stateWord } from './calendar-summary';

/** More entries of an opened cell are marks without names. */
const mostNamed = 12;

export interface SpotActions {
  readonly zone: string | undefined;
  readonly current: number;
  /** Shows what is under the pointer or has the focus. */
  readonly point: (spot: Spot, title: string, at: Element) => void;
  readonly open: (cell: string) => void;
}

interface CellProps extends SpotActions {
  readonly cell: Cell;
  readonly place: CSSProperties;
  /** Of the cell of this hour: minutes since midnight. */
  readonly nowMinutes: number | null;
}

export function CalendarCell({ cell, place, nowMinutes, ...actions }: CellProps) {
  const isPast = ({ entries }: Spot): boolean => (entries[0]?.minutes ?? 0) <= (nowMinutes ?? 0);
  // Between entries, so that it goes through no name and no name breaks it.
  const line = nowMinutes === null ? null : cell.spots.filter(isPast).length;
  const isNamed = cell.spots.length <= mostNamed;
  const hour = cell.hour === null ? null : `${String(cell.hour).padStart(2, '0')}:00`;
  return (
    <div className="calendar-cell" data-named={isNamed || undefined} style={place}>
      {hour !== null && (
        <span className="cell-hour quiet" aria-hidden="true">
          {hour}
        </span>
      )}
      {cell.spots.map((spot, index) => (
        <Fragment key={spot.index}>
          {index === line && <NowLine />}
          {spot.entries.length > 1 ? (
            <Several {...{ cell, spot, hour, ...actions }} />
          ) : (
            <One {...{ spot, isNamed, ...actions }} />
          )}
        </Fragment>
      ))}
      {line === cell.spots.length && <NowLine />}
    </div>
  );
}

/** Where now is among the entries of its hour, or of its day where that hour has none. */
export function NowLine({ style }: { readonly style?: CSSProperties }) {
  return <div className="now-line" style={style} aria-hidden="true" />;
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
  const say = ({ currentTarget }: SyntheticEvent) => point(spot, text, currentTarget);
  const props = {
    className: 'spot',
    'aria-label': text,
    'data-spot': spot.index,
    tabIndex: spot.index === current ? 0 : -1,
    onFocus: say,
    onPointerEnter: say,
  };
  const inside = <Inside {...{ placed, director, isNamed }} />;
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

export function clockOf({ minutes }: PlacedEntry): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

interface InsideProps {
  readonly placed: PlacedEntry;
  /** Empty where its name needs none. */
  readonly director: string;
  readonly isNamed: boolean;
}

function Inside({ placed, director, isNamed }: InsideProps) {
  const messages = useMessages('calendar');
  const { entry } = placed;
  const odd = [
    ...(entry.run === null && entry.state !== 'planned' ? [stateWord(entry.state)] : []),
    ...(entry.run !== null && isLate(entry) ? [messages.lateStart] : []),
    ...(isSlow(entry) ? [messages.overlong] : []),
  ];
  return (
    <>
      <Mark entry={entry} />
      {isNamed && (
        <span className="spot-name">
          {clockOf(placed)} {entry.job}
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

interface SeveralProps extends SpotActions {
  readonly cell: Cell;
  readonly spot: Spot;
  readonly hour: string | null;
}

/** Several entries as one: for one job its name and number, otherwise the number in each state and the jobs in the worst. */
function Several({ cell, spot, hour, current, point, open }: SeveralProps) {
  const messages = useMessages('calendar');
  const [first] = spot.entries;
  const entries = spot.entries.map(({ entry }) => entry);
  const tally = tallyOf(entries);
  const when = hour === null ? dayName(cell.day) : `${dayName(cell.day)} ${hour}`;
  const counts = tally.map(({ state, of }) => messages.of(count(of), stateWord(state))).join(', ');
  const worst = worstOf(tally);
  const named = worst === null ? counts : `${counts} (${worst})`;
  const text = `${messages.group(when, entries.length)} ${named}`;
  const say = ({ currentTarget }: SyntheticEvent) => point(spot, `${when}: ${named}`, currentTarget);
  return (
    <button
      {...{ type: 'button', className: 'spot group', 'aria-label': text, 'data-spot': spot.index }}
      tabIndex={spot.index === current ? 0 : -1}
      onFocus={say}
      onPointerEnter={say}
      onClick={() => open(cell.key)}
    >
      {spot.isOfOneJob && first ? (
        <>
          <Mark entry={first.entry} />
          <span className="spot-name">
            {clockOf(first)} {first.entry.job}
          </span>
          <span className="quiet">{messages.times(entries.length)}</span>
        </>
      ) : (
        <>
          <span className="spot-hours quiet">{hoursOf(spot.entries)}</span>
          {tally.map(({ state, of, entries: [one] }, index) => (
            <span key={state} className="spot-count">
              <span className="state" data-look={lookOfEntry(one)}>
                <Mark entry={one} /> {messages.of(count(of), stateWord(state))}
              </span>
              {index === 0 && worst !== null && <span className="spot-worst">{worst}</span>}
            </span>
          ))}
        </>
      )}
    </button>
  );
}

/** "02:14", or "02:14–03:30": from the first to the last. */
function hoursOf(entries: readonly PlacedEntry[]): string {
  const times = entries.map(clockOf).sort();
  return [...new Set([times[0], times.at(-1)])].join('–');
}

interface Tally {
  readonly state: Entry['state'];
  readonly of: number;
  readonly entries: readonly [Entry, ...Entry[]];
}

/** States whose jobs are not named in a group. */
const unremarkable: ReadonlySet<Entry['state']> = new Set<Entry['state']>(['completed', 'planned', 'queued']);

/** The jobs of the worst state: the first by its name, and how many more there are; null where all is well. */
function worstOf([worst]: readonly Tally[]): string | null {
  if (worst === undefined || unremarkable.has(worst.state)) return null;
  const [first, ...others] = new Set(worst.entries.map(({ job }) => job));
  const { more } = messagesOf('calendar');
  return others.length === 0 ? (first ?? null) : `${first} ${more(others.length)}`;
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
  const found = new Map<Entry['state'], [Entry, ...Entry[]]>();
  for (const entry of entries) {
    const known = found.get(entry.state);
    if (known) known.push(entry);
    else found.set(entry.state, [entry]);
  }
  return [...found]
    .map(([state, own]) => ({ state, of: own.length, entries: own }))
    .sort((a, b) => gravityOf(a.state) - gravityOf(b.state));
}

/** The worst is 0. */
export function gravityOf(state: Entry['state']): number {
  return order.indexOf(state);
}
