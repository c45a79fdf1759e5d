import { ApiProperty } from '@nestjs/swagger';

/** Number of ended runs by result. */
export class RunOutcomes {
  /** All ended runs. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [124] })
  total!: number;

  /** Successful runs. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [120] })
  completed!: number;

  /** Runs with warnings. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [2] })
  warning!: number;

  /** Failed runs, including runs that disappeared from the catalog before they ended. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  error!: number;

  /** Canceled runs. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  canceled!: number;
}

/** Totals of the runs within a time range. */
export class RunTotals {
  /** Number of ended runs by result. */
  runs!: RunOutcomes;

  /** Share of runs that ended successfully or with warnings, not counting canceled runs; null if there were none. */
  @ApiProperty({ type: 'number', nullable: true, minimum: 0, maximum: 1, examples: [0.9918] })
  successRate!: number | null;

  /** Files saved. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [120400] })
  files!: number;

  /** Bytes saved. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  bytes!: number;
}

/** Totals compared with the preceding range of the same length. */
export class ComparedTotals extends RunTotals {
  /** Bytes saved in the preceding range of the same length. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [83886080] })
  bytesBefore!: number;

  /** Relative change from that value, negative if it decreased; null if there were no runs before. */
  @ApiProperty({ type: 'number', nullable: true, examples: [0.25] })
  growth!: number | null;
}
