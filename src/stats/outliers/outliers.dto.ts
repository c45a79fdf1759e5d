import { ApiProperty } from '@nestjs/swagger';
import { type RunStatus, runStatuses } from '../../domain/run.js';
import { RunLinks, RunOutlier } from '../../runs/run-record.dto.js';

/** A run that is far from the last good ones of its job, client and level. */
export class FoundRunOutlier extends RunOutlier {
  /** When the run ended; of one that still runs, when this was found. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-20T21:04:05.000Z'] })
  at!: string;

  /**
   * Its Director.
   * @example 'embedded'
   */
  director!: string;

  /** Number of the run. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, examples: [7] })
  jobId!: number;

  /**
   * Bacula's own unique job name.
   * @example 'BackupHome.2026-11-20_21.00.00_07'
   */
  uniqueName!: string;

  /**
   * The job.
   * @example 'BackupHome'
   */
  job!: string;

  /** The client. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['this-machine'] })
  client!: string | null;

  /**
   * The level.
   * @example 'Full'
   */
  level!: string;

  /** How the run stands. */
  @ApiProperty({ enum: runStatuses, enumName: 'RunStatus', examples: ['completed'] })
  status!: RunStatus;

  /** Where to go on from here. */
  links!: RunLinks;
}
