import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type DurationBucket } from '../../domain/durations.js';
import { type RunSums } from '../../domain/run-sums.js';
import { arraysOf } from '../../platform/database/prepared-statement.js';
import { sumColumns, sumsOf, type SumsQuestion, type SumsRow } from '../sums-question.js';
import { type ClientTally } from './summary.dto.js';

/** What one span came to. */
export interface SpanFigures {
  readonly sums: RunSums;
  readonly durations: readonly DurationBucket[];
}

const within = 'director = ANY ($1::text[]) AND day >= $2::date AND day < $3::date AND type = ANY ($4::text[])';

@Injectable()
export class SummaryRepository {
  constructor(private readonly dataSource: DataSource) {}

  async figures({ directors, span, types }: Pick<SumsQuestion, 'directors' | 'span' | 'types'>): Promise<SpanFigures> {
    const values = [directors, span.since, span.until, types];
    const [sums, durations] = await Promise.all([
      arraysOf<SumsRow>(
        this.dataSource,
        { name: 'summary_sums', text: `SELECT ${sumColumns('true')} FROM run_day WHERE ${within}` },
        values,
      ),
      arraysOf<readonly [number, number]>(
        this.dataSource,
        {
          name: 'summary_durations',
          text: `SELECT bucket, sum(runs::float8) FROM run_duration_day WHERE ${within} GROUP BY bucket`,
        },
        values,
      ),
    ]);
    const [row] = sums;
    if (!row) throw new Error('A sum is one row.');
    return { sums: sumsOf(row), durations: durations.map(([bucket, runs]) => ({ bucket, runs })) };
  }

  /** Clients that are switched off in their Director are left out. */
  async clients(directors: readonly string[]): Promise<ClientTally> {
    const text = `SELECT count(*)::int, count(last_success_at)::int, (count(*) FILTER (WHERE status <> 'ok'))::int
      FROM client_silence WHERE director = ANY ($1::text[]) AND enabled`;
    const [row] = await arraysOf<readonly [number, number, number]>(
      this.dataSource,
      { name: 'summary_clients', text },
      [directors],
    );
    const [known, guarded, silent] = row ?? [0, 0, 0];
    return { known, protected: guarded, silent };
  }
}
