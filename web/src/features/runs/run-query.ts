import { type Schemas } from '../../api/request';
import { type TextSearch } from '../../app/search';

const dayMs = 86_400_000;

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function aheadMs(moment: number, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).formatToParts(moment);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - moment;
}

/**
 * When a day, `2026-11-20`, begins by the clocks of a zone, some days later if asked, as RFC 3339 in UTC; undefined for what is
 * no day.
 */
function startOfDay(day: string, timeZone: string | undefined, daysLater = 0): string | undefined {
  const midnight = Date.parse(`${day}T00:00:00Z`) + daysLater * dayMs;
  if (Number.isNaN(midnight)) return undefined;
  // The clocks may be put on or back between the first guess and midnight there.
  const guess = midnight - aheadMs(midnight, timeZone);
  return new Date(midnight - aheadMs(guess, timeZone)).toISOString();
}

export const filterNames = [
  ...(['status', 'job', 'client', 'level', 'type', 'pool', 'since', 'until', 'acknowledged'] as const),
  ...(['triggeredBy', 'triggeredByName', 'triggeredById'] as const),
] as const;

export type RunSearch = TextSearch<(typeof filterNames)[number] | 'sort' | 'director'>;

/** Who or what starts runs. */
export const triggerKinds = ['schedule', 'session', 'token', 'console', 'unknown'] as const;

const pageOf = 100;
const flags: Readonly<Record<string, boolean>> = { true: true, false: false };

/** A moment as the address may have it in place of a day: what links from pictures carry, whose days are those of UTC. */
const moment = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** What the list asks for what the address says; days are those of the zone in which times are shown. */
export function queryOf(search: RunSearch, zone: string | undefined) {
  const { director, status, job, client, level, type, pool, triggeredByName, triggeredById } = search;
  const since = search.since && boundOf(search.since, zone, 0);
  const until = search.until && boundOf(search.until, zone, 1);
  const acknowledged = flags[search.acknowledged ?? ''];
  const triggeredBy = triggerKinds.find((kind) => kind === search.triggeredBy);
  const sort: Schemas['RunSort'] = search.sort === 'oldest' ? 'oldest' : 'newest';
  return given({
    director,
    status,
    job,
    client,
    level,
    type,
    pool,
    since,
    until,
    acknowledged,
    triggeredBy,
    triggeredByName,
    triggeredById,
    sort,
    limit: pageOf,
  });
}

function boundOf(text: string, zone: string | undefined, daysLater: number): string | undefined {
  return moment.test(text) ? text : startOfDay(text, zone, daysLater);
}

export type RunsQuery = ReturnType<typeof queryOf>;

/** The same for a line of curl. */
export function pathOf(query: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return `/operations/runs?${new URLSearchParams(words).toString()}`;
}

function given<Values extends object>(values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;
}
