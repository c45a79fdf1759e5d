import { type KeyboardEvent, useRef, useState } from 'react';
import { dayName } from '../parts/format';
import { useZone } from '../parts/zone';
import { useWords } from '../words/words';
import { CalendarCell } from './calendar-cell';
import { type CalendarView } from './calendar-view';
import { calendarWords } from './calendar.words';
import { type Cell, cellsOf, type Entry, spotBeside } from './entries';

interface CalendarGridProps {
  readonly entries: readonly Entry[];
  readonly view: CalendarView;
  readonly today: string;
  readonly spanText: string;
  /** Days of which nobody knows all that was planned. */
  readonly unknown: ReadonlySet<string>;
  /** From this day on not all entries are shown; null: they all are. */
  readonly cutFrom: string | null;
}

/** The days as columns: in a week by hours, in a month by weeks. One stop of the Tab key; arrows go from entry to entry. */
export function CalendarGrid({ entries, view, today, spanText, unknown, cutFrom }: CalendarGridProps) {
  const words = useWords(calendarWords);
  const zone = useZone();
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [said, setSaid] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const cells = cellsOf(entries, view, zone, opened);
  const count = cells.reduce((sum, { spots }) => sum + spots.length, 0);
  const current = Math.min(at, Math.max(0, count - 1));
  const focus = (index: number) =>
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-spot="${index}"]`)?.focus());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = spotBeside(cells, current, event.key);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
    focus(next);
  };
  const point = (index: number, text: string) => {
    setAt(index);
    setSaid(text);
  };
  const open = (cell: string) => {
    setOpened((old) => new Set([...old, cell]));
    focus(current);
  };
  return (
    <>
      <p className="calendar-said">{said === '' ? <span className="quiet">{words.hint}</span> : said}</p>
      <div
        {...{ ref: box, role: 'group', className: 'calendar', 'data-view': view.name, onKeyDown }}
        aria-label={words.picture(spanText)}
      >
        <Days {...{ view, today, unknown, cutFrom, cells, current, point, open, zone }} />
      </div>
    </>
  );
}

interface DaysProps extends Pick<CalendarGridProps, 'view' | 'today' | 'unknown' | 'cutFrom'> {
  readonly cells: readonly Cell[];
  readonly zone: string | undefined;
  readonly current: number;
  readonly point: (index: number, text: string) => void;
  readonly open: (cell: string) => void;
}

function Days({ view, today, unknown, cutFrom, cells, ...actions }: DaysProps) {
  const hours = [...new Set(cells.map(({ hour }) => hour))].filter((hour) => hour !== null).sort((a, b) => a - b);
  return (
    <>
      {hours.map((hour, row) => (
        <span key={hour} className="hour quiet" aria-hidden="true" style={{ gridColumn: '1 / -1', gridRow: row + 2 }}>
          {String(hour).padStart(2, '0')}:00
        </span>
      ))}
      {view.days.map((day, index) => (
        <Day
          key={day}
          {...{ day, view, today, hours, ...actions }}
          column={(index % 7) + 2}
          top={view.name === 'week' ? 1 : Math.floor(index / 7) * 2 + 1}
          isUnknown={unknown.has(day)}
          isCut={cutFrom !== null && day >= cutFrom}
          cells={cells.filter((cell) => cell.day === day)}
        />
      ))}
    </>
  );
}

interface DayProps extends Omit<DaysProps, 'unknown' | 'cutFrom'> {
  readonly day: string;
  readonly column: number;
  readonly top: number;
  readonly hours: readonly number[];
  readonly isUnknown: boolean;
  readonly isCut: boolean;
}

/** One day; in a week its cells lie beside their hours, in a month below its name. */
function Day({ day, view, today, column, top, hours, isUnknown, isCut, cells, ...actions }: DayProps) {
  const isWeek = view.name === 'week';
  const isOut = !isWeek && (day < view.first || day > view.last);
  const rowOf = (hour: number | null): number => (hour === null ? top + 1 : hours.indexOf(hour) + 2);
  return (
    <div
      role="group"
      className="calendar-day"
      aria-label={dayName(day, 'long')}
      data-today={day === today || undefined}
      data-out={isOut || undefined}
      data-empty={cells.length === 0 || undefined}
    >
      <span
        className="lane"
        aria-hidden="true"
        style={{ gridColumn: column, gridRow: isWeek ? `1 / ${hours.length + 2}` : `${top} / ${top + 2}` }}
      />
      <DayHead {...{ day, isUnknown, isCut: isCut && !isOut, place: { gridColumn: column, gridRow: top } }} />
      {cells.map((cell) => (
        <CalendarCell
          key={cell.key}
          cell={cell}
          place={{ gridColumn: column, gridRow: rowOf(cell.hour) }}
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
  readonly place: { readonly gridColumn: number; readonly gridRow: number };
}

function DayHead({ day, isUnknown, isCut, place }: DayHeadProps) {
  const words = useWords(calendarWords);
  return (
    <div className="day-head" style={place}>
      {dayName(day)}
      {isUnknown && (
        <span className="quiet unknown" title={words.unknownPlanHint}>
          {words.unknownPlan}
        </span>
      )}
      {isCut && <span className="quiet cut">{words.notAll}</span>}
    </div>
  );
}
