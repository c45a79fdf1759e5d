import { Injectable } from '@nestjs/common';
import { chosenDirectors, Directors } from '../../../domain/directors.port.js';
import { Clock } from '../../../domain/clock.js';
import { type DaySpan } from '../day-range.js';
import {
  JobProtections,
  type ProtectedJob,
  clientProtection,
  countProtection,
  type ProtectionStatus,
} from '../../../domain/protection.js';
import { quantileOf } from '../duration-buckets.js';
import { csvRow } from '../../../http/csv-answer.js';
import { type SummaryQuery, totalsQueryOf, totalsOf } from '../statistics-query.dto.js';
import { type ClientTally, type SpanSummary, type StatisticsSummary } from './summary.dto.js';
import { type SpanFigures, SummaryRepository } from './summary.repository.js';

@Injectable()
export class SummaryService {
  constructor(
    private readonly directors: Directors,
    private readonly repository: SummaryRepository,
    private readonly protections: JobProtections,
    private readonly clock: Clock,
  ) {}

  async getSummary(query: SummaryQuery): Promise<StatisticsSummary> {
    const entries = chosenDirectors(this.directors, query.director);
    const filter = totalsQueryOf(entries, query, this.clock.now());
    const [{ now, before }, clients, listed] = await Promise.all([
      this.repository.figures(filter),
      this.repository.clients(filter.directors),
      this.protections.all(filter.directors),
    ]);
    const used = listed.filter(({ isClientInUse }) => isClientInUse);
    return Object.assign(spanOf(filter.span, now), {
      clients: tallyOf(clients, used),
      jobs: countProtection(used.map(({ protection }) => protection)),
      before: spanOf(filter.before, before),
    });
  }

  /** One row for the span and one for that before it. */
  async *csv(query: SummaryQuery): AsyncGenerator<string> {
    const summary = await this.getSummary(query);
    yield csvRow([
      'since',
      'until',
      'runs',
      'completed',
      'warning',
      'error',
      'canceled',
      'successRate',
      'files',
      'bytes',
      'medianSeconds',
      'p95Seconds',
    ]);
    for (const { since, until, runs, successRate, files, bytes, durations } of [summary, summary.before]) {
      const { total, completed, warning, error, canceled } = runs;
      const { medianSeconds, p95Seconds } = durations;
      const outcomes = [total, completed, warning, error, canceled];
      yield csvRow([since, until, ...outcomes, successRate, files, bytes, medianSeconds, p95Seconds]);
    }
  }
}

/** Each client by the worst of its jobs; one that no backup job names is not monitored. A muted client counts only as muted. */
function tallyOf(
  { known: met, silent }: { readonly known: number; readonly silent: number },
  jobs: readonly ProtectedJob[],
): ClientTally {
  const byClient = new Map<string, ProtectedJob['protection'][]>();
  const paused = new Set<string>();
  for (const { director, client, protection, isPaused } of jobs) {
    const key = JSON.stringify([director, client]);
    if (isPaused) paused.add(key);
    const own = byClient.get(key);
    if (own) own.push(protection);
    else byClient.set(key, [protection]);
  }
  const watched = [...byClient].filter(([key]) => !paused.has(key));
  const statuses = watched.map(([, own]) => clientProtection(own).status);
  const of = (...wanted: readonly ProtectionStatus[]): number =>
    statuses.filter((status) => wanted.includes(status)).length;
  const [good, overdue, never, unknown] = [of('ok'), of('warn', 'crit'), of('never'), of('unknown')];
  // The silence monitor may not have met a client yet whose jobs are known.
  const known = Math.max(met, byClient.size);
  const muted = paused.size;
  const notMonitored = known - good - overdue - never - unknown - muted;
  return { known, protected: good, overdue, never, unknown, notMonitored, muted, silent };
}

function spanOf({ since, until }: DaySpan, { sums, durations }: SpanFigures): SpanSummary {
  return {
    since: `${since}T00:00:00Z`,
    until: `${until}T00:00:00Z`,
    ...totalsOf(sums),
    durations: { medianSeconds: quantileOf(durations, 0.5), p95Seconds: quantileOf(durations, 0.95) },
  };
}
