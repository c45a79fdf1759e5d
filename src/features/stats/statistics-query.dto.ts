import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { mostDays, type DaySpan, daySpan, spanBefore, type DayRangeQuery } from './day-range.js';
import { DirectorPageQuery, DirectorQuery } from '../../http/page.dto.js';
import { InstantField, MayBeAbsent, QueryInteger, QueryWords } from '../../http/query.decorators.js';
import { typeLetters } from '../../domain/job.js';
import { endedStatuses } from '../../domain/run.js';
import { type Outcomes, type RunSums, growthOf, successRate } from './run-totals.js';
import { invalidField } from '../../domain/error-codes.js';

/** The members of RunTotals. */
interface TotalFigures extends RunSums {
  readonly runs: { -readonly [Outcome in keyof Outcomes]: Outcomes[Outcome] };
  readonly successRate: number | null;
}

/** Those of ComparedTotals. */
interface ComparedFigures extends TotalFigures {
  readonly bytesBefore: number;
  readonly growth: number | null;
}

/** The requested totals. */
export interface TotalsQuery {
  readonly directors: readonly string[];
  readonly span: DaySpan;
  readonly before: DaySpan;
  readonly types: readonly string[];
}

interface TotalsFilter extends DayRangeQuery {
  readonly type?: readonly string[];
}

export function totalsQueryOf(
  directors: readonly { readonly name: string }[],
  { type = ['Backup'], ...times }: TotalsFilter,
  now: Date,
): TotalsQuery {
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

/** Added up as double precision, exact up to 2^53: sums of `bigint` are `numeric`, which is far slower. */
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

/** Format of the response. Default: according to the `Accept` header. */
export class FormatQuery {
  /** `csv`: for spreadsheets, all rows in one response. Default: according to the `Accept` header. */
  @ApiProperty({ enum: ['json', 'csv'], required: false })
  @MayBeAbsent()
  @IsIn(['json', 'csv'])
  format?: 'json' | 'csv';
}

/** Time range of whole days. */
export class SpanQuery {
  /** Start of the time range, rounded down to a day in UTC. Default: thirty days before `until`. At most 400 days. */
  @InstantField()
  since?: Date;

  /** End of the time range, rounded up to a day in UTC. Default: today. */
  @InstantField()
  until?: Date;

  /** Number of days up to today, instead of `since` and `until`. Responses for 7, 30 and 90 days are fastest. */
  @QueryInteger({ min: 1, max: mostDays })
  days?: number;
}

class SpanAndTypeQuery extends SpanQuery {
  /** Include only runs of these job types, separated by commas, ignoring case. Default: backups. */
  @QueryWords()
  type?: string[];
}

export class SummaryQuery extends IntersectionType(DirectorQuery, SpanAndTypeQuery, FormatQuery) {}

export class JobStatisticsQuery extends IntersectionType(DirectorPageQuery, SpanAndTypeQuery, FormatQuery) {
  /** Include only these jobs, separated by commas. */
  @QueryWords()
  job?: string[];
}

export const clientOrders = ['bytes', 'files', 'failures', 'growth'] as const;
export type ClientOrder = (typeof clientOrders)[number];

export class ClientStatisticsQuery extends IntersectionType(DirectorPageQuery, SpanAndTypeQuery, FormatQuery) {
  /** Include only these clients, separated by commas. */
  @QueryWords()
  client?: string[];

  /** Sort key, highest first. `growth` is in bytes. */
  @ApiProperty({ enum: clientOrders, enumName: 'ClientOrder', required: false, default: 'bytes' })
  @MayBeAbsent()
  @IsIn(clientOrders)
  sort?: ClientOrder;
}

export class StorageStatisticsQuery extends IntersectionType(DirectorPageQuery, SpanQuery) {
  /** Include only these pools, separated by commas. */
  @QueryWords()
  pool?: string[];
}

class LastDaysQuery extends DirectorPageQuery {
  /** Number of days up to today. */
  @QueryInteger({ min: 7, max: 90, fallback: 30 })
  days: number = 30;
}

export class DaysQuery extends IntersectionType(LastDaysQuery, FormatQuery) {
  /** Include only these clients, separated by commas. */
  @QueryWords()
  client?: string[];
}

export class JobDaysQuery extends LastDaysQuery {
  /** Include only these jobs, separated by commas. */
  @QueryWords()
  job?: string[];
}
