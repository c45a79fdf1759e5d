import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import {
  type RunStatus,
  runStatuses,
  type TriggerKind,
  triggerKinds,
  type RunSort,
  runSorts,
} from '../../domain/run.js';
import { DirectorPageQuery, DirectorQuery } from '../../http/page.dto.js';
import { InstantField, QueryFlag, QueryInteger, QueryWords } from '../../http/query.decorators.js';
import { TextLine } from '../../http/text-line.decorator.js';

class StartedRunsQuery extends DirectorPageQuery {
  /** Return only runs started by a schedule, a user (`session`), an API token, the Director's own console, or unknown. */
  @ApiProperty({ enum: triggerKinds, enumName: 'RunTriggerKind', required: false })
  @IsOptional()
  @IsIn(triggerKinds)
  triggeredBy?: TriggerKind;

  /**
   * Return only runs that were started by the user or token with this id.
   * @example '7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33'
   */
  @IsOptional()
  @TextLine({ max: 200 })
  triggeredById?: string;

  /**
   * Return only runs that were started by the schedule, user or token with exactly this name.
   * @example 'Nightly'
   */
  @IsOptional()
  @TextLine({ max: 200 })
  triggeredByName?: string;
}

export class RecentRunsQuery extends StartedRunsQuery {
  /** Return only runs with these statuses, separated by commas. */
  @QueryWords(runStatuses)
  status?: RunStatus[];

  /** Return only runs of these jobs, separated by commas. */
  @QueryWords()
  job?: string[];

  /** Return only runs of these clients, separated by commas. */
  @QueryWords()
  client?: string[];

  /** Return only runs queued within this many hours before now. */
  @QueryInteger({ min: 1, max: 87_600 })
  hours?: number;
}

export class RunsQuery extends StartedRunsQuery {
  /** Return only runs with these statuses, separated by commas. */
  @QueryWords(runStatuses)
  status?: RunStatus[];

  /** Return only runs of these jobs, separated by commas. */
  @QueryWords()
  job?: string[];

  /** Return only runs of these clients, separated by commas. */
  @QueryWords()
  client?: string[];

  /** Return only runs at these levels, separated by commas, ignoring case. */
  @QueryWords()
  level?: string[];

  /** Return only runs of these job types, separated by commas, ignoring case. */
  @QueryWords()
  type?: string[];

  /** Return only runs whose volumes are from these pools, separated by commas. */
  @QueryWords()
  pool?: string[];

  /** Return only runs queued at or after this time. */
  @InstantField()
  since?: Date;

  /** Return only runs queued before this time. */
  @InstantField()
  until?: Date;

  /** Return only runs queued within this many hours before now. If `since` is given too, the later time applies. */
  @QueryInteger({ min: 1, max: 87_600 })
  hours?: number;

  /** Return only acknowledged runs, or only unacknowledged ones. */
  @QueryFlag({ fallback: null })
  acknowledged?: boolean;

  /** `newest` or `oldest` first, by `jobId`; with `director=*` by queue time. */
  @ApiProperty({ enum: runSorts, enumName: 'RunSort', required: false, default: 'newest' })
  @IsOptional()
  @IsIn(runSorts)
  sort: RunSort = 'newest';
}

export class RunQuery extends DirectorQuery {
  /** Delay the response until the run has ended, for at most this many seconds. */
  @QueryInteger({ min: 0, max: 60, fallback: 0 })
  wait: number = 0;
}

/** Line of a run's log. */
export class LogLineRecord {
  /** Id that increases with each line of the Director's log. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [118] })
  id!: number;

  /**
   * When the line was written.
   * @example '2026-11-20T21:04:05.000Z'
   */
  at!: Date;

  /**
   * Text as the Director wrote it.
   * @example 'Start Backup JobId 7, Job=BackupHome.2026-11-20_21.00.00_07'
   */
  text!: string;
}

/** Part of a volume that a run wrote or read. */
export class RunVolumeRecord {
  /**
   * Name of the volume.
   * @example 'Default-0001'
   */
  volume!: string;

  /** Pool of the volume. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Default'] })
  pool!: string | null;

  /**
   * Media type of the volume.
   * @example 'File'
   */
  mediaType!: string;

  /** Index of the run's first file in this part. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  firstIndex!: number;

  /** Index of the run's last file in this part. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1204] })
  lastIndex!: number;

  /** Bytes of the run in this part. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [52428800] })
  bytes!: number;
}
