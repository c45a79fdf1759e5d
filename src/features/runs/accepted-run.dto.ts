import { ApiProperty } from '@nestjs/swagger';
import { type RunStatus, runStatuses } from '../../domain/run.js';
import { RunLinks } from './run-record.dto.js';

/** Run that the Director has accepted. */
export class StartedJob {
  /** Job id of the run at its Director. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, examples: [7] })
  jobId!: number;

  /** Unique job name of Bacula, if the Director returns it immediately. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['BackupHome.2026-11-20_21.00.00_07'] })
  uniqueName!: string | null;

  /**
   * Name of the job.
   * @example 'BackupHome'
   */
  job!: string;

  /**
   * Requested level.
   * @example 'Full'
   */
  level!: string;

  /**
   * Director of the run.
   * @example 'embedded'
   */
  director!: string;

  /** Current status. */
  @ApiProperty({ enum: runStatuses, enumName: 'RunStatus', examples: ['queued'] })
  status!: RunStatus;

  /** Links of the run. */
  links!: RunLinks;
}
