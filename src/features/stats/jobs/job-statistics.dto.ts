import { ApiProperty } from '@nestjs/swagger';
import { PageTotal } from '../../../http/api-answers.js';
import { ComparedTotals } from '../run-totals.dto.js';

/** Most recent ended run of a job. */
export class LastEndedRun {
  /** Job id of the run. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, examples: [7] })
  jobId!: number;

  /**
   * Level of the run.
   * @example 'Incremental'
   */
  level!: string;

  /**
   * Status of the run.
   * @example 'completed'
   */
  status!: string;

  /** When the run was queued. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-20T21:00:00.000Z'] })
  queuedAt!: string;

  /** Duration in seconds; null if unknown. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, examples: [244] })
  durationSeconds!: number | null;

  /**
   * Typical duration for the job, client and level in seconds: the median of the ten previous good runs; null if there
   * are fewer than three.
   */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, examples: [230] })
  usualSeconds!: number | null;
}

/** Runs of one job within the time range. */
export class JobStatistics extends ComparedTotals {
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

  /** Average duration of its runs within the time range, in seconds; null if there are none. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, examples: [240] })
  averageSeconds!: number | null;

  /** Most recent ended run, even if it is outside the time range. */
  @ApiProperty({ type: () => LastEndedRun, nullable: true })
  lastRun!: LastEndedRun | null;
}

/** Runs of all jobs on one day with the same level and status. */
export class RunSeriesPoint {
  /** Date in UTC. */
  @ApiProperty({ type: 'string', format: 'date', examples: ['2026-11-20'] })
  day!: string;

  /**
   * Level of the runs.
   * @example 'Full'
   */
  level!: string;

  /**
   * Status of the runs.
   * @example 'completed'
   */
  status!: string;

  /** Number of runs. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [12] })
  runs!: number;

  /** Files saved. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1204] })
  files!: number;

  /** Bytes saved. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  bytes!: number;
}

/** Jobs by name, and on the first page all runs by day, level and status. */
export class JobStatisticsPage {
  /** Jobs of this page that ran within the time range or the one before it. */
  @ApiProperty({ type: () => [JobStatistics] })
  items!: JobStatistics[];

  /** Cursor of the next page; null on the last one. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  nextCursor!: string | null;

  /** Present only with `count=true`. */
  @ApiProperty({ type: () => PageTotal, required: false })
  total?: PageTotal;

  /** All runs by day, level and status, independent of the page. Only on the first page. */
  @ApiProperty({ type: () => [RunSeriesPoint], required: false })
  series?: RunSeriesPoint[];
}
