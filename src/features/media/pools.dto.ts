import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { type ForecastGap, forecastGaps, type ForecastState, forecastStates } from './pool-forecast.js';
import { type CapacityLimit, roomLimits } from './pool-capacity.js';
import { DirectorPageQuery } from '../../http/page.dto.js';

export class PoolsQuery extends DirectorPageQuery {
  /** Return only the pool with exactly this name. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['Default'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  name?: string;
}

/** Volumes of a pool with the same status. */
export class VolumesOfStatus {
  /**
   * Status, as the Director names it.
   * @example 'Full'
   */
  status!: string;

  /** Number of volumes. */
  @ApiProperty({ type: 'integer', minimum: 1, examples: [12] })
  volumes!: number;

  /** Bytes on these volumes. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [12884901888] })
  bytes!: number;
}

/** Runs that a pool of the embedded Director keeps beyond its retention. A rule that is null keeps none. */
export class KeepRulesRecord {
  /** Number of newest runs of each job. */
  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, examples: [3] })
  last!: number | null;

  /** Number of newest days with a run, of which the newest run is kept. */
  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, examples: [14] })
  daily!: number | null;

  /** Number of newest ISO weeks with a run, of which the newest run is kept. */
  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, examples: [8] })
  weekly!: number | null;

  /** Number of newest months with a run, of which the newest run is kept. */
  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, examples: [12] })
  monthly!: number | null;

  /** Number of newest years with a run, of which the newest run is kept. */
  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, examples: [null] })
  yearly!: number | null;
}

/** Forecast of when a pool will be full, based on its previous days. */
export class PoolForecast {
  /** `steady`: not within `horizonDays`. `full`: no space left. `unknown`: see `gap`. */
  @ApiProperty({ enum: forecastStates, enumName: 'ForecastState', examples: ['fills'] })
  state!: ForecastState;

  /** Why there is no forecast: less than seven days of backups, an unknown capacity, or keep rules that decide when space is freed. */
  @ApiProperty({ enum: forecastGaps, enumName: 'ForecastGap', nullable: true, examples: [null] })
  gap!: ForecastGap | null;

  /** Earliest date at the confidence below; null if it is beyond `horizonDays` or unknown. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2027-02-11T00:00:00.000Z'] })
  earliest!: Date | null;

  /** Expected date; null if it is beyond `horizonDays` or unknown. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2027-03-02T00:00:00.000Z'] })
  expected!: Date | null;

  /** Latest date at the confidence below; null if it is beyond `horizonDays` or unknown. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2027-03-30T00:00:00.000Z'] })
  latest!: Date | null;

  /** Probability that the pool becomes full between `earliest` and `latest`; null without a forecast. */
  @ApiProperty({ type: 'number', minimum: 0, maximum: 1, nullable: true, examples: [0.8] })
  confidence!: number | null;

  /** Number of whole days that the forecast is based on, at most 90. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 90, examples: [90] })
  days!: number;

  /** Number of days that the forecast covers: four for each day of history; 0 with less than seven days. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 360, examples: [360] })
  horizonDays!: number;

  /** Average bytes written per day. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [1073741824] })
  bytesPerDay!: number | null;

  /** Standard deviation of the bytes written per day. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [268435456] })
  stddevBytesPerDay!: number | null;
}

/** Links of a pool. */
export class PoolLinks {
  /**
   * The pool.
   * @example '/api/v1/storage-media/pools?name=Default&director=embedded'
   */
  self!: string;

  /**
   * Volumes of the pool.
   * @example '/api/v1/storage-media/volumes?pool=Default&director=embedded'
   */
  volumes!: string;

  /**
   * Runs that write to the pool, newest first.
   * @example '/api/v1/operations/runs?pool=Default&director=embedded'
   */
  runs!: string;

  /**
   * Director of the pool.
   * @example '/api/v1/directors/embedded'
   */
  director!: string;
}

/** Pool: a group of volumes with the same settings. */
export class PoolRecord {
  /**
   * Name, unique within the Director.
   * @example 'Default'
   */
  pool!: string;

  /**
   * Director of the pool.
   * @example 'embedded'
   */
  director!: string;

  /**
   * Type of the pool: Backup, Scratch and others.
   * @example 'Backup'
   */
  type!: string;

  /** Number of volumes. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [13] })
  volumes!: number;

  /** Number of volumes by status. */
  volumesByStatus!: VolumesOfStatus[];

  /** Bytes on volumes that cannot be recycled now. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [12884901888] })
  usedBytes!: number;

  /** Maximum capacity in bytes; null if there is no known limit. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [55834574848] })
  capacityBytes!: number | null;

  /** Bytes that can still be written; null if there is no known limit. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [42949672960] })
  remainingBytes!: number | null;

  /**
   * Limit that is reached first: number and size of its volumes, maximum size of the pool, or free space on the disk of
   * its volumes.
   */
  @ApiProperty({ enum: roomLimits, enumName: 'RoomLimit', nullable: true, examples: ['disk'] })
  limitedBy!: CapacityLimit | null;

  /** Maximum number of volumes; null for no limit. */
  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, examples: [100] })
  maxVolumes!: number | null;

  /** Maximum size of a volume in bytes; null for no limit. */
  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, examples: [1073741824] })
  maxVolumeBytes!: number | null;

  /** Maximum size of the pool in bytes; null for no limit. */
  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, examples: [null] })
  maxPoolBytes!: number | null;

  /** Retention of new volumes after the last write, in seconds; null for unlimited retention. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [5184000] })
  retentionSeconds!: number | null;

  /** Keep rules; null if the pool has none. */
  @ApiProperty({ type: () => KeepRulesRecord, nullable: true })
  keep!: KeepRulesRecord | null;

  /** Whether volumes are recycled after their retention. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  recycle!: boolean;

  /** Whether the Director prunes expired volumes automatically. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  autoPrune!: boolean;

  /** Name format of new volumes; null if the Director does not create volumes automatically. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Default-'] })
  labelFormat!: string | null;

  /** Pool for copies and migrated runs. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  nextPool!: string | null;

  /** Pool from which it takes volumes if it has none. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  scratchPool!: string | null;

  /** Pool to which its recycled volumes are moved. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  recyclePool!: string | null;

  /**
   * Storages to which its volumes were written.
   * @example ['Local']
   */
  storages!: string[];

  /** Forecast of when the pool will be full. */
  forecast!: PoolForecast;

  /** Related resources. */
  links!: PoolLinks;
}
