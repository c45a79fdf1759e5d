import { ApiProperty } from '@nestjs/swagger';

/** Data written to a pool on one day. */
export class PoolDay {
  /** Date in UTC. */
  @ApiProperty({ type: 'string', format: 'date', examples: ['2026-11-20'] })
  day!: string;

  /** Runs that wrote data. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [3] })
  runs!: number;

  /** Files written. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1204] })
  files!: number;

  /** Bytes written. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  bytes!: number;
}

/** Data written to one pool within the time range. The pool itself shows how full it is. */
export class PoolStatistics {
  /**
   * Name of the pool.
   * @example 'Default'
   */
  pool!: string;

  /**
   * Director of the pool.
   * @example 'embedded'
   */
  director!: string;

  /** Bytes written within the time range. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  bytes!: number;

  /** Bytes written in the preceding range of the same length. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [83886080] })
  bytesBefore!: number;

  /** Relative change from that value, negative if it decreased; null if nothing was written before. */
  @ApiProperty({ type: 'number', nullable: true, examples: [0.25] })
  growth!: number | null;

  /** Days on which data was written, oldest first. */
  @ApiProperty({ type: () => [PoolDay] })
  days!: PoolDay[];
}
