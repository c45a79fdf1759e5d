import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { type ProtectionStatus, protectionStatuses } from '../domain/protection.js';
import { thresholdBounds } from '../domain/silence-thresholds.js';
import { DirectorPageQuery } from '../platform/http/page.dto.js';
import { QueryWords } from '../platform/http/query.decorators.js';
import { JobProtection } from '../runs/protection.dto.js';

const { leastSeconds: minimum, mostSeconds: maximum } = thresholdBounds;
const whereNotNull = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined && value !== null);

export class MonitoredJobsQuery extends DirectorPageQuery {
  /** Only jobs of exactly this name. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['BackupHome'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  name?: string;

  /** Only jobs of exactly this client. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['this-machine'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  client?: string;

  /** Only jobs of these statuses, separated by commas. */
  @QueryWords(protectionStatuses)
  status?: ProtectionStatus[];
}

/** Where to go on from a job. */
export class MonitoredJobLinks {
  /**
   * The job itself.
   * @example '/api/v1/operations/jobs?name=BackupHome&director=embedded'
   */
  job!: string;

  /**
   * Its runs, newest first.
   * @example '/api/v1/operations/runs?job=BackupHome&director=embedded'
   */
  runs!: string;
}

/** A backup job with its protection, and what was set for it. */
export class MonitoredJob {
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
   * The client that it reads.
   * @example 'this-machine'
   */
  client!: string;

  /**
   * What it takes of the client.
   * @example 'Home'
   */
  fileset!: string;

  /** It has a schedule and is not taken out of it. */
  inSchedule!: boolean;

  /** Whether it has a good backup in time. */
  protection!: JobProtection;

  /** When the console first listed it: without a good backup it counts as critical from then plus `critSeconds`. */
  firstSeenAt!: Date;

  /** Its own threshold of `warn`; null: not set. */
  @ApiProperty({ type: 'integer', minimum, maximum, nullable: true, examples: [null] })
  warnSeconds!: number | null;

  /** Its own threshold of `crit`; null: not set. */
  @ApiProperty({ type: 'integer', minimum, maximum, nullable: true, examples: [null] })
  critSeconds!: number | null;

  /** The longest time between two of its planned starts; null: not known. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [86400] })
  intervalSeconds!: number | null;

  /** When what was set for it last changed; null: nothing was ever set. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: [null] })
  updatedAt!: Date | null;

  /** Where to go on from here. */
  links!: MonitoredJobLinks;
}

/** What is left out stays; null removes what was set. */
export class ChangeMonitoredJobBody {
  /** Its own threshold of `warn`; null: that of its client, its schedule or all. */
  @ApiProperty({ type: 'integer', minimum, maximum, nullable: true, required: false, examples: [86400] })
  @whereNotNull()
  @IsInt()
  @Min(minimum)
  @Max(maximum)
  warnSeconds?: number | null;

  /** Its own threshold of `crit`; null: that of its client, its schedule or all. */
  @ApiProperty({ type: 'integer', minimum, maximum, nullable: true, required: false, examples: [172800] })
  @whereNotNull()
  @IsInt()
  @Min(minimum)
  @Max(maximum)
  critSeconds?: number | null;
}
