import { type CatalogDialect } from './dialect.js';
import { epochMs, timeOf } from './rows.js';

/**
 * Directors write local times without their zone. In the hour that a clock passes twice such a time has two meanings, of
 * which PostgreSQL takes the later. This is longer than any clock is turned back.
 */
const whileBefore = "interval '3 hours'";

/** The earlier meaning of a local time, in milliseconds since the epoch; the only one, but for the hour that comes twice. */
export function earlierMs(column: string, timezone: string): string {
  const early = `((${column} - ${whileBefore}) AT TIME ZONE ${timezone} + ${whileBefore})`;
  return `CASE WHEN ${early} AT TIME ZONE ${timezone} = ${column}
    THEN date_part('epoch', ${early}) * 1000 ELSE ${epochMs(column, timezone)} END`;
}

/** The end of an ended run `j`. JobTDate is that moment without any zone, unless the run was made from older ones. */
export function endMs({ isClockSteady }: CatalogDialect, timezone: string): string {
  if (isClockSteady) return epochMs('j.endtime', timezone);
  const early = earlierMs('j.endtime', timezone);
  return `CASE WHEN floor((${early}) / 1000) = j.jobtdate THEN ${early} ELSE ${epochMs('j.endtime', timezone)} END`;
}

/** The two meanings of a local time in milliseconds since the epoch, nearly always the same. null: never; undefined: as the later. */
export interface LocalTime {
  readonly early: number | null | undefined;
  readonly late: number | null;
}

/** The later meaning that does not come after `bound`: what leads to something happens before it. */
export function timeNotAfter({ early, late }: LocalTime, bound: Date | null): Date | null {
  return timeOf(bound !== null && late !== null && late > bound.getTime() ? (early ?? late) : late);
}
