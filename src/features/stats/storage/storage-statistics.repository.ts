import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryArrays, type PreparedStatement } from '../../../database/prepared-statement.js';
import { countCap } from '../../../domain/pagination.js';
import { type NamedRow, type NamesFrom, namesQueryOf } from '../name-pagination.js';
import { type TotalsQuery, sumText } from '../statistics-query.dto.js';
import { type PoolDay } from './storage-statistics.dto.js';

type DayRow = readonly [day: string, runs: number, files: number, bytes: number];
type PoolRow = readonly [name: string, bytes: number, bytesBefore: number, days: readonly DayRow[] | null];

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
function poolsOfDays(
  { before, span, types }: TotalsQuery,
  pools: readonly string[] | undefined,
  { director, name, isIncluded, limit }: NamesFrom,
): PoolsStatement {
  const values: unknown[] = [director, name ?? '', before.since, span.since, span.until, types, limit];
  const names = namesQueryOf('pool', isIncluded, pools === undefined ? null : '$8');
  return {
    name: `pool_days${pools === undefined ? '' : '_given'}${isIncluded ? '_from' : ''}`,
    text: `${names.tables} SELECT names.name, of_pool.* FROM ${names.from}
      CROSS JOIN LATERAL (${sumsOfPool}) of_pool(bytes, bytes_before, days) ${names.order} LIMIT (SELECT $7::integer)`,
    values: pools === undefined ? values : [...values, pools],
  };
}

/** A pool with the bytes written into it. */
export interface PoolSums extends NamedRow {
  readonly bytes: number;
  readonly bytesBefore: number;
  /** Days on which something was, oldest first. */
  readonly days: PoolDay[];
}

@Injectable()
export class StorageStatisticsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One Director's pools, by name. */
  async pools(query: TotalsQuery, pools: readonly string[] | undefined, from: NamesFrom): Promise<PoolSums[]> {
    const { director } = from;
    const { values, ...prepared } = poolsOfDays(query, pools, from);
    const rows = await queryArrays<PoolRow>(this.dataSource, prepared, values);
    return rows.map(([name, bytes, bytesBefore, days]) => ({
      name,
      director,
      bytes,
      bytesBefore,
      days: (days ?? []).map(([day, runs, files, written]) => ({ day, runs, files, bytes: written })),
    }));
  }

  async count(query: TotalsQuery, pools: readonly string[] | undefined, director: string): Promise<number> {
    const from = { director, name: null, isIncluded: false, limit: countCap + 1 };
    const { text, values } = poolsOfDays(query, pools, from);
    const counted = { text: `SELECT count(*)::int FROM (${text}) counted` };
    const [row] = await queryArrays<[number]>(this.dataSource, counted, values);
    return row?.[0] ?? 0;
  }
}
