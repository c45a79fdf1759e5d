import { ApiProperty } from '@nestjs/swagger';
import { type JsonList } from '../../platform/http/json-list.js';

/** What was written into a pool on one day. */
export class PoolDay {
  /** The day, in UTC. */
  @ApiProperty({ type: 'string', format: 'date', examples: ['2026-11-20'] })
  day!: string;

  /** Runs that wrote. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [3] })
  runs!: number;

  /** Files that they wrote. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1204] })
  files!: number;

  /** Bytes that they wrote. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  bytes!: number;
}

/** What was written into one pool within the span. How full it is, the pool itself tells. */
export class PoolStatistics {
  /**
   * The pool.
   * @example 'Default'
   */
  pool!: string;

  /**
   * Its Director.
   * @example 'embedded'
   */
  director!: string;

  /** Bytes written within the span. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  bytes!: number;

  /** Bytes written in as many days right before. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [83886080] })
  bytesBefore!: number;

  /** By which part that is more, negative where it is less; null where there were none before. */
  @ApiProperty({ type: 'number', nullable: true, examples: [0.25] })
  growth!: number | null;

  /** The days on which something was written, oldest first. */
  @ApiProperty({ type: () => [PoolDay] })
  days!: JsonList<PoolDay>;
}
