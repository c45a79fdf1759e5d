import { ApiProperty } from '@nestjs/swagger';
import { DirectorPageQuery } from '../../platform/http/page.dto.js';
import { InstantField, QueryInteger, QueryWords } from '../../platform/http/query.decorators.js';

export class ScheduleQuery extends DirectorPageQuery {
  /** How many days to look ahead; 7 without `until`. */
  @QueryInteger({ min: 1, max: 366 })
  days?: number;

  /** Only starts before this time; instead of `days`. */
  @InstantField()
  until?: Date;

  /** Only starts of these jobs, parted by commas. */
  @QueryWords()
  job?: string[];

  /** Only starts of jobs of these clients, parted by commas. */
  @QueryWords()
  client?: string[];
}

/** A start that a schedule plans. */
export class PlannedRunRecord {
  /**
   * When it is to start.
   * @example '2026-11-21T21:00:00.000Z'
   */
  at!: Date;

  /**
   * The job.
   * @example 'BackupHome'
   */
  job!: string;

  /**
   * The Director that plans it.
   * @example 'embedded'
   */
  director!: string;

  /**
   * Type of the job.
   * @example 'Backup'
   */
  type!: string;

  /**
   * The level that the schedule asks for.
   * @example 'Incremental'
   */
  level!: string;

  /**
   * The client.
   * @example 'this-machine'
   */
  client!: string;

  /**
   * The fileset.
   * @example 'Home'
   */
  fileset!: string;

  /**
   * The schedule.
   * @example 'Nightly'
   */
  schedule!: string;

  /**
   * The pool.
   * @example 'Default'
   */
  pool!: string;

  /** Runs with a smaller number go first. */
  @ApiProperty({ type: 'integer', examples: [10] })
  priority!: number;
}
