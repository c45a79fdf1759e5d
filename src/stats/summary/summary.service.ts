import { Injectable } from '@nestjs/common';
import { chosenDirectors } from '../../domain/chosen-directors.js';
import { Clock } from '../../domain/clock.js';
import { type DaySpan } from '../../domain/day-span.js';
import { Directors } from '../../domain/directors.port.js';
import { quantileOf } from '../../domain/durations.js';
import { csvRow } from '../../platform/http/csv.js';
import { type SummaryQuery } from '../statistics-query.dto.js';
import { sumsQuestion, totalsOf } from '../sums-question.js';
import { type SpanSummary, type StatisticsSummary } from './summary.dto.js';
import { type SpanFigures, SummaryRepository } from './summary.repository.js';

@Injectable()
export class SummaryService {
  constructor(
    private readonly directors: Directors,
    private readonly repository: SummaryRepository,
    private readonly clock: Clock,
  ) {}

  async getSummary(query: SummaryQuery): Promise<StatisticsSummary> {
    const entries = chosenDirectors(this.directors, query.director);
    const question = sumsQuestion(entries, query, this.clock.now());
    const [{ now, before }, clients] = await Promise.all([
      this.repository.figures(question),
      this.repository.clients(question.directors),
    ]);
    return Object.assign(spanOf(question.span, now), { clients, before: spanOf(question.before, before) });
  }

  /** One row for the span and one for that before it. */
  async *csv(query: SummaryQuery): AsyncGenerator<string> {
    const summary = await this.getSummary(query);
    yield csvRow([
      ...['since', 'until', 'runs', 'completed', 'warning', 'error', 'canceled', 'successRate'],
      ...['files', 'bytes', 'medianSeconds', 'p95Seconds'],
    ]);
    for (const { since, until, runs, successRate, files, bytes, durations } of [summary, summary.before]) {
      const { total, completed, warning, error, canceled } = runs;
      const { medianSeconds, p95Seconds } = durations;
      const outcomes = [total, completed, warning, error, canceled];
      yield csvRow([since, until, ...outcomes, successRate, files, bytes, medianSeconds, p95Seconds]);
    }
  }
}

function spanOf({ since, until }: DaySpan, { sums, durations }: SpanFigures): SpanSummary {
  return {
    since: `${since}T00:00:00Z`,
    until: `${until}T00:00:00Z`,
    ...totalsOf(sums),
    durations: { medianSeconds: quantileOf(durations, 0.5), p95Seconds: quantileOf(durations, 0.95) },
  };
}
