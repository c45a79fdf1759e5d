import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type DurationBucket } from '../duration-buckets.js';
import { type RunSums } from '../run-totals.js';
import { queryArrays } from '../../../database/prepared-statement.js';
import { sumColumns, sumsOf, type TotalsQuery, type SumsRow } from '../statistics-query.dto.js';

/** What one span came to. */
export interface SpanFigures {
  readonly sums: RunSums;
  readonly durations: readonly DurationBucket[];
}

export interface SummaryFigures {
  readonly now: SpanFigures;
  readonly before: SpanFigures;
}

/** From the span before to the end of the span, which begins with the day `$5`. */
const within = 'director = ANY ($1::text[]) AND day >= $2::date AND day < $3::date AND type = ANY ($4::text[])';
const isNow = 'day >= $5::date';
const isBefore = 'day < $5::date';

@Injectable()
export class SummaryRepository {
  constructor(private readonly dataSource: DataSource) {}

  async figures({ directors, span, before, types }: TotalsQuery): Promise<SummaryFigures> {
    const values = [directors, before.since, span.until, types, span.since];
    const [sums, durations] = await Promise.all([this.sums(values), this.durations(values)]);
    return {
      now: { sums: sums.now, durations: durations.now },
      before: { sums: sums.before, durations: durations.before },
    };
  }

  private async sums(values: readonly unknown[]): Promise<{ readonly now: RunSums; readonly before: RunSums }> {
    const text = `SELECT ${sumColumns(isNow)}, ${sumColumns(isBefore)} FROM run_day WHERE ${within}`;
    const [row] = await queryArrays<readonly [...SumsRow, ...SumsRow]>(
      this.dataSource,
      { name: 'summary_sums', text },
      values,
    );
    if (!row) throw new Error('A total must have exactly one row.');
    const [completed, warning, error, canceled, files, bytes, ...before] = row;
    return { now: sumsOf([completed, warning, error, canceled, files, bytes]), before: sumsOf(before) };
  }

  private async durations(
    values: readonly unknown[],
  ): Promise<{ readonly now: DurationBucket[]; readonly before: DurationBucket[] }> {
    const runs = (condition: string): string => `COALESCE(sum(runs) FILTER (WHERE ${condition}), 0)::int`;
    const text = `SELECT bucket, ${runs(isNow)}, ${runs(isBefore)} FROM run_duration_day WHERE ${within} GROUP BY bucket`;
    const rows = await queryArrays<readonly [bucket: number, now: number, before: number]>(
      this.dataSource,
      { name: 'summary_durations', text },
      values,
    );
    return {
      now: rows.map(([bucket, now]) => ({ bucket, runs: now })),
      before: rows.map(([bucket, , before]) => ({ bucket, runs: before })),
    };
  }

  /** Clients that are switched off in their Director are left out. Planned once: the Directors are not known to the plan. */
  async clients(directors: readonly string[]): Promise<{ readonly known: number; readonly silent: number }> {
    // Each from an index that contains no others; the table rows are not read.
    const counted = (condition: string): string =>
      `(SELECT count(*)::int FROM client_silence WHERE director = ANY ((SELECT $1::text[])::text[]) AND enabled ${condition})`;
    const text = `SELECT ${counted('')}, ${counted("AND status <> 'ok'")}`;
    const [row] = await queryArrays<readonly [number, number]>(this.dataSource, { name: 'summary_clients', text }, [
      directors,
    ]);
    const [known, silent] = row ?? [0, 0];
    return { known, silent };
  }
}
