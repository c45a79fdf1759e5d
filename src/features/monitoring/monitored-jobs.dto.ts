import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { type ProtectionStatus, protectionStatuses } from '../../domain/protection.js';
import { thresholdBounds } from '../../domain/silence.js';
import { DirectorPageQuery } from '../../http/page.dto.js';
import { QueryWords } from '../../http/query.decorators.js';
import { JobProtection } from '../runs/run-record.dto.js';

const { leastSeconds: minimum, mostSeconds: maximum } = thresholdBounds;
const whereNotNull = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined && value !== null);

export class MonitoredJobsQuery extends DirectorPageQuery {
  /** Return only jobs with exactly this name. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['BackupHome'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  name?: string;

  /** Return only jobs of exactly this client. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['this-machine'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  client?: string;

  /** Return only jobs with these protection statuses, separated by commas. */
  @QueryWords(protectionStatuses)
  status?: ProtectionStatus[];
}

/** Links of a job. */
export class MonitoredJobLinks {
  /**
   * The job.
   * @example '/api/v1/operations/jobs?name=BackupHome&director=embedded'
   */
  job!: string;

  /**
   * Runs of the job, newest first.
   * @example '/api/v1/operations/runs?job=BackupHome&director=embedded'
   */
  runs!: string;
}

/** Backup job with its protection and its settings for monitoring. */
export class MonitoredJob {
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
   * Client that the job backs up.
   * @example 'this-machine'
   */
  client!: string;

  /**
   * Fileset of the job.
   * @example 'Home'
   */
  fileset!: string;

  /** Whether the job has a schedule and is enabled in it. */
  inSchedule!: boolean;

  /** Whether the job has a good backup that is recent enough. */
  protection!: JobProtection;

  /**
   * When the console first listed the job. A job without a good backup becomes critical `critSeconds` after this time.
   */
  firstSeenAt!: Date;

  /** Threshold of `warn` for this job, in seconds; null if not set. */
  @ApiProperty({ type: 'integer', minimum, maximum, nullable: true, examples: [null] })
  warnSeconds!: number | null;

  /** Threshold of `crit` for this job, in seconds; null if not set. */
  @ApiProperty({ type: 'integer', minimum, maximum, nullable: true, examples: [null] })
  critSeconds!: number | null;

  /** Longest interval between two of its scheduled starts, in seconds; null if unknown. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [86400] })
  intervalSeconds!: number | null;

  /** When the settings of this job last changed; null if never. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: [null] })
  updatedAt!: Date | null;

  /** Related resources. */
  links!: MonitoredJobLinks;
}

/** Changes to a job's settings. Omitted members keep their value; null resets a member. */
export class ChangeMonitoredJobBody {
  /** Threshold of `warn` for this job, in seconds; null for that of its client, its schedule or the global one. */
  @ApiProperty({ type: 'integer', minimum, maximum, nullable: true, required: false, examples: [86400] })
  @whereNotNull()
  @IsInt()
  @Min(minimum)
  @Max(maximum)
  warnSeconds?: number | null;

  /** Threshold of `crit` for this job, in seconds; null for that of its client, its schedule or the global one. */
  @ApiProperty({ type: 'integer', minimum, maximum, nullable: true, required: false, examples: [172800] })
  @whereNotNull()
  @IsInt()
  @Min(minimum)
  @Max(maximum)
  critSeconds?: number | null;
}
