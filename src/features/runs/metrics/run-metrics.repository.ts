import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryArrays } from '../../../database/prepared-statement.js';

/** `run_counter`, of which `upTo` is the bound of a bucket. */
export type TallyRow = readonly [
  director: string,
  type: string,
  level: string,
  status: string,
  upTo: number,
  runs: number,
  seconds: number,
];
/** `endedAt` in seconds since the epoch. */
export type SuccessRow = readonly [director: string, client: string, job: string, level: string, endedAt: number];
export type UnfinishedRow = readonly [director: string, status: string, runs: number];
/** Ages in seconds, null: never; `lost` within 24 hours. */
export type RunSyncRow = readonly [director: string, lag: number | null, isFailing: boolean, lost: number];

/** Metrics of runs; no query grows with the history. */
@Injectable()
export class RunMetricsRepository {
  constructor(private readonly dataSource: DataSource) {}

  tallies(directors: readonly string[]): Promise<TallyRow[]> {
    const text = `SELECT director, type, level, status, up_to, runs::float8, seconds::float8 FROM run_counter
      WHERE director = ANY ($1::text[]) ORDER BY director, type, level, status, up_to`;
    return queryArrays(this.dataSource, { text }, [directors]);
  }

  /** Newest first. */
  successes(directors: readonly string[], limit: number): Promise<SuccessRow[]> {
    const text = `SELECT director, client, job, level, date_part('epoch', ended_at) FROM last_success
      WHERE director = ANY ($1::text[]) ORDER BY ended_at DESC, client, job, level LIMIT $2`;
    return queryArrays(this.dataSource, { text }, [directors, limit]);
  }

  async countSuccesses(directors: readonly string[]): Promise<number> {
    const text = 'SELECT count(*)::int FROM last_success WHERE director = ANY ($1::text[])';
    const [row] = await queryArrays<[number]>(this.dataSource, { text }, [directors]);
    return row?.[0] ?? 0;
  }

  unfinished(directors: readonly string[]): Promise<UnfinishedRow[]> {
    const text = `SELECT director, status, count(*)::int FROM run WHERE director = ANY ($1::text[]) AND NOT ended
      GROUP BY director, status`;
    return queryArrays(this.dataSource, { text }, [directors]);
  }

  syncStates(directors: readonly string[]): Promise<RunSyncRow[]> {
    const text = `SELECT director, GREATEST(0, date_part('epoch', now() - read_at)), failure IS NOT NULL,
        (SELECT count(*) FROM run WHERE run.director = f.director AND lost_at > now() - interval '24 hours')::int
      FROM run_sync_state f WHERE director = ANY ($1::text[]) ORDER BY director`;
    return queryArrays(this.dataSource, { text }, [directors]);
  }
}
