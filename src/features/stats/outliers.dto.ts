import { ApiProperty } from '@nestjs/swagger';
import { type RunStatus, runStatuses } from '../../domain/run.js';
import { RunLinks, RunOutlier } from '../runs/run-record.dto.js';

/** Run that differs from the previous good runs of its job, client and level. */
export class RunOutlierRecord extends RunOutlier {
  /** When the run ended, or when an unfinished run was found to be unusual. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-20T21:04:05.000Z'] })
  at!: string;

  /**
   * Director of the run.
   * @example 'embedded'
   */
  director!: string;

  /** Job id of the run. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, examples: [7] })
  jobId!: number;

  /**
   * Unique job name of Bacula.
   * @example 'BackupHome.2026-11-20_21.00.00_07'
   */
  uniqueName!: string;

  /**
   * Name of the job.
   * @example 'BackupHome'
   */
  job!: string;

  /** Client of the run. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['this-machine'] })
  client!: string | null;

  /**
   * Level of the run.
   * @example 'Full'
   */
  level!: string;

  /** Status of the run. */
  @ApiProperty({ enum: runStatuses, enumName: 'RunStatus', examples: ['completed'] })
  status!: RunStatus;

  /** Related resources. */
  links!: RunLinks;
}
