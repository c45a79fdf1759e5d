import { type PreparedStatement } from '../../../database/prepared-statement.js';
import { namesAsked, type NamesFrom } from '../name-pagination.js';
import { type SumsQuestion, sumText } from '../sums-question.js';

type DayRow = readonly [day: string, runs: number, files: number, bytes: number];
export type PoolRow = readonly [name: string, bytes: number, bytesBefore: number, days: readonly DayRow[] | null];

interface PoolsStatement extends PreparedStatement {
  readonly values: unknown[];
}

const inSpan = 'day >= $4::date';
const daysOfPool = `SELECT day, sum(runs)::int AS runs, sum(files::float8) AS files, sum(bytes::float8) AS bytes
  FROM run_pool_day d WHERE d.director = $1 AND d.pool = names.name AND d.day >= $3::date AND d.day < $5::date
    AND d.type = ANY ($6::text[]) GROUP BY day`;
const sumsOfPool = `SELECT ${sumText('bytes', inSpan)}, ${sumText('bytes', 'day < $4::date')},
    json_agg(json_build_array(day, runs, files, bytes) ORDER BY day) FILTER (WHERE ${inSpan})
  FROM (${daysOfPool}) days HAVING count(*) > 0`;

/** These pools by name, or all, that were written into within the span or the span before: a `PoolRow` of each. */
export function poolsOfDays(
  { before, span, types }: SumsQuestion,
  pools: readonly string[] | undefined,
  { director, name, isIncluded, limit }: NamesFrom,
): PoolsStatement {
  const values: unknown[] = [director, name ?? '', before.since, span.since, span.until, types, limit];
  const names = namesAsked('pool', isIncluded, pools === undefined ? null : '$8');
  return {
    name: `pool_days${pools === undefined ? '' : '_given'}${isIncluded ? '_from' : ''}`,
    text: `${names.tables} SELECT names.name, of_pool.* FROM ${names.from}
      CROSS JOIN LATERAL (${sumsOfPool}) of_pool(bytes, bytes_before, days) ${names.order} LIMIT (SELECT $7::integer)`,
    values: pools === undefined ? values : [...values, pools],
  };
}
