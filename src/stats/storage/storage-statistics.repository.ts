import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type DaySpan, daysOf } from '../../domain/day-span.js';
import { arraysOf, listsOf, type PreparedStatement } from '../../platform/database/prepared-statement.js';
import { mostCounted, type NamedRow, type NamesFrom } from '../name-page.js';
import { type SumsQuestion, sumText } from '../sums-question.js';
import { type PoolDay } from './storage-statistics.dto.js';

/** A pool with what was written into it. */
export interface PoolSums extends NamedRow {
  readonly bytes: number;
  readonly bytesBefore: number;
}

const poolsText = (beyond: string, given: string): string => `SELECT pool,
    ${sumText('bytes', 'day >= $4::date')}, ${sumText('bytes', 'day < $4::date')}
  FROM run_pool_day WHERE director = $1 AND pool ${beyond} $2 AND day >= $3::date AND day < $5::date AND type = ANY ($6::text[])
  ${given} GROUP BY pool ORDER BY pool LIMIT (SELECT $7::integer)`;

@Injectable()
export class StorageStatisticsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One Director's pools, by name. */
  async pools(question: SumsQuestion, pools: readonly string[] | undefined, from: NamesFrom): Promise<PoolSums[]> {
    const { director } = from;
    const { values, ...prepared } = textOf(question, pools, from);
    const rows = await arraysOf<readonly [string, number, number]>(this.dataSource, prepared, values);
    return rows.map(([name, bytes, bytesBefore]) => ({ name, director, bytes, bytesBefore }));
  }

  async count(question: SumsQuestion, pools: readonly string[] | undefined, director: string): Promise<number> {
    const from = { director, name: null, isIncluded: false, limit: mostCounted + 1 };
    const { text, values } = textOf(question, pools, from);
    const counted = { text: `SELECT count(*)::int FROM (${text}) counted` };
    const [row] = await arraysOf<[number]>(this.dataSource, counted, values);
    return row?.[0] ?? 0;
  }

  /** By pool, the days oldest first. */
  async days(
    director: string,
    pools: readonly string[],
    span: DaySpan,
    types: readonly string[],
  ): Promise<ReadonlyMap<string, PoolDay[]>> {
    const text = `SELECT pool, day - $3::date AS day, runs, files, bytes FROM run_pool_day
      WHERE director = $1 AND pool = ANY ($2::text[]) AND day >= $3::date AND day < $4::date AND type = ANY ($5::text[])
      ORDER BY run_pool_day.day`;
    const lists = await listsOf<readonly [string, number, number, number, number]>(
      this.dataSource,
      { name: 'pool_days', text },
      ['pool', 'day', 'runs', 'files', 'bytes'],
      [director, pools, span.since, span.until, types],
    );
    const found = new Map<string, PoolDay[]>(pools.map((pool) => [pool, []]));
    const [names, places, runs, files, bytes] = lists;
    const days = daysOf(span);
    names.forEach((pool, index) => {
      const day = days[places[index] ?? 0];
      const own = { day, runs: runs[index], files: files[index], bytes: bytes[index] } as PoolDay;
      add(found.get(pool) ?? [], own);
    });
    return found;
  }
}

/** Rows of the types of a day come one after the other. */
function add(days: PoolDay[], own: PoolDay): void {
  const last = days.at(-1);
  if (last?.day !== own.day) {
    days.push(own);
    return;
  }
  last.runs += own.runs;
  last.files += own.files;
  last.bytes += own.bytes;
}

function textOf(
  { before, span, types }: SumsQuestion,
  pools: readonly string[] | undefined,
  { director, name, isIncluded, limit }: NamesFrom,
): PreparedStatement & { readonly values: unknown[] } {
  const values: unknown[] = [director, name ?? '', before.since, span.since, span.until, types, limit];
  const given = pools === undefined ? '' : `AND pool = ANY ($${values.push(pools)}::text[])`;
  const statement = `storage_pools${isIncluded ? '_from' : ''}${pools === undefined ? '' : '_given'}`;
  return { name: statement, text: poolsText(isIncluded ? '>=' : '>', given), values };
}
