const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Where a stretch of time begins and ends, as PostgreSQL takes it; the end is exclusive. */
export type Stretch = readonly [from: string, to: string];

/** The hours and whole days that cover a range of time. */
export interface Cover {
  readonly days: Stretch;
  readonly hours: readonly [Stretch, Stretch];
}

const none: Stretch = ['infinity', 'infinity'];

/** As few hours as possible at the edges, whole days between them. A side without a bound reaches on for ever. */
export function coverOf(since: Date | undefined, until: Date | undefined): Cover {
  const from = since === undefined ? -Infinity : Math.floor(since.getTime() / hourMs) * hourMs;
  const to = until === undefined ? Infinity : Math.ceil(until.getTime() / hourMs) * hourMs;
  const firstDay = Math.ceil(from / dayMs) * dayMs;
  const lastDay = Math.floor(to / dayMs) * dayMs;
  if (firstDay >= lastDay) return { days: none, hours: [stretch(from, to), none] };
  return { days: stretch(firstDay, lastDay), hours: [stretch(from, firstDay), stretch(lastDay, to)] };
}

function stretch(from: number, to: number): Stretch {
  return [timeText(from), timeText(to)];
}

/** Years of four digits, which the database and Date write alike; what lies beyond has no bound. */
const [earliest, latest] = [Date.UTC(1000, 0, 1), Date.UTC(9999, 0, 1)];

function timeText(ms: number): string {
  if (ms < earliest) return '-infinity';
  return ms > latest ? 'infinity' : new Date(ms).toISOString();
}
