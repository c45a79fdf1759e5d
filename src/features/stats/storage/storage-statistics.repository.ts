import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { arraysOf } from '../../../database/prepared-statement.js';
import { mostCounted, type NamedRow, type NamesFrom } from '../name-pagination.js';
import { type SumsQuestion } from '../sums-question.js';
import { type PoolRow, poolsOfDays } from './storage-statements.js';
import { type PoolDay } from './storage-statistics.dto.js';

/** A pool with what was written into it. */
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
  async pools(question: SumsQuestion, pools: readonly string[] | undefined, from: NamesFrom): Promise<PoolSums[]> {
    const { director } = from;
    const { values, ...prepared } = poolsOfDays(question, pools, from);
    const rows = await arraysOf<PoolRow>(this.dataSource, prepared, values);
    return rows.map(([name, bytes, bytesBefore, days]) => ({
      name,
      director,
      bytes,
      bytesBefore,
      days: (days ?? []).map(([day, runs, files, written]) => ({ day, runs, files, bytes: written })),
    }));
  }

  async count(question: SumsQuestion, pools: readonly string[] | undefined, director: string): Promise<number> {
    const from = { director, name: null, isIncluded: false, limit: mostCounted + 1 };
    const { text, values } = poolsOfDays(question, pools, from);
    const counted = { text: `SELECT count(*)::int FROM (${text}) counted` };
    const [row] = await arraysOf<[number]>(this.dataSource, counted, values);
    return row?.[0] ?? 0;
  }
}
