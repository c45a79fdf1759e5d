import { type DaySpan, daySpan, spanBefore, type SpanWords } from './day-range.js';
import { typeLetters } from '../../domain/job.js';
import { endedStatuses } from '../../domain/run.js';
import { type Outcomes, type RunSums, growthOf, successRate } from './run-totals.js';
import { invalidField } from '../../domain/errors.js';

/** The members of RunTotals. */
export interface TotalFigures extends RunSums {
  readonly runs: { -readonly [Outcome in keyof Outcomes]: Outcomes[Outcome] };
  readonly successRate: number | null;
}

/** Those of ComparedTotals. */
export interface ComparedFigures extends TotalFigures {
  readonly bytesBefore: number;
  readonly growth: number | null;
}

/** Which sums are asked for. */
export interface SumsQuestion {
  readonly directors: readonly string[];
  readonly span: DaySpan;
  readonly before: DaySpan;
  readonly types: readonly string[];
}

interface SumsWords extends SpanWords {
  readonly type?: readonly string[];
}

export function sumsQuestion(
  directors: readonly { readonly name: string }[],
  { type = ['Backup'], ...times }: SumsWords,
  now: Date,
): SumsQuestion {
  const span = daySpan(times, now);
  return { directors: directors.map(({ name }) => name), span, before: spanBefore(span), types: type.map(knownType) };
}

function knownType(word: string): string {
  const types = Object.keys(typeLetters);
  const match = types.find((candidate) => candidate.toLowerCase() === word.toLowerCase());
  if (match === undefined) throw invalidField('type', `type must be one of ${types.join(', ')}`, 'not_allowed');
  return match;
}

/** Figures of the days from placeholder `since` on, as `outcomeColumns` names them in their order. */
export function sumColumns(condition: string): string {
  const runs = endedStatuses.map((status) => sumText('runs', `${condition} AND status = '${status}'`));
  return [...runs, sumText('files', condition), sumText('bytes', condition)].join(', ');
}

/** Added up as the numbers that answers hold, exact to nine million billions: sums of `bigint` are `numeric`, which is far slower. */
export function sumText(figure: string, condition: string): string {
  return `COALESCE(sum(${figure}::float8) FILTER (WHERE ${condition}), 0)`;
}

export type SumsRow = readonly [
  completed: number,
  warning: number,
  error: number,
  canceled: number,
  files: number,
  bytes: number,
];

export function sumsOf([completed, warning, error, canceled, files, bytes]: SumsRow): RunSums {
  const total = completed + warning + error + canceled;
  const runs: Outcomes = { total, completed, warning, error, canceled };
  return { runs, files, bytes };
}

export function totalsOf({ runs, files, bytes }: RunSums): TotalFigures {
  const { total, completed, warning, error, canceled } = runs;
  return { runs: { total, completed, warning, error, canceled }, successRate: successRate(runs), files, bytes };
}

export function comparedOf(sums: RunSums, bytesBefore: number): ComparedFigures {
  return Object.assign(totalsOf(sums), { bytesBefore, growth: growthOf(sums.bytes, bytesBefore) });
}
