import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryArrays } from '../../database/prepared-statement.js';

/** `age` in seconds since the index was last complete; null: never yet. */
export type SearchIndexMetricsRow = readonly [
  director: string,
  waiting: number,
  age: number | null,
  isFailing: boolean,
];

/** How far the index of names follows each Director. */
@Injectable()
export class SearchIndexMetricsRepository {
  constructor(private readonly dataSource: DataSource) {}

  indexStates(directors: readonly string[]): Promise<SearchIndexMetricsRow[]> {
    const text = `SELECT director, waiting, GREATEST(0, date_part('epoch', now() - read_at)), failure IS NOT NULL
      FROM index_state WHERE director = ANY ($1::text[]) ORDER BY director`;
    return queryArrays(this.dataSource, { text }, [directors]);
  }
}
