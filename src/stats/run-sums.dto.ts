import { ApiProperty } from '@nestjs/swagger';

/** Ended runs by how they ended. */
export class RunOutcomes {
  /** All of them. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [124] })
  total!: number;

  /** Ended well. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [120] })
  completed!: number;

  /** Ended with warnings. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [2] })
  warning!: number;

  /** Failed, or vanished from the catalog before they ended. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  error!: number;

  /** Canceled. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  canceled!: number;
}

/** What the runs of a span come to. */
export class RunTotals {
  /** How many runs ended, and how. */
  runs!: RunOutcomes;

  /** The part that ended well or with warnings, of those that were not canceled; null where there were none. */
  @ApiProperty({ type: 'number', nullable: true, minimum: 0, maximum: 1, examples: [0.9918] })
  successRate!: number | null;

  /** Files that they saved. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [120400] })
  files!: number;

  /** Bytes that they saved. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  bytes!: number;
}

/** The same compared with as many days before. */
export class ComparedTotals extends RunTotals {
  /** Bytes saved in as many days right before. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [83886080] })
  bytesBefore!: number;

  /** By which part that is more, negative where it is less; null where there were none before. */
  @ApiProperty({ type: 'number', nullable: true, examples: [0.25] })
  growth!: number | null;
}
