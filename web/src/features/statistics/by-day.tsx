import { type Schemas } from '../../api/request';
import { count, dayName, size } from '../../components/format';
import { Cell, Row, Table } from '../../components/table';
import { AsTable } from '../../charts/chart-as-table';
import { roundUp, roundUpBytes } from '../../charts/bar-axis';
import { type BarPart } from '../../charts/bar-segment';
import { type Bar, DayBars } from '../../charts/day-bars';
import { messagesOf, useMessages } from '../../i18n/messages';
import { type Period } from './period';
import { levelPart, levelParts, outcomePart, outcomeParts, type TimeRange, stretchesOf, sumOf } from './series';

interface ByDayProps {
  readonly points: readonly Schemas['RunSeriesPoint'][];
  readonly period: Period;
}

/** Bytes of each day, by level. */
export function BytesByDay({ points, period }: ByDayProps) {
  const messages = useMessages('statistics');
  const stretches = stretchesOf(points, period, 'bytes', { parts: levelParts.length, partOf: levelPart });
  const tones = ['strong', 'middle', 'light', 'off'] as const;
  const parts = levelParts.map((id, index) => ({
    id,
    text: id === 'others' ? messages.others : id,
    tone: tones[index] ?? 'off',
  }));
  const title = areWeeks(stretches) ? messages.bytesByWeek : messages.bytesByDay;
  return <Chart {...{ title, stretches, format: size, round: roundUpBytes, exact: count }} parts={parts} />;
}

/** Runs of each day, by how they ended. */
export function RunsByDay({ points, period }: ByDayProps) {
  const messages = useMessages('statistics');
  const { states } = useMessages('common');
  const stretches = stretchesOf(points, period, 'runs', { parts: outcomeParts.length, partOf: outcomePart });
  const tones = ['ok', 'warn', 'bad', 'off'] as const;
  const parts = outcomeParts.map((id, index) => ({ id, text: states[id], tone: tones[index] ?? 'off' }));
  const title = areWeeks(stretches) ? messages.runsByWeek : messages.runsByDay;
  return <Chart {...{ title, stretches, format: count, round: roundUp }} parts={parts} />;
}

interface ChartProps {
  readonly title: string;
  readonly parts: readonly BarPart[];
  readonly stretches: readonly TimeRange[];
  readonly format: (value: number) => string;
  /** On hover in the table, where `format` rounds. */
  readonly exact?: (value: number) => string;
  readonly round: (value: number) => number;
}

function Chart({ title, parts, stretches, format, exact, round }: ChartProps) {
  const messages = useMessages('statistics');
  // A part that never was needs no place in the legend.
  const isUsed = parts.map((_, index) => stretches.some(({ values }) => (values[index] ?? 0) > 0));
  const used = parts.filter((_, index) => isUsed[index]);
  const shown = stretches.map((stretch) => ({
    ...stretch,
    values: stretch.values.filter((_, index) => isUsed[index]),
  }));
  const end = round(Math.max(...shown.map(({ values }) => sumOf(values))));
  const bars = shown.map((stretch) => barOf(stretch, used, format));
  return (
    <section>
      <h2>{title}</h2>
      <DayBars label={messages.choose(title)} parts={used} {...{ bars, end, format: axisOf(format) }} />
      <AsTable label={messages.table}>
        <ChartTable {...{ title, parts: used, stretches: shown, format }} {...(exact ? { exact } : {})} />
      </AsTable>
    </section>
  );
}

/** Halves of small numbers of runs are no numbers of runs. */
function axisOf(format: (value: number) => string): (value: number) => string {
  return (value) => (format === count && !Number.isInteger(value) ? '' : format(value));
}

function barOf({ first, last, values }: TimeRange, parts: readonly BarPart[], format: (value: number) => string): Bar {
  const messages = messagesOf('statistics');
  const total = sumOf(values);
  const told = values
    .map((value, index) => ({ value, text: parts[index]?.text ?? '' }))
    .filter(({ value }) => value > 0 && value < total)
    .map(({ value, text }) => messages.part(text, format(value)));
  const only = parts[values.findIndex((value) => value > 0 && value === total)];
  const said = only && total > 0 ? only.text : told.join(', ');
  const text = messages.bar(spanName(first, last), total === 0 ? messages.nothing : format(total), said);
  return { key: first, name: dayName(first, 'plain'), text, values };
}

function spanName(first: string, last: string): string {
  return first === last ? dayName(first, 'long') : `${dayName(first)} – ${dayName(last)}`;
}

type ChartTableProps = Pick<ChartProps, 'title' | 'parts' | 'stretches' | 'format' | 'exact'>;

function ChartTable({ title, parts, stretches, format, exact }: ChartTableProps) {
  const messages = useMessages('statistics');
  const figures = [messages.total, ...parts.map(({ text }) => text)];
  const cell = (head: string, value: number) => (
    <Cell key={head} of={head} figure {...(exact ? { title: exact(value) } : {})}>
      {format(value)}
    </Cell>
  );
  return (
    <Table label={title} heads={[messages.day, ...figures]} figures={figures} className="hits">
      {[...stretches].reverse().map(({ first, last, values }) => (
        <Row key={first} name={spanName(first, last)}>
          {cell(messages.total, sumOf(values))}
          {parts.map(({ text }, index) => cell(text, values[index] ?? 0))}
        </Row>
      ))}
    </Table>
  );
}

function areWeeks(stretches: readonly TimeRange[]): boolean {
  return stretches.some(({ first, last }) => first !== last);
}
