import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { DirectorPageQuery } from '../../http/page.dto.js';
import { QueryFlag, QueryWords } from '../../http/query.decorators.js';
import { type JobSort, jobSorts } from './job-sort.js';
import { type VerifiedRuns, verifiedRuns } from '../../domain/job.js';
import { type ProtectionStatus, protectionStatuses } from '../../domain/protection.js';
import { JobProtection, RunRecord } from '../runs/run-record.dto.js';
import { Acknowledgement } from '../runs/acknowledgements/acknowledgement.dto.js';

export class JobsQuery extends DirectorPageQuery {
  /** Return only the job with exactly this name. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['BackupHome'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  name?: string;

  /** Return only jobs whose name contains this text, ignoring case. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['backup'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  q?: string;

  /** Return only jobs of these types, separated by commas, ignoring case. */
  @QueryWords()
  type?: string[];

  /** Return only jobs of these clients, separated by commas. */
  @QueryWords()
  client?: string[];

  /** Return only jobs with these protection statuses, separated by commas. */
  @QueryWords(protectionStatuses)
  protection?: ProtectionStatus[];

  /** Return only jobs whose schedule is enabled, or only those whose schedule is disabled. */
  @QueryFlag({ fallback: null })
  enabled?: boolean;

  /** `name`; `client`; `protection`: worst first; `nextRun`: soonest first, jobs without a scheduled start last. */
  @ApiProperty({ enum: jobSorts, enumName: 'JobSort', required: false, default: 'name' })
  @IsOptional()
  @IsIn(jobSorts)
  sort: JobSort = 'name';
}

/** Links of a job. */
export class JobLinks {
  /**
   * The job.
   * @example '/api/v1/operations/jobs/BackupHome?director=embedded'
   */
  self!: string;

  /**
   * Runs of the job, newest first.
   * @example '/api/v1/operations/runs?job=BackupHome&director=embedded'
   */
  runs!: string;

  /**
   * Director of the job.
   * @example '/api/v1/directors/embedded'
   */
  director!: string;
}

/** What a verify job of the embedded Director reads. */
export class VerifiedBackupsRecord {
  /** Backup jobs whose runs are read; null: all jobs, also those that are no longer configured. */
  @ApiProperty({ type: [String], nullable: true, examples: [['BackupHome']] })
  jobs!: string[] | null;

  /** `newest`: the runs that a restore of the newest state would read; `all`: all retained runs. */
  @ApiProperty({ enum: verifiedRuns, enumName: 'VerifiedRuns', examples: ['newest'] })
  runs!: VerifiedRuns;
}

/** Configured job. */
export class JobRecord {
  /**
   * Name, unique within the Director.
   * @example 'BackupHome'
   */
  name!: string;

  /**
   * Director of the job.
   * @example 'embedded'
   */
  director!: string;

  /**
   * Type of the job, as the Director names it.
   * @example 'Backup'
   */
  type!: string;

  /**
   * Default level, used unless the schedule or the request sets another.
   * @example 'Incremental'
   */
  level!: string;

  /**
   * Levels at which the job can run.
   * @example ['Full', 'Incremental', 'Differential']
   */
  allowedLevels!: string[];

  /**
   * Client of the job; empty for a verify job of the embedded Director, as are fileset, storage and pool.
   * @example 'this-machine'
   */
  client!: string;

  /**
   * Fileset of the job.
   * @example 'Home'
   */
  fileset!: string;

  /** Schedule that starts the job; null if there is none. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Nightly'] })
  schedule!: string | null;

  /**
   * Storage of the job.
   * @example 'Local'
   */
  storage!: string;

  /**
   * Pool of the job's volumes.
   * @example 'Default'
   */
  pool!: string;

  /** Priority. Runs with a lower number start first. */
  @ApiProperty({ type: 'integer', examples: [10] })
  priority!: number;

  /** Whether the schedule starts the job. A disabled job can still be run manually. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  enabled!: boolean;

  /** Whether the job has a good backup that is recent enough. */
  protection!: JobProtection;

  /** Acknowledgement of the overdue job; absent if there is none. */
  acknowledgement?: Acknowledgement;

  /** Most recent run; null if the job has never run. */
  @ApiProperty({ type: () => RunRecord, nullable: true })
  lastRun!: RunRecord | null;

  /** Next scheduled start; null if there is none. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-21T21:00:00.000Z'] })
  nextRunAt!: Date | null;

  /** What a verify job of the embedded Director reads; null for all other jobs. */
  @ApiProperty({ type: VerifiedBackupsRecord, nullable: true })
  verifies!: VerifiedBackupsRecord | null;

  /** Related resources. */
  links!: JobLinks;
}

/** Job after a change. */
export class ChangedJob extends JobRecord {
  /** Whether the change survives a restart of the Director. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  persistent!: boolean;
}

export class ChangeJobBody {
  /** False disables the schedule of the job, true enables it. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  @IsBoolean()
  enabled!: boolean;
}
