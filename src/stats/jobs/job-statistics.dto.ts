import { ApiProperty } from '@nestjs/swagger';
import { PageTotal } from '../../platform/http/api-answers.js';
import { type JsonList } from '../../platform/http/json-list.js';
import { ComparedTotals } from '../run-sums.dto.js';

/** A job's newest run that has ended. */
export class LastEndedRun {
  /** Its number. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, examples: [7] })
  jobId!: number;

  /**
   * Its level.
   * @example 'Incremental'
   */
  level!: string;

  /**
   * How it ended.
   * @example 'completed'
   */
  status!: string;

  /** When the Director took it. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-20T21:00:00.000Z'] })
  queuedAt!: string;

  /** How long it took; null where that is not known. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, examples: [244] })
  durationSeconds!: number | null;

  /** How long runs of its job, client and level usually take: the median of the ten good ones before; null where there are fewer than three. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, examples: [230] })
  usualSeconds!: number | null;
}

/** The runs of one job within the span. */
export class JobStatistics extends ComparedTotals {
  /**
   * The job.
   * @example 'BackupHome'
   */
  job!: string;

  /**
   * Its Director.
   * @example 'embedded'
   */
  director!: string;

  /** Average of its runs within the span; null where there are none. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, examples: [240] })
  averageSeconds!: number | null;

  /** Its newest run, also where that is older or newer than the span. */
  @ApiProperty({ type: () => LastEndedRun, nullable: true })
  lastRun!: LastEndedRun | null;
}

/** The runs of all jobs on one day, at one level, that ended alike. */
export class RunSeriesPoint {
  /** The day, in UTC. */
  @ApiProperty({ type: 'string', format: 'date', examples: ['2026-11-20'] })
  day!: string;

  /**
   * The level.
   * @example 'Full'
   */
  level!: string;

  /**
   * How they ended.
   * @example 'completed'
   */
  status!: string;

  /** How many there are. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [12] })
  runs!: number;

  /** Files that they saved. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1204] })
  files!: number;

  /** Bytes that they saved. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  bytes!: number;
}

/** Jobs by name, and on the first page all runs by day, level and outcome. */
export class JobStatisticsPage {
  /** The jobs of this page that ran within the span or right before it. */
  @ApiProperty({ type: () => [JobStatistics] })
  items!: JobStatistics[];

  /** Hand it in as `cursor` for the next page; null on the last one. */
  @ApiProperty({ type: 'string', nullable: true })
  nextCursor!: string | null;

  /** Only with `count=true`. */
  @ApiProperty({ type: () => PageTotal, required: false })
  total?: PageTotal;

  /** By day, level and outcome, whatever jobs are on the page; only on the first page. */
  @ApiProperty({ type: () => [RunSeriesPoint], required: false })
  series?: JsonList<RunSeriesPoint>;
}
