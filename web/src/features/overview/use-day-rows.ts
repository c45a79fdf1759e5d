import { useDirectorName } from '../../api/directors';
import { dayName, shortTime } from '../../components/format';
import { useZone, zoneNameOf } from '../../components/timezone';
import { type SquareHead, type SquareRow } from '../../charts/heatmap-grid';
import { outcomesOf } from '../../charts/heatmap';
import { locale, useLanguage } from '../../i18n/language';
import { useMessages } from '../../i18n/messages';
import { clientPath, jobPath, useDirectorLink } from './links';
import { countsOf, type DaysRow, keyOf, partsOf } from './by-severity';

const dayMs = 86_400_000;
export const fortnightDays = 14;

/** Today, in UTC, is the last of them. */
export function lastDays(now = Date.now()): readonly string[] {
  const back = Array.from({ length: fortnightDays }, (_, index) => fortnightDays - 1 - index);
  return back.map((day) => new Date(now - day * dayMs).toISOString().slice(0, 10));
}

/** What the list of runs is to show of a day of this picture: its backups, from midnight to midnight in UTC whatever the zone of the list. */
export function runsOfDay(day: string): Readonly<Record<'type' | 'since' | 'until', string>> {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
  return { type: 'Backup', since: `${day}T00:00:00Z`, until: `${next}T00:00:00Z` };
}

export function useHeads(days: readonly string[]): readonly SquareHead[] {
  useLanguage();
  const weekday = new Intl.DateTimeFormat(locale(), { weekday: 'narrow', timeZone: 'UTC' });
  return days.map((day) => ({
    text: `${weekday.format(Date.parse(`${day}T00:00:00Z`))}\n${Number(day.slice(-2))}`,
    label: dayName(day),
  }));
}

/** Clients or jobs as rows of squares. */
export function useDayRows(rows: readonly DaysRow[]): readonly SquareRow[] {
  const { counts } = useMessages('overview');
  const { outcomes } = useMessages('heatmap');
  const nameOf = useDirectorName();
  const way = useDirectorLink();
  const zone = useZone();
  const spanOf = (day: string): string => {
    const start = Date.parse(`${day}T00:00:00Z`);
    return `${shortTime(start, zone)} – ${shortTime(start + dayMs, zone)} (${zoneNameOf(zone)})`;
  };
  return rows.map((row) => {
    const { of, director, days } = row;
    const name = [row.name, nameOf(director)].filter((part) => part !== '').join(' · ');
    const known = outcomesOf(days);
    const cells = days.map((one, index) => {
      const outcome = known[index] ?? 'unknown';
      const counted = countsOf(one);
      const text = counts(counted) || outcomes[outcome];
      const label = `${name}, ${dayName(one.day, 'long')}: ${text}`;
      const href = way('/runs', { [of]: row.name, ...runsOfDay(one.day) }, director);
      return { outcome, parts: partsOf(counted), label, tip: `${label}\n${spanOf(one.day)}`, text, href };
    });
    const path = of === 'job' ? jobPath(row.name) : clientPath(row.name);
    return { key: keyOf(row), name, href: way(path, {}, director), cells };
  });
}
