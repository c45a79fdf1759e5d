import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryArrays } from '../../database/prepared-statement.js';

/** `age` in seconds since the index last held everything; null: never yet. */
export type NameFeedRow = readonly [director: string, waiting: number, age: number | null, isFailing: boolean];

/** How far the index of names follows each Director. */
@Injectable()
export class SearchIndexMetricsRepository {
  constructor(private readonly dataSource: DataSource) {}

  feeds(directors: readonly string[]): Promise<NameFeedRow[]> {
    const text = `SELECT director, waiting, GREATEST(0, date_part('epoch', now() - read_at)), failure IS NOT NULL
      FROM name_feed WHERE director = ANY ($1::text[]) ORDER BY director`;
    return queryArrays(this.dataSource, { text }, [directors]);
  }
}
