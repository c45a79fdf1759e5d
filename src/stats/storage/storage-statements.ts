import { type PreparedStatement } from '../../platform/database/prepared-statement.js';
import { namesAsked, type NamesFrom } from '../name-page.js';
import { type SumsQuestion, sumText, wholeSum } from '../sums-question.js';

export type PoolRow = readonly [name: string, bytes: number, bytesBefore: number, days: string | null];

interface PoolsStatement extends PreparedStatement {
  readonly values: unknown[];
}

const inSpan = 'day >= $4::date';
const ofPool = (since: string): string => `FROM run_pool_day d WHERE d.director = $1 AND d.pool = names.name
  AND d.day >= ${since}::date AND d.day < $5::date AND d.type = ANY ($6::text[])`;

/** Each row of a day has its JSON with it, which days hold as it is unless runs of several types wrote on one. */
const daysOfPool = `CASE WHEN count(*) FILTER (WHERE ${inSpan}) = count(DISTINCT day) FILTER (WHERE ${inSpan})
  THEN string_agg(point, ',' ORDER BY day) FILTER (WHERE ${inSpan})
  ELSE (SELECT string_agg(row_to_json(summed)::text, ',' ORDER BY day) FROM (
    SELECT d.day, ${['runs', 'files', 'bytes'].map(wholeSum).join(', ')} ${ofPool('$4')} GROUP BY d.day) summed) END`;
const sumsOfPool = `SELECT ${sumText('bytes', inSpan)}, ${sumText('bytes', 'day < $4::date')}, ${daysOfPool}
  ${ofPool('$3')} HAVING count(*) > 0`;

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
