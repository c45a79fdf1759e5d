import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { type ForecastGap, forecastGaps, type ForecastState, forecastStates } from '../domain/pool-forecast.js';
import { type RoomLimit, roomLimits } from '../domain/pool-room.js';
import { DirectorPageQuery } from '../platform/http/page.dto.js';

export class PoolsQuery extends DirectorPageQuery {
  /** Only the pool of exactly this name. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['Default'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  name?: string;
}

/** Volumes of a pool that stand alike. */
export class VolumesOfStatus {
  /**
   * The Director's word.
   * @example 'Full'
   */
  status!: string;

  /** How many. */
  @ApiProperty({ type: 'integer', minimum: 1, examples: [12] })
  volumes!: number;

  /** Bytes on them. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [12884901888] })
  bytes!: number;
}

/** When a pool is expected to be full, if it goes on as in the days before. */
export class PoolForecast {
  /** `steady`: not within ten years; `full`: there is no room now; `unknown`: see `gap`. */
  @ApiProperty({ enum: forecastStates, enumName: 'ForecastState', examples: ['fills'] })
  state!: ForecastState;

  /** Why nothing can be told: less than seven days of backups on record, or nobody knows how much fits. */
  @ApiProperty({ enum: forecastGaps, enumName: 'ForecastGap', nullable: true, examples: [null] })
  gap!: ForecastGap | null;

  /** With the confidence below not full before; null: not within ten years, or unknown. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2027-02-11T00:00:00.000Z'] })
  earliest!: Date | null;

  /** Expected to be full on this day; null: not within ten years, or unknown. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2027-03-02T00:00:00.000Z'] })
  expected!: Date | null;

  /** With the confidence below full by then; null: not within ten years, or unknown. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2027-03-30T00:00:00.000Z'] })
  latest!: Date | null;

  /** How probable it is that it is full between `earliest` and `latest`; null without a forecast. */
  @ApiProperty({ type: 'number', minimum: 0, maximum: 1, nullable: true, examples: [0.8] })
  confidence!: number | null;

  /** Whole days that it was made from, 90 at most. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 90, examples: [90] })
  days!: number;

  /** Written on volumes of the pool on an average day. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [1073741824] })
  bytesPerDay!: number | null;

  /** How far days stray from that: their standard deviation. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [268435456] })
  spreadBytesPerDay!: number | null;
}

/** Where to go on from a pool. */
export class PoolLinks {
  /**
   * The pool itself.
   * @example '/api/v1/storage-media/pools?name=Default&director=embedded'
   */
  self!: string;

  /**
   * Its volumes.
   * @example '/api/v1/storage-media/volumes?pool=Default&director=embedded'
   */
  volumes!: string;

  /**
   * Runs into it, newest first.
   * @example '/api/v1/operations/runs?pool=Default&director=embedded'
   */
  runs!: string;

  /**
   * The Director that knows it.
   * @example '/api/v1/directors/embedded'
   */
  director!: string;
}

/** Volumes that are used alike. */
export class PoolRecord {
  /**
   * Its name, unique at its Director.
   * @example 'Default'
   */
  pool!: string;

  /**
   * The Director that knows it.
   * @example 'embedded'
   */
  director!: string;

  /**
   * What it is for: Backup, Scratch and others.
   * @example 'Backup'
   */
  type!: string;

  /** How many volumes it has. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [13] })
  volumes!: number;

  /** The same by status. */
  volumesByStatus!: VolumesOfStatus[];

  /** Bytes on volumes that are not free to be written anew. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [12884901888] })
  usedBytes!: number;

  /** The most it can hold; null: no limit is known. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [55834574848] })
  capacityBytes!: number | null;

  /** What can still be written as things stand; null: no limit is known. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [42949672960] })
  remainingBytes!: number | null;

  /** The nearest limit: number and size of its volumes, its own size, or free space of the disk that its volumes lie on. */
  @ApiProperty({ enum: roomLimits, enumName: 'RoomLimit', nullable: true, examples: ['disk'] })
  limitedBy!: RoomLimit | null;

  /** The most volumes it may have; null: no limit. */
  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, examples: [100] })
  maxVolumes!: number | null;

  /** The most bytes a volume may have; null: no limit. */
  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, examples: [1073741824] })
  maxVolumeBytes!: number | null;

  /** The most bytes it may have; null: no limit. */
  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, examples: [null] })
  maxPoolBytes!: number | null;

  /** How long new volumes of it keep what lies on them after the last write; null: for good. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [5184000] })
  retentionSeconds!: number | null;

  /** Whether its volumes are written anew after that. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  recycle!: boolean;

  /** Whether the Director sees to that by itself. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  autoPrune!: boolean;

  /** How the Director names new volumes; null: it makes none by itself. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Default-'] })
  labelFormat!: string | null;

  /** Where copies and migrated runs go. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  nextPool!: string | null;

  /** Where it takes volumes from when it has none. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  scratchPool!: string | null;

  /** Where its volumes go when they are free again. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  recyclePool!: string | null;

  /**
   * Storages that its volumes were written at.
   * @example ['Local']
   */
  storages!: string[];

  /** When it is expected to be full. */
  forecast!: PoolForecast;

  /** Where to go on from here. */
  links!: PoolLinks;
}
