import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryArrays } from '../../database/prepared-statement.js';
import { type SilenceStatus } from '../../domain/silence.js';

/** `since` in seconds since the epoch: the last success, or where there is none when the client was first seen. */
export type StatusRow = readonly [director: string, client: string, status: SilenceStatus, since: number];

/** What the silence monitor decided last, for those who watch the console. */
@Injectable()
export class SilenceMetricsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Enabled clients that were evaluated; the most severe first, of these the longest silent. */
  standings(directors: readonly string[], limit: number): Promise<StatusRow[]> {
    const text = `SELECT director, client, status, date_part('epoch', COALESCE(last_success_at, first_seen_at))
      FROM client_silence WHERE director = ANY ($1::text[]) AND enabled AND evaluated
      ORDER BY array_position(ARRAY['crit', 'warn', 'ok'], status), COALESCE(last_success_at, first_seen_at), client
      LIMIT $2`;
    return queryArrays(this.dataSource, { text }, [directors, limit]);
  }

  async count(directors: readonly string[]): Promise<number> {
    const text = `SELECT count(*)::int FROM client_silence WHERE director = ANY ($1::text[]) AND enabled AND evaluated`;
    const [row] = await queryArrays<[number]>(this.dataSource, { text }, [directors]);
    return row?.[0] ?? 0;
  }

  /** Seconds since the clients of each Director were last evaluated. */
  rounds(directors: readonly string[]): Promise<(readonly [director: string, seconds: number])[]> {
    const text = `SELECT director, GREATEST(0, date_part('epoch', now() - evaluated_at)) FROM silence_evaluation_run
      WHERE director = ANY ($1::text[]) ORDER BY director`;
    return queryArrays(this.dataSource, { text }, [directors]);
  }
}
