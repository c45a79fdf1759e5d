const dayMs = 86_400_000;
export const usualPeriods = ['7', '30', '90', '365'] as const;
const mostDays = 400;

interface PeriodSearch {
  readonly days?: string;
  readonly since?: string;
  readonly until?: string;
}

/** Which days are looked at: as the API takes it, and which they are. */
export interface Period {
  readonly query: { readonly days: number } | { readonly since: string; readonly until: string };
  /** First and last day, in UTC. */
  readonly first: string;
  readonly last: string;
  /** null where it is no number of days up to today. */
  readonly usual: (typeof usualPeriods)[number] | null;
}

/** What the address says; thirty days where it says nothing that can be. */
export function periodOf({ days, since, until }: PeriodSearch, now: number): Period {
  const today = dayText(now);
  const last = isDay(until) && until <= today ? until : today;
  if (isDay(since) && since <= last && (Date.parse(last) - Date.parse(since)) / dayMs < mostDays) {
    const query = { since: `${since}T00:00:00Z`, until: `${dayText(Date.parse(last) + dayMs)}T00:00:00Z` };
    return { query, first: since, last, usual: null };
  }
  const usual = usualPeriods.find((one) => one === days) ?? '30';
  const count = Number(usual);
  return { query: { days: count }, first: dayText(Date.parse(today) - (count - 1) * dayMs), last: today, usual };
}

export function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Each day from the first to the last. */
export function daysOf({ first, last }: Pick<Period, 'first' | 'last'>): string[] {
  const count = (Date.parse(last) - Date.parse(first)) / dayMs + 1;
  return Array.from({ length: count }, (_, index) => dayText(Date.parse(first) + index * dayMs));
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** As many days as the period has, up to it, as the API takes them, and which they are. */
export function spanBefore(period: Pick<Period, 'first' | 'last'>) {
  const days = daysOf(period).length;
  const start = Date.parse(period.first);
  const first = dayText(start - days * dayMs);
  return {
    days,
    first,
    last: dayText(start - dayMs),
    since: `${first}T00:00:00Z`,
    until: `${period.first}T00:00:00Z`,
  };
}
