import { ApiProperty } from '@nestjs/swagger';
import { ProtectionCounts } from '../../runs/run-record.dto.js';
import { RunTotals } from '../run-totals.dto.js';

/** Durations of good runs, accurate to five percent. */
export class RunDurations {
  /** Median duration in seconds; null if there were none. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, examples: [244] })
  medianSeconds!: number | null;

  /** 95th percentile of the duration in seconds. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, examples: [3600] })
  p95Seconds!: number | null;
}

/** Runs queued within a range of whole days in UTC that have ended. */
export class SpanSummary extends RunTotals {
  /** Start of the first day. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-10-22T00:00:00Z'] })
  since!: string;

  /** End of the last day. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-21T00:00:00Z'] })
  until!: string;

  /** Durations of good runs. */
  durations!: RunDurations;
}

/** Current number of enabled clients by protection. */
export class ClientTally {
  /** Clients that are enabled at their Director. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [12] })
  known!: number;

  /** Clients with a recent good backup of every monitored job. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [11] })
  protected!: number;

  /** Clients whose worst monitored job is overdue. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  overdue!: number;

  /** Clients with a monitored job that was never backed up, and no job that is worse. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  never!: number;

  /** Clients with a monitored job whose history has not been read yet. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  unknown!: number;

  /** Clients without a monitored job. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  notMonitored!: number;

  /** Muted clients with a backup job. They are not counted in any other group. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  muted!: number;

  /** Clients whose last good backup is older than their threshold. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  silent!: number;
}

/** Totals of a range of days, compared with the preceding range of the same length. */
export class StatisticsSummary extends SpanSummary {
  /** Current number of clients by protection. */
  clients!: ClientTally;

  /** Current number of backup jobs of these clients by protection. */
  jobs!: ProtectionCounts;

  /** The preceding range of the same length. */
  before!: SpanSummary;
}
