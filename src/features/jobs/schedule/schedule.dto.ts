import { ApiProperty } from '@nestjs/swagger';
import { DirectorPageQuery } from '../../../http/page.dto.js';
import { InstantField, QueryInteger, QueryWords } from '../../../http/query.decorators.js';

export class ScheduleQuery extends DirectorPageQuery {
  /** Number of days ahead. Default without `until`: 7. */
  @QueryInteger({ min: 1, max: 366 })
  days?: number;

  /** Return only starts before this time. Cannot be combined with `days`. */
  @InstantField()
  until?: Date;

  /** Return only starts of these jobs, separated by commas. */
  @QueryWords()
  job?: string[];

  /** Return only starts of jobs of these clients, separated by commas. */
  @QueryWords()
  client?: string[];
}

/** Scheduled start of a job. */
export class PlannedRunRecord {
  /**
   * Time of the start.
   * @example '2026-11-21T21:00:00.000Z'
   */
  at!: Date;

  /**
   * Job to start.
   * @example 'BackupHome'
   */
  job!: string;

  /**
   * Director of the job.
   * @example 'embedded'
   */
  director!: string;

  /**
   * Type of the job.
   * @example 'Backup'
   */
  type!: string;

  /**
   * Level set by the schedule.
   * @example 'Incremental'
   */
  level!: string;

  /**
   * Client of the job.
   * @example 'this-machine'
   */
  client!: string;

  /**
   * Fileset of the job.
   * @example 'Home'
   */
  fileset!: string;

  /**
   * Schedule that starts the job.
   * @example 'Nightly'
   */
  schedule!: string;

  /**
   * Pool of the job.
   * @example 'Default'
   */
  pool!: string;

  /** Priority. Runs with a lower number start first. */
  @ApiProperty({ type: 'integer', examples: [10] })
  priority!: number;
}
