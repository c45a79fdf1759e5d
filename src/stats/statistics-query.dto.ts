import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { mostDays } from '../domain/day-span.js';
import { DirectorPageQuery, DirectorQuery } from '../platform/http/page.dto.js';
import { InstantField, MayBeAbsent, QueryInteger, QueryWords } from '../platform/http/query.decorators.js';

/** As what an answer is wanted; without it as the `Accept` header says. */
export class FormatQuery {
  /** csv: for spreadsheets, all rows at once. Without it the `Accept` header decides. */
  @ApiProperty({ enum: ['json', 'csv'], required: false })
  @MayBeAbsent()
  @IsIn(['json', 'csv'])
  format?: 'json' | 'csv';
}

/** Which days are looked at. */
export class SpanQuery {
  /** From the day, in UTC, that holds this time; without it thirty days before `until`. At most 400 days. */
  @InstantField()
  since?: Date;

  /** Up to and with the day, in UTC, that ends at or after this time; without it today. */
  @InstantField()
  until?: Date;

  /** Instead of both: so many days, today the last of them. The last 7, 30 and 90 are answered fastest. */
  @QueryInteger({ min: 1, max: mostDays })
  days?: number;
}

class SpanAndTypeQuery extends SpanQuery {
  /** Only runs of jobs of these types, parted by commas; in any letter case. Without it backups. */
  @QueryWords()
  type?: string[];
}

export class SummaryQuery extends IntersectionType(DirectorQuery, SpanAndTypeQuery, FormatQuery) {}

export class JobStatisticsQuery extends IntersectionType(DirectorPageQuery, SpanAndTypeQuery, FormatQuery) {
  /** Only these jobs, parted by commas. */
  @QueryWords()
  job?: string[];
}

export const clientOrders = ['bytes', 'files', 'failures', 'growth'] as const;
export type ClientOrder = (typeof clientOrders)[number];

export class ClientStatisticsQuery extends IntersectionType(DirectorPageQuery, SpanAndTypeQuery, FormatQuery) {
  /** Only these clients, parted by commas. */
  @QueryWords()
  client?: string[];

  /** What the first are to have most of; growth is in bytes. */
  @ApiProperty({ enum: clientOrders, enumName: 'ClientOrder', required: false, default: 'bytes' })
  @MayBeAbsent()
  @IsIn(clientOrders)
  sort?: ClientOrder;
}

export class StorageStatisticsQuery extends IntersectionType(DirectorPageQuery, SpanQuery) {
  /** Only these pools, parted by commas. */
  @QueryWords()
  pool?: string[];
}

export class DaysQuery extends IntersectionType(DirectorPageQuery, FormatQuery) {
  /** So many days, today the last of them. */
  @QueryInteger({ min: 7, max: 90, fallback: 30 })
  days: number = 30;

  /** Only these clients, parted by commas. */
  @QueryWords()
  client?: string[];
}
