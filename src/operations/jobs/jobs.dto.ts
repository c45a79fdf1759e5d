import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Length, Max, MaxLength, Min } from 'class-validator';
import { DirectorPageQuery } from '../../platform/http/page.dto.js';
import { InstantField, MayBeAbsent, QueryFlag, QueryWords } from '../../platform/http/query.decorators.js';
import { type JobSort, jobSorts } from '../../domain/job-sort.js';
import { type ProtectionStatus, protectionStatuses } from '../../domain/protection.js';
import { JobProtection } from '../../runs/protection.dto.js';
import { RunRecord } from '../../runs/run-record.dto.js';

export class JobsQuery extends DirectorPageQuery {
  /** Only the job of exactly this name. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['BackupHome'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  name?: string;

  /** Only jobs whose name holds this, in any letter case. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['backup'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  q?: string;

  /** Only jobs of these types, parted by commas; in any letter case. */
  @QueryWords()
  type?: string[];

  /** Only jobs of these clients, parted by commas. */
  @QueryWords()
  client?: string[];

  /** Only jobs of these protection statuses, separated by commas. */
  @QueryWords(protectionStatuses)
  protection?: ProtectionStatus[];

  /** Only jobs that are, or are not, in their schedule. */
  @QueryFlag({ fallback: null })
  enabled?: boolean;

  /** By name; `client`: by client; `protection`: the worst first; `nextRun`: the soonest first, what is not planned last. */
  @ApiProperty({ enum: jobSorts, enumName: 'JobSort', required: false, default: 'name' })
  @IsOptional()
  @IsIn(jobSorts)
  sort: JobSort = 'name';
}

/** Where to go on from a job. */
export class JobLinks {
  /**
   * The job itself.
   * @example '/api/v1/operations/jobs/BackupHome?director=embedded'
   */
  self!: string;

  /**
   * Its runs, newest first.
   * @example '/api/v1/operations/runs?job=BackupHome&director=embedded'
   */
  runs!: string;

  /**
   * The Director that has it.
   * @example '/api/v1/directors/embedded'
   */
  director!: string;
}

/** A configured job. */
export class JobRecord {
  /**
   * Its name, unique at its Director.
   * @example 'BackupHome'
   */
  name!: string;

  /**
   * The Director that has it.
   * @example 'embedded'
   */
  director!: string;

  /**
   * What kind of job it is, in the Director's word.
   * @example 'Backup'
   */
  type!: string;

  /**
   * The level it runs at unless its schedule or a caller says otherwise.
   * @example 'Incremental'
   */
  level!: string;

  /**
   * The levels it may be run at.
   * @example ['Full', 'Incremental', 'Differential']
   */
  allowedLevels!: string[];

  /**
   * The client that it reads or writes.
   * @example 'this-machine'
   */
  client!: string;

  /**
   * What of the client it takes.
   * @example 'Home'
   */
  fileset!: string;

  /** When it runs by itself; null where it does not. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Nightly'] })
  schedule!: string | null;

  /**
   * Where it writes to.
   * @example 'Local'
   */
  storage!: string;

  /**
   * The pool that its volumes come from.
   * @example 'Default'
   */
  pool!: string;

  /** Runs with a smaller number go first. */
  @ApiProperty({ type: 'integer', examples: [10] })
  priority!: number;

  /** false: it is out of its schedule; it can still be run by hand. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  enabled!: boolean;

  /** Whether it has a good backup in time. */
  protection!: JobProtection;

  /** Its newest run; null where it never ran. */
  @ApiProperty({ type: () => RunRecord, nullable: true })
  lastRun!: RunRecord | null;

  /** When its schedule starts it next; null where nothing is planned. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-21T21:00:00.000Z'] })
  nextRunAt!: Date | null;

  /** Where to go on from here. */
  links!: JobLinks;
}

/** A job after its change. */
export class ChangedJob extends JobRecord {
  /** Whether the change outlives a restart of the Director. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  persistent!: boolean;
}

export class ChangeJobBody {
  /** false takes the job out of its schedule, true puts it back. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  @IsBoolean()
  enabled!: boolean;
}

/** What to run, and with what instead of what the job says. */
export class RunJobBody {
  /**
   * Name of a configured job.
   * @example 'BackupHome'
   */
  @IsString()
  @Length(1, 127)
  job!: string;

  /**
   * One of the job's allowedLevels, in any letter case; without it the job's own.
   * @example 'Incremental'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 60)
  level?: string;

  /**
   * Another client.
   * @example 'this-machine'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  client?: string;

  /**
   * Another fileset.
   * @example 'Home'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  fileset?: string;

  /**
   * Another storage.
   * @example 'Local'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  storage?: string;

  /**
   * Another pool.
   * @example 'Default'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  pool?: string;

  /** Start not before this time; without it at once. */
  @InstantField()
  when?: Date;

  /** Runs with a smaller number go first. */
  @ApiProperty({ type: 'integer', required: false, minimum: 1, maximum: 1000, examples: [10] })
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(1000)
  priority?: number;

  /**
   * Name of the Director; without it the default one.
   * @example 'embedded'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  director?: string;
}
