import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { type RunStatus, runStatuses } from '../../domain/run.js';
import { type RunSort, runSorts } from '../../domain/run-sort.js';
import { DirectorPageQuery, DirectorQuery } from '../../platform/http/page.dto.js';
import { InstantField, QueryFlag, QueryInteger, QueryWords } from '../../platform/http/query.decorators.js';

export class RecentRunsQuery extends DirectorPageQuery {
  /** Only runs that stand like this, parted by commas. */
  @QueryWords(runStatuses)
  status?: RunStatus[];

  /** Only runs of these jobs, parted by commas. */
  @QueryWords()
  job?: string[];

  /** Only runs of these clients, parted by commas. */
  @QueryWords()
  client?: string[];

  /** Only runs queued in the last so many hours. */
  @QueryInteger({ min: 1, max: 87_600 })
  hours?: number;
}

export class RunsQuery extends DirectorPageQuery {
  /** Only runs that stand like this, parted by commas. */
  @QueryWords(runStatuses)
  status?: RunStatus[];

  /** Only runs of these jobs, parted by commas. */
  @QueryWords()
  job?: string[];

  /** Only runs of these clients, parted by commas. */
  @QueryWords()
  client?: string[];

  /** Only runs at these levels, parted by commas; in any letter case. */
  @QueryWords()
  level?: string[];

  /** Only runs of jobs of these types, parted by commas; in any letter case. */
  @QueryWords()
  type?: string[];

  /** Only runs whose volumes came from these pools, parted by commas. */
  @QueryWords()
  pool?: string[];

  /** Only runs queued at or after this time. */
  @InstantField()
  since?: Date;

  /** Only runs queued before this time. */
  @InstantField()
  until?: Date;

  /** Only runs queued in the last so many hours; with `since` whichever is later. */
  @QueryInteger({ min: 1, max: 87_600 })
  hours?: number;

  /** Only runs whose end somebody acknowledged, or only the others. */
  @QueryFlag({ fallback: null })
  acknowledged?: boolean;

  /** `newest` or `oldest` first, by `jobId`; with `director=*` by the time they were queued. */
  @ApiProperty({ enum: runSorts, enumName: 'RunSort', required: false, default: 'newest' })
  @IsOptional()
  @IsIn(runSorts)
  sort: RunSort = 'newest';
}

export class RunQuery extends DirectorQuery {
  /** Hold the answer until the run has ended, but not longer than so many seconds. */
  @QueryInteger({ min: 0, max: 60, fallback: 0 })
  wait: number = 0;
}

/** One line of a run's log. */
export class LogLineRecord {
  /** Rises with each line of the Director's log. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [118] })
  id!: number;

  /**
   * When it was written.
   * @example '2026-11-20T21:04:05.000Z'
   */
  at!: Date;

  /**
   * The Director's own words.
   * @example 'Start Backup JobId 7, Job=BackupHome.2026-11-20_21.00.00_07'
   */
  text!: string;
}

/** A part of a volume that a run wrote or read. */
export class RunVolumeRecord {
  /**
   * Name of the volume.
   * @example 'Default-0001'
   */
  volume!: string;

  /** The pool it belongs to. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Default'] })
  pool!: string | null;

  /**
   * Kind of medium.
   * @example 'File'
   */
  mediaType!: string;

  /** Number of the first of the run's files in this part. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  firstIndex!: number;

  /** Number of the last of the run's files in this part. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1204] })
  lastIndex!: number;

  /** Bytes of the run in this part. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [52428800] })
  bytes!: number;
}
