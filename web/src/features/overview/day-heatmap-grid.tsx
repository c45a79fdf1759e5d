import { useState } from 'react';
import { useZone, zoneNameOf } from '../../components/timezone';
import { wallTime } from '../../components/timezone-days';
import { type SquareRow, SquareGrid } from '../../charts/heatmap-grid';
import { SquareTable } from '../../charts/heatmap-table';
import { type Outcome, SquareLegend } from '../../charts/heatmap';
import { useMessages } from '../../i18n/messages';
import { lastDays, useDayRows, useHeads } from './use-day-rows';
import { type DaysRow, keyOf, worstFirst } from './by-severity';

interface DaySquaresProps {
  /** All clients, or all jobs. */
  readonly rows: readonly DaysRow[];
  /** Stands below them. */
  readonly last?: SquareRow | null;
}

export function DaySquares({ rows, last = null }: DaySquaresProps) {
  const messages = useMessages('overview');
  const ordered = useKeptOrder(worstFirst(rows));
  const shown = useDayRows(ordered);
  const heads = useHeads(ordered[0]?.days.map(({ day }) => day) ?? lastDays());
  const all = last === null ? shown : [...shown, last];
  const frame = {
    label: messages.fortnight,
    nameHead: rows[0]?.of === 'job' ? messages.job : messages.client,
    heads,
    rows: all,
  };
  return (
    <>
      <SquareGrid {...frame} />
      <SquareLegend of={outcomesIn(all)} />
      <p className="quiet after">{messages.utcDays(useDayStart(), zoneNameOf(useZone()))}</p>
      <SquareTable {...frame} label={messages.fortnightTable} />
    </>
  );
}

function outcomesIn(rows: readonly SquareRow[]): readonly Outcome[] {
  return rows.flatMap(({ cells }) =>
    cells.flatMap(({ outcome, parts }) => (parts.length === 0 ? [outcome] : parts.map((part) => part.outcome))),
  );
}

/** When a day in UTC begins on the clock on which the page shows times; null where that is UTC. */
function useDayStart(): string | null {
  const zone = useZone();
  const [today = ''] = lastDays().slice(-1);
  const { minutes } = wallTime(Date.parse(`${today}T00:00:00Z`), zone);
  if (minutes === 0) return null;
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${hour ?? ''}:${minute ?? ''}`;
}

/** In the order in which they came first on this visit: what changes is colored anew, and stays in its place. */
function useKeptOrder(rows: readonly DaysRow[]): readonly DaysRow[] {
  const [kept, setKept] = useState<readonly string[]>([]);
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  const fresh = [...byKey.keys()].filter((key) => !kept.includes(key));
  if (fresh.length > 0) setKept([...kept, ...fresh]);
  return [...kept, ...fresh].flatMap((key) => byKey.get(key) ?? []);
}
