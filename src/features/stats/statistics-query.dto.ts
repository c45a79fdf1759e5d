import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { mostDays } from './day-range.js';
import { DirectorPageQuery, DirectorQuery } from '../../http/page.dto.js';
import { InstantField, MayBeAbsent, QueryInteger, QueryWords } from '../../http/query.decorators.js';

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
