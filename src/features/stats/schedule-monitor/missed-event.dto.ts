import { ApiProperty } from '@nestjs/swagger';

/** Data of `job.missed`. */
export class MissedStartData {
  /**
   * Director of the job.
   * @example 'main'
   */
  director!: string;

  /**
   * Name of the job.
   * @example 'BackupHome'
   */
  job!: string;

  /** Client of the job; null if the schedule does not name it. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['laptop'] })
  client!: string | null;

  /** Scheduled start. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-20T21:00:00.000Z'] })
  plannedAt!: string;

  /** Seconds that the console waited for the start. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [3600] })
  graceSeconds!: number;
}
