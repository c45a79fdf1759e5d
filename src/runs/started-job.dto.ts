import { ApiProperty } from '@nestjs/swagger';
import { type RunStatus, runStatuses } from '../domain/run.js';
import { RunLinks } from './run-record.dto.js';

/** A run that the Director has just taken. */
export class StartedJob {
  /** The Director's number of the run. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, examples: [7] })
  jobId!: number;

  /** Bacula's own unique job name, where the Director tells it at once. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['BackupHome.2026-11-20_21.00.00_07'] })
  uniqueName!: string | null;

  /**
   * The configured job.
   * @example 'BackupHome'
   */
  job!: string;

  /**
   * The level that was asked for.
   * @example 'Full'
   */
  level!: string;

  /**
   * The Director that runs it.
   * @example 'embedded'
   */
  director!: string;

  /** How it stands at this moment. */
  @ApiProperty({ enum: runStatuses, enumName: 'RunStatus', examples: ['queued'] })
  status!: RunStatus;

  /** Where to follow it. */
  links!: RunLinks;
}
