import { type KeepRuleName, keepRuleNames, type KeepRules } from '../../../domain/keep-rules.js';

/** A run that takes a place in keep rules. */
export interface CountedRun {
  readonly jobId: number;
  /** The time that belongs to its period, seconds since the epoch. */
  readonly at: number;
}

interface LocalDay {
  /** Since 1970-01-01. */
  readonly day: number;
  readonly month: number;
  readonly year: number;
}

const dayMs = 86_400_000;

const periodOf: Readonly<Record<Exclude<KeepRuleName, 'last'>, (date: LocalDay) => number>> = {
  daily: ({ day }) => day,
  // ISO weeks begin on Monday; 1970-01-01 was a Thursday.
  weekly: ({ day }) => Math.floor((day + 3) / 7),
  monthly: ({ year, month }) => year * 12 + month,
  yearly: ({ year }) => year,
};

/**
 * The runs that the rules keep, each with the rules that do. Each rule counts for itself, from the newest run to older ones, so
 * that it always keeps the newest run. A rule counts periods that have a run: the present time is not used, so a wrong clock
 * cannot age a run.
 */
export function runsKeptBy(
  rules: KeepRules,
  newestFirst: readonly CountedRun[],
  timezone: string,
): ReadonlyMap<number, readonly KeepRuleName[]> {
  const localDay = localDays(timezone);
  const kept = new Map<number, readonly KeepRuleName[]>();
  for (const rule of keepRuleNames) {
    const most = rules[rule] ?? 0;
    // A set, because periods do not always descend: the clock was wrong, or a change of the clock begins a day twice.
    const periods = new Set<number>();
    for (const run of newestFirst) {
      if (periods.size >= most) break;
      const period = rule === 'last' ? run.jobId : periodOf[rule](localDay(run.at));
      if (periods.has(period)) continue;
      periods.add(period);
      kept.set(run.jobId, [...(kept.get(run.jobId) ?? []), rule]);
    }
  }
  return kept;
}

/** The date in a time zone; each time is converted once. */
function localDays(timezone: string): (seconds: number) => LocalDay {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  const known = new Map<number, LocalDay>();
  return (seconds) => {
    const found = known.get(seconds);
    if (found) return found;
    const parts = format.formatToParts(seconds * 1000);
    const partOf = (type: Intl.DateTimeFormatPartTypes): number =>
      Number(parts.find((part) => part.type === type)?.value);
    const [year, month] = [partOf('year'), partOf('month')];
    const date = { year, month, day: Date.UTC(year, month - 1, partOf('day')) / dayMs };
    known.set(seconds, date);
    return date;
  };
}
