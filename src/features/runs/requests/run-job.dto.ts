import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsString, Length, Max, Min } from 'class-validator';
import { InstantField, MayBeAbsent } from '../../../http/query.decorators.js';

/** Job to run, with changes to its settings. */
export class RunJobBody {
  /**
   * Name of a configured job.
   * @example 'BackupHome'
   */
  @IsString()
  @Length(1, 127)
  job!: string;

  /**
   * One of the job's allowedLevels, ignoring case. Default: the level of the job.
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

  /**
   * Storage, if not that of the job.
   * @example 'Local'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  storage?: string;

  /**
   * Pool, if not that of the job.
   * @example 'Default'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  pool?: string;

  /** Earliest start time. Default: immediately. */
  @InstantField()
  when?: Date;

  /** Priority. Runs with a lower number start first. */
  @ApiProperty({ type: 'integer', required: false, minimum: 1, maximum: 1000, examples: [10] })
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(1000)
  priority?: number;

  /**
   * Name of the Director. Default: the default Director.
   * @example 'embedded'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  director?: string;
}
