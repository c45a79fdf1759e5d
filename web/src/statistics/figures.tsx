import { type Schemas } from '../api/ask';
import { count, duration, percent, size } from '../parts/format';
import { useWords } from '../words/words';
import { statisticsWords } from './statistics.words';

type Summary = Schemas['StatisticsSummary'];

interface Figure {
  readonly term: string;
  readonly value: string;
  readonly exact?: string;
  /** What it was in as many days before. */
  readonly before?: string;
}

/** The days in figures, each beside what it was before. */
export function Figures({ of }: { readonly of: Summary }) {
  const words = useWords(statisticsWords);
  const { before, clients } = of;
  const figures: readonly Figure[] = [
    { term: words.runs, value: count(of.runs.total), before: count(before.runs.total) },
    { term: words.success, value: rate(of.successRate), before: rate(before.successRate) },
    { term: words.bytes, value: size(of.bytes), exact: count(of.bytes), before: size(before.bytes) },
    { term: words.growth, value: growth(of.bytes, before.bytes) ?? words.notBefore },
    { term: words.files, value: count(of.files), before: count(before.files) },
    {
      term: words.median,
      value: duration(of.durations.medianSeconds),
      before: duration(before.durations.medianSeconds),
    },
    { term: words.p95, value: duration(of.durations.p95Seconds), before: duration(before.durations.p95Seconds) },
    { term: words.clients, value: words.of(count(clients.protected), count(clients.known)) },
    { term: words.jobsProtected, value: words.of(count(of.jobs.ok), count(monitoredOf(of.jobs))) },
    { term: words.overdue, value: count(of.jobs.warn + of.jobs.crit) },
    { term: words.never, value: count(of.jobs.never) },
  ];
  return (
    <dl className="figures">
      {figures.map(({ term, value, exact, before: was }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd title={exact}>
            <span className="figure-value">{value}</span>
            {was !== undefined && <span className="quiet"> {words.beforeWas(was)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function monitoredOf({ ok, warn, crit, never, unknown }: Summary['jobs']): number {
  return ok + warn + crit + never + unknown;
}

function rate(part: number | null): string {
  return part === null ? '–' : percent(part);
}

/** `+12 %`; null where there was nothing before. */
export function growth(now: number, before: number): string | null {
  if (before === 0) return null;
  const part = now / before - 1;
  return `${part < 0 ? '−' : '+'}${percent(Math.abs(part))}`;
}
