import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { MayBeAbsent } from '../../http/query.decorators.js';

/** Changes to the job's settings for the estimate. */
export class EstimateBody {
  /**
   * One of the job's allowedLevels except VirtualFull, ignoring case. Default: the level of the job.
   * @example 'Incremental'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 60)
  level?: string;

  /**
   * Client, if not that of the job.
   * @example 'this-machine'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  client?: string;

  /**
   * Fileset, if not that of the job.
   * @example 'Home'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  fileset?: string;
}

/** Estimate of a run that starts now. */
export class JobEstimate {
  /**
   * Name of the job.
   * @example 'BackupHome'
   */
  job!: string;

  /**
   * Director of the job.
   * @example 'embedded'
   */
  director!: string;

  /**
   * Level of the estimate. The embedded Director returns Full if an incremental run would become one. Bacula counts
   * such a Full but returns the requested level.
   * @example 'Incremental'
   */
  level!: string;

  /**
   * Client of the estimate.
   * @example 'this-machine'
   */
  client!: string;

  /**
   * Fileset of the estimate.
   * @example 'Home'
   */
  fileset!: string;

  /** Number of files, folders and links. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [18] })
  files!: number;

  /** Bytes before compression, including files that a run could not open. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [300103] })
  bytes!: number;
}
