import { type ReactNode } from 'react';
import { type Schemas } from '../../api/request';
import { count, duration, percent, size } from '../../components/format';
import { type Messages, useMessages } from '../../i18n/messages';
import { Compared } from './period-comparison';
import { Cell, Row, Table } from '../../components/table';
import { RowBar } from '../../charts/row-bar';
import { byLevel } from './series';

/** What each level came to, and its share of the bytes. */
export function Levels({ points }: { readonly points: readonly Schemas['RunSeriesPoint'][] }) {
  const messages = useMessages('statistics');
  const levels = byLevel(points);
  const total = levels.reduce((sum, { bytes }) => sum + bytes, 0);
  const heads = [messages.level, messages.runs, messages.files, messages.bytes, messages.share];
  return (
    <section>
      <h2>{messages.byLevel}</h2>
      <Table label={messages.byLevel} heads={heads} figures={[messages.runs, messages.files, messages.bytes]}>
        {levels.map(({ level, runs, files, bytes }) => (
          <Row key={level} name={level}>
            <Cell of={messages.runs} figure>
              {count(runs)}
            </Cell>
            <Cell of={messages.files} figure>
              {count(files)}
            </Cell>
            <Cell of={messages.bytes} figure title={count(bytes)}>
              {size(bytes)}
            </Cell>
            <Cell of={messages.share}>
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
  const messages = useMessages('statistics');
  const { groups } = messages;
  const hasBefore = of.before.runs.total > 0;
  return (
    <>
      {!hasBefore && <p className="quiet">{messages.nothingBefore(days)}</p>}
      <div className="figure-groups">
        <Group title={groups.runs} figures={runFigures(of, days, messages)} hasBefore={hasBefore} />
        <Group title={groups.data} figures={dataFigures(of, days, messages)} hasBefore={hasBefore} />
        <Group title={groups.durations} figures={durationFigures(of, days, messages)} hasBefore={hasBefore} />
        <Group title={groups.protection} figures={protectionFigures(of, messages)} hasBefore={false} />
      </div>
    </>
  );
}

function runFigures(of: Summary, days: number, messages: Messages['statistics']): readonly Figure[] {
  const { before } = of;
  return [
    {
      term: messages.runs,
      value: count(of.runs.total),
      beside: <Compared now={of.runs.total} before={before.runs.total} kind="count" days={days} />,
    },
    {
      term: messages.success,
      value: of.successRate === null ? '–' : percent(of.successRate),
      exact: messages.successHint,
      beside: <Compared now={of.successRate} before={before.successRate} kind="rate" days={days} />,
    },
  ];
}

function dataFigures(of: Summary, days: number, messages: Messages['statistics']): readonly Figure[] {
  const { before } = of;
  return [
    {
      term: messages.bytes,
      value: size(of.bytes),
      exact: count(of.bytes),
      beside: <Compared now={of.bytes} before={before.bytes} kind="amount" days={days} />,
    },
    {
      term: messages.files,
      value: count(of.files),
      beside: <Compared now={of.files} before={before.files} kind="amount" days={days} />,
    },
  ];
}

function durationFigures(
  { durations: now, before }: Summary,
  days: number,
  messages: Messages['statistics'],
): readonly Figure[] {
  const figure = (term: string, key: 'medianSeconds' | 'p95Seconds'): Figure => ({
    term,
    value: duration(now[key]),
    beside: <Compared now={now[key]} before={before.durations[key]} kind="time" days={days} />,
  });
  return [figure(messages.median, 'medianSeconds'), figure(messages.p95, 'p95Seconds')];
}

function protectionFigures({ clients, jobs }: Summary, messages: Messages['statistics']): readonly Figure[] {
  return [
    { term: messages.clients, value: clientsText(clients, messages) },
    { term: messages.jobsProtected, value: messages.of(count(jobs.ok), count(monitoredOf(jobs))) },
    { term: messages.overdue, value: count(jobs.warn + jobs.crit) },
    { term: messages.never, value: count(jobs.never) },
  ];
}

function clientsText({ protected: good, known, muted }: Summary['clients'], messages: Messages['statistics']): string {
  const all = messages.of(count(good), count(known));
  return muted === 0 ? all : messages.mutedToo(all, count(muted));
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
