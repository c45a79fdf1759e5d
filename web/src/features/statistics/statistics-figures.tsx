import { type ReactNode } from 'react';
import { type Schemas } from '../../api/request';
import { count, duration, percent, size } from '../../components/format';
import { useMessages } from '../../i18n/messages';
import { Compared } from './period-comparison';
import { statisticsWords } from './statistics.messages';
import { Cell, Row, Table } from '../../components/table';
import { RowBar } from '../../charts/row-bar';
import { byLevel } from './series';

/** What each level came to, and its share of the bytes. */
export function Levels({ points }: { readonly points: readonly Schemas['RunSeriesPoint'][] }) {
  const words = useMessages(statisticsWords);
  const levels = byLevel(points);
  const total = levels.reduce((sum, { bytes }) => sum + bytes, 0);
  const heads = [words.level, words.runs, words.files, words.bytes, words.share];
  return (
    <section>
      <h2>{words.byLevel}</h2>
      <Table label={words.byLevel} heads={heads} figures={[words.runs, words.files, words.bytes]}>
        {levels.map(({ level, runs, files, bytes }) => (
          <Row key={level} name={level}>
            <Cell of={words.runs} figure>
              {count(runs)}
            </Cell>
            <Cell of={words.files} figure>
              {count(files)}
            </Cell>
            <Cell of={words.bytes} figure title={count(bytes)}>
              {size(bytes)}
            </Cell>
            <Cell of={words.share}>
              <Share part={total === 0 ? 0 : bytes / total} />
            </Cell>
          </Row>
        ))}
      </Table>
    </section>
  );
}

function Share({ part }: { readonly part: number }) {
  return (
    <span className="share">
      <RowBar part={part} /> {percent(part)}
    </span>
  );
}

type Summary = Schemas['StatisticsSummary'];

interface Figure {
  readonly term: string;
  readonly value: string;
  readonly exact?: string;
  /** What it is compared with the days before. */
  readonly beside?: ReactNode;
}

/** The days in figures, related ones together, each beside what it was before. */
export function Figures({ of, days }: { readonly of: Summary; readonly days: number }) {
  const words = useMessages(statisticsWords);
  const { groups } = words;
  const hasBefore = of.before.runs.total > 0;
  return (
    <>
      {!hasBefore && <p className="quiet">{words.nothingBefore(days)}</p>}
      <div className="figure-groups">
        <Group title={groups.runs} figures={runFigures(of, days, words)} hasBefore={hasBefore} />
        <Group title={groups.data} figures={dataFigures(of, days, words)} hasBefore={hasBefore} />
        <Group title={groups.durations} figures={durationFigures(of, days, words)} hasBefore={hasBefore} />
        <Group title={groups.protection} figures={protectionFigures(of, words)} hasBefore={false} />
      </div>
    </>
  );
}

type Words = (typeof statisticsWords)['en'];

function runFigures(of: Summary, days: number, words: Words): readonly Figure[] {
  const { before } = of;
  return [
    {
      term: words.runs,
      value: count(of.runs.total),
      beside: <Compared now={of.runs.total} before={before.runs.total} kind="count" days={days} />,
    },
    {
      term: words.success,
      value: of.successRate === null ? '–' : percent(of.successRate),
      exact: words.successHint,
      beside: <Compared now={of.successRate} before={before.successRate} kind="rate" days={days} />,
    },
  ];
}

function dataFigures(of: Summary, days: number, words: Words): readonly Figure[] {
  const { before } = of;
  return [
    {
      term: words.bytes,
      value: size(of.bytes),
      exact: count(of.bytes),
      beside: <Compared now={of.bytes} before={before.bytes} kind="amount" days={days} />,
    },
    {
      term: words.files,
      value: count(of.files),
      beside: <Compared now={of.files} before={before.files} kind="amount" days={days} />,
    },
  ];
}

function durationFigures({ durations: now, before }: Summary, days: number, words: Words): readonly Figure[] {
  const figure = (term: string, key: 'medianSeconds' | 'p95Seconds'): Figure => ({
    term,
    value: duration(now[key]),
    beside: <Compared now={now[key]} before={before.durations[key]} kind="time" days={days} />,
  });
  return [figure(words.median, 'medianSeconds'), figure(words.p95, 'p95Seconds')];
}

function protectionFigures({ clients, jobs }: Summary, words: Words): readonly Figure[] {
  return [
    { term: words.clients, value: clientsText(clients, words) },
    { term: words.jobsProtected, value: words.of(count(jobs.ok), count(monitoredOf(jobs))) },
    { term: words.overdue, value: count(jobs.warn + jobs.crit) },
    { term: words.never, value: count(jobs.never) },
  ];
}

function clientsText({ protected: good, known, muted }: Summary['clients'], words: Words): string {
  const all = words.of(count(good), count(known));
  return muted === 0 ? all : words.mutedToo(all, count(muted));
}

interface GroupProps {
  readonly title: string;
  readonly figures: readonly Figure[];
  /** Where nothing ran before there is nothing to compare with, which is said once for all. */
  readonly hasBefore: boolean;
}

function Group({ title, figures, hasBefore }: GroupProps) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {figures.map(({ term, value, exact, beside }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd title={exact}>
              <span className="figure-value">{value}</span> {hasBefore && beside}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function monitoredOf({ ok, warn, crit, never, unknown }: Summary['jobs']): number {
  return ok + warn + crit + never + unknown;
}

/** `+12 %`; null where there was nothing before. */
export function growth(now: number, before: number): string | null {
  if (before === 0) return null;
  const part = now / before - 1;
  return `${part < 0 ? '−' : '+'}${percent(Math.abs(part))}`;
}
