import { getRouteApi, Link } from '@tanstack/react-router';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { dayName } from '../../components/format';
import { useZone } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';
import { wallTime } from '../../components/timezone-days';
import { CalendarCell, NowLine, type SpotActions } from './calendar-cell';
import { CalendarTip, type Tip, tipAt } from './calendar-tip';
import { type CalendarView } from './calendar-view';
import { type Cell, cellsOf, type Entry, type Spot, spotBeside } from './entries';

const route = getRouteApi('/calendar');

interface CalendarGridProps {
  readonly entries: readonly Entry[];
  readonly view: CalendarView;
  readonly now: number;
  readonly spanText: string;
  /** Days of which nobody knows all that was planned. */
  readonly unknown: ReadonlySet<string>;
  /** From this day on not all entries are shown; null: they all are. */
  readonly cutFrom: string | null;
}

/** The days as columns: in a week by hours, in a month by weeks. One stop of the Tab key; arrows go from entry to entry. */
export function CalendarGrid({ entries, view, now, spanText, unknown, cutFrom }: CalendarGridProps) {
  const messages = useMessages('calendar');
  const zone = useZone();
  const [frame, box] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const [at, setAt] = useState(0);
  const [tip, setTip] = useState<Tip | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const touch = useBeginAtNow(box, entries.length);
  const cells = useMemo(() => cellsOf(entries, view.name, zone, opened), [entries, view.name, zone, opened]);
  const count = cells.reduce((sum, { spots }) => sum + spots.length, 0);
  const current = Math.min(at, Math.max(0, count - 1));
  const hide = () => setTip(null);
  const focus = (index: number) =>
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-spot="${index}"]`)?.focus());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') hide();
    const next = spotBeside(cells, current, event.key);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
    focus(next);
  };
  const point = (spot: Spot, title: string, element: Element) => {
    setAt(spot.index);
    if (frame.current) setTip(tipAt(spot, title, element, frame.current));
  };
  // What gets the focus is scrolled to after it was pointed at.
  const follow = () =>
    setTip((old) => (old && frame.current ? tipAt(old.spot, old.title, old.at, frame.current) : null));
  const open = (cell: string) => {
    setOpened((old) => new Set([...old, cell]));
    hide();
    focus(current);
  };
  return (
    <div className="calendar-frame" {...{ ref: frame, onPointerLeave: hide, onBlur: hide, ...touch }}>
      <div
        {...{ ref: box, role: 'group', className: 'calendar', 'data-view': view.name, onKeyDown, onScroll: follow }}
        aria-label={messages.picture(spanText)}
      >
        <Days {...{ view, unknown, cutFrom, cells, current, point, open, zone }} now={wallTime(now, zone)} />
      </div>
      {tip && <CalendarTip of={tip} />}
    </div>
  );
}

/** So much of what was is still in view. */
const beforeNow = 96;

/** A week that is longer than its box begins at the line of now, where it has one, until somebody goes elsewhere in it. */
function useBeginAtNow(box: RefObject<HTMLDivElement | null>, entries: number) {
  const isTouched = useRef(false);
  useLayoutEffect(() => {
    const line = box.current?.querySelector<HTMLElement>('.now-line');
    if (box.current && line && !isTouched.current) box.current.scrollTop = line.offsetTop - beforeNow;
  }, [box, entries]);
  const touch = () => void (isTouched.current = true);
  return { onPointerDown: touch, onWheel: touch, onFocus: touch };
}

interface DaysProps extends Pick<CalendarGridProps, 'view' | 'unknown' | 'cutFrom'>, SpotActions {
  readonly cells: readonly Cell[];
  /** By the clock of the zone that is shown. */
  readonly now: ReturnType<typeof wallTime>;
}

function Days({ view, now, unknown, cutFrom, cells, ...actions }: DaysProps) {
  const messages = useMessages('calendar');
  const hasNow = view.name === 'week' && view.days.includes(now.day);
  const isNow = ({ day, hour }: Cell): boolean => hasNow && day === now.day && hour === now.hour;
  const used = [...cells.map(({ hour }) => hour), ...(hasNow ? [now.hour] : [])];
  const hours = [...new Set(used)].filter((hour) => hour !== null).sort((a, b) => a - b);
  return (
    <>
      {hours.map((hour, row) => (
        <span key={hour} className="hour quiet" aria-hidden="true" style={{ gridColumn: '1 / -1', gridRow: row + 2 }}>
          {String(hour).padStart(2, '0')}:00
          {hasNow && hour === now.hour && <span className="now-hour">{messages.now}</span>}
        </span>
      ))}
      {view.days.map((day, index) => (
        <Day
          key={day}
          {...{ day, view, now, isNow, hours, ...actions }}
          column={(index % 7) + 2}
          top={view.name === 'week' ? 1 : Math.floor(index / 7) * 2 + 1}
          isUnknown={unknown.has(day)}
          isCut={cutFrom !== null && day >= cutFrom}
          cells={cells.filter((cell) => cell.day === day)}
        />
      ))}
      {view.name === 'week' && (
        <span className="day-head hours-head" style={{ gridColumn: 1, gridRow: `1 / ${hours.length + 2}` }}>
          {messages.hours}
        </span>
      )}
      {hasNow && !cells.some(isNow) && (
        <NowLine
          style={{
            gridColumn: view.days.indexOf(now.day) + 2,
            gridRow: hours.indexOf(now.hour) + 2,
            top: `${((now.minutes % 60) / 60) * 100}%`,
          }}
        />
      )}
    </>
  );
}

interface DayProps extends Omit<DaysProps, 'unknown' | 'cutFrom'> {
  readonly day: string;
  readonly isNow: (cell: Cell) => boolean;
  readonly column: number;
  readonly top: number;
  readonly hours: readonly number[];
  readonly isUnknown: boolean;
  readonly isCut: boolean;
}

/** One day; in a week its cells lie beside their hours, in a month below its name. */
function Day({ day, view, now, isNow, column, top, hours, isUnknown, isCut, cells, ...actions }: DayProps) {
  const isWeek = view.name === 'week';
  const isOut = !isWeek && (day < view.first || day > view.last);
  const rowOf = (hour: number | null): number => (hour === null ? top + 1 : hours.indexOf(hour) + 2);
  return (
    <div
      role="group"
      className="calendar-day"
      aria-label={dayName(day, 'long')}
      data-today={day === now.day || undefined}
      data-out={isOut || undefined}
      data-empty={cells.length === 0 || undefined}
    >
      <span
        className="lane"
        aria-hidden="true"
        style={{ gridColumn: column, gridRow: isWeek ? `1 / ${hours.length + 2}` : `${top} / ${top + 2}` }}
      />
      <DayHead
        {...{ day, isUnknown, isCut: isCut && !isOut }}
        // In a week it reaches over all hours, so that it can stay in view.
        place={{ gridColumn: column, gridRow: isWeek ? `1 / ${hours.length + 2}` : top }}
      />
      {cells.map((cell) => (
        <CalendarCell
          key={cell.key}
          cell={cell}
          place={{ gridColumn: column, gridRow: rowOf(cell.hour) }}
          nowMinutes={isNow(cell) ? now.minutes : null}
          {...actions}
        />
      ))}
    </div>
  );
}

interface DayHeadProps {
  readonly day: string;
  readonly isUnknown: boolean;
  readonly isCut: boolean;
  readonly place: { readonly gridColumn: number; readonly gridRow: number | string };
}

function DayHead({ day, isUnknown, isCut, place }: DayHeadProps) {
  const messages = useMessages('calendar');
  const { job, client } = route.useSearch();
  const filters = { ...(job === undefined ? {} : { job }), ...(client === undefined ? {} : { client }) };
  return (
    <div className="day-head" style={place}>
      {dayName(day)}
      {isUnknown && (
        <span className="quiet unknown" title={messages.unknownPlanHint}>
          {messages.unknownPlan}
        </span>
      )}
      {isCut && (
        <Link className="cut" to="/runs" search={{ ...filters, since: day, until: day }} title={messages.notAll}>
          {messages.listAll}
        </Link>
      )}
    </div>
  );
}
