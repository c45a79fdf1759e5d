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
}

/** The days as columns: in a week by hours, in a month by weeks. One stop of the Tab key; arrows go from entry to entry. */
export function CalendarGrid({ entries, view, today, spanText, unknown }: CalendarGridProps) {
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
        <Days {...{ view, today, unknown, cells, current, point, open, zone }} />
      </div>
    </>
  );
}

interface DaysProps extends Pick<CalendarGridProps, 'view' | 'today' | 'unknown'> {
  readonly cells: readonly Cell[];
  readonly zone: string | undefined;
  readonly current: number;
  readonly point: (index: number, text: string) => void;
  readonly open: (cell: string) => void;
}

function Days({ view, today, unknown, cells, ...actions }: DaysProps) {
  const hours = [...new Set(cells.map(({ hour }) => hour))].filter((hour) => hour !== null).sort((a, b) => a - b);
  const isWeek = view.name === 'week';
  return (
    <>
      {hours.map((hour, row) => (
        <span key={hour} className="hour quiet" aria-hidden="true" style={{ gridColumn: 1, gridRow: row + 2 }}>
          {String(hour).padStart(2, '0')}:00
        </span>
      ))}
      {view.days.map((day, index) => {
        const column = (index % 7) + 2;
        const top = isWeek ? 1 : Math.floor(index / 7) * 2 + 1;
        const own = cells.filter((cell) => cell.day === day);
        return (
          <section
            key={day}
            className="calendar-day"
            aria-label={dayName(day, 'long')}
            data-today={day === today || undefined}
            data-out={(!isWeek && (day < view.first || day > view.last)) || undefined}
            data-empty={own.length === 0 || undefined}
          >
            {isWeek && (
              <span
                className="lane"
                aria-hidden="true"
                style={{ gridColumn: column, gridRow: `1 / ${hours.length + 2}` }}
              />
            )}
            <DayHead {...{ day, unknown: unknown.has(day), place: { gridColumn: column, gridRow: top } }} />
            {own.map((cell) => (
              <CalendarCell
                key={cell.key}
                cell={cell}
                place={{ gridColumn: column, gridRow: isWeek ? hours.indexOf(cell.hour ?? 0) + 2 : top + 1 }}
                {...actions}
              />
            ))}
          </section>
        );
      })}
    </>
  );
}

interface DayHeadProps {
  readonly day: string;
  readonly unknown: boolean;
  readonly place: { readonly gridColumn: number; readonly gridRow: number };
}

function DayHead({ day, unknown, place }: DayHeadProps) {
  const words = useWords(calendarWords);
  return (
    <div className="day-head" style={place}>
      {dayName(day)}
      {unknown && (
        <span className="quiet unknown" title={words.unknownPlanHint}>
          {words.unknownPlan}
        </span>
      )}
    </div>
  );
}
