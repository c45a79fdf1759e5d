import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type SearchIndexStatus } from '../../domain/search-index.js';

interface StatusRow {
  readonly runs: number;
  readonly waiting: number;
  readonly entries: string;
  readonly read_at: Date | null;
  readonly failure: string | null;
  readonly stalled_seconds: number;
}

/** As recorded by the indexer, on any instance. */
@Injectable()
export class SearchIndexesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** null: the Director was not checked yet. */
  async syncStatus(director: string): Promise<SearchIndexStatus | null> {
    const [row] = await this.dataSource.query<StatusRow[]>(
      `SELECT runs, waiting, read_at, failure,
         (SELECT COALESCE(sum(entries), 0) FROM name_segment_set WHERE director = $1 AND retired_moment IS NULL) AS entries,
         CASE WHEN waiting = 0 THEN 0
           ELSE floor(date_part('epoch', now() - COALESCE(progress_at, now())))::integer END AS stalled_seconds
       FROM index_state WHERE director = $1`,
      [director],
    );
    if (!row) return null;
    const { runs, waiting, entries, read_at: readAt, failure, stalled_seconds: stalledSeconds } = row;
    return { runs, waiting, entries: Number(entries), readAt, failure, stalledSeconds };
  }
}
