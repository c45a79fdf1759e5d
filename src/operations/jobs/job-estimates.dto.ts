import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { MayBeAbsent } from '../../platform/http/query.decorators.js';

/** What a run would be, where it is not what the job says. */
export class EstimateBody {
  /**
   * One of the job's allowedLevels but VirtualFull, in any letter case; without it the job's own.
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
}

/** What a run would take, were it started now. */
export class JobEstimate {
  /**
   * The job.
   * @example 'BackupHome'
   */
  job!: string;

  /**
   * The Director that has it.
   * @example 'embedded'
   */
  director!: string;

  /**
   * The level of the figures. The embedded Director tells where it would do a Full for want of one to build on; Bacula counts such a
   * Full and still calls it what was asked for.
   * @example 'Incremental'
   */
  level!: string;

  /**
   * The client that counted.
   * @example 'this-machine'
   */
  client!: string;

  /**
   * What of the client was counted.
   * @example 'Home'
   */
  fileset!: string;

  /** Files, folders and links. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [18] })
  files!: number;

  /** Content before compression; files that a run could not open are counted too. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [300103] })
  bytes!: number;
}
