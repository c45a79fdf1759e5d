import { ApiProperty } from '@nestjs/swagger';
import { ProtectionCounts } from '../../runs/protection.dto.js';
import { RunTotals } from '../run-sums.dto.js';

/** How long good runs took, within five in a hundred. */
export class RunDurations {
  /** Half of them took no longer; null where there were none. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, examples: [244] })
  medianSeconds!: number | null;

  /** 95 in a hundred took no longer. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, examples: [3600] })
  p95Seconds!: number | null;
}

/** Runs that were queued within some whole days, in UTC, and have ended. */
export class SpanSummary extends RunTotals {
  /** Beginning of the first day. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-10-22T00:00:00Z'] })
  since!: string;

  /** End of the last day. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-21T00:00:00Z'] })
  until!: string;

  /** How long the good ones took. */
  durations!: RunDurations;
}

/** The clients in use, as they stand now. */
export class ClientTally {
  /** Clients that the Directors use. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [12] })
  known!: number;

  /** Those of which every monitored job has a good backup in time. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [11] })
  protected!: number;

  /** Those whose worst monitored job is overdue. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  overdue!: number;

  /** Those with a monitored job that was never backed up, and none overdue by more. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  never!: number;

  /** Those with a monitored job whose history is not read yet. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  unknown!: number;

  /** Those without a monitored job. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  notMonitored!: number;

  /** Those whose last good backup is longer ago than their threshold allows. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  silent!: number;
}

/** Backups of some days in figures, beside as many days before them. */
export class StatisticsSummary extends SpanSummary {
  /** The clients now. */
  clients!: ClientTally;

  /** The backup jobs of these clients now. */
  jobs!: ProtectionCounts;

  /** As many days right before. */
  before!: SpanSummary;
}
