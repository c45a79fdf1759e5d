import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { type VolumeSort, volumeSorts } from '../../domain/volumes.js';
import { DirectorPageQuery } from '../../http/page.dto.js';
import { QueryWords } from '../../http/query.decorators.js';
import { RunRecord } from '../runs/run-record.dto.js';

export class VolumesQuery extends DirectorPageQuery {
  /** Return only the volume with exactly this name. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['Default-0001'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  name?: string;

  /** Return only volumes whose name contains this text, ignoring case. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['default'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  q?: string;

  /** Return only volumes of these pools, separated by commas. */
  @QueryWords()
  pool?: string[];

  /** Return only volumes last written at this storage. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['Local'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  storage?: string;

  /** Return only volumes with these statuses of the Director, separated by commas, ignoring case. */
  @QueryWords()
  status?: string[];

  /** Return only volumes of this media type. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['File'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  mediaType?: string;

  /** Sort key. `name`; `lastWritten`: newest first; `expires`: soonest first, never last; `bytes`: largest first. */
  @ApiProperty({ enum: volumeSorts, enumName: 'VolumeSort', required: false, default: 'name' })
  @IsOptional()
  @IsIn(volumeSorts)
  sort: VolumeSort = 'name';
}

/** Links of a volume. */
export class VolumeLinks {
  /**
   * The volume.
   * @example '/api/v1/storage-media/volumes/Default-0001?director=embedded'
   */
  self!: string;

  /**
   * Runs on the volume.
   * @example '/api/v1/storage-media/volumes/Default-0001/runs?director=embedded'
   */
  runs!: string;

  /** Pool of the volume. */
  @ApiProperty({
    type: 'string',
    nullable: true,
    examples: ['/api/v1/storage-media/pools?name=Default&director=embedded'],
  })
  pool!: string | null;

  /** Storage at which it was last written. */
  @ApiProperty({
    type: 'string',
    nullable: true,
    examples: ['/api/v1/storage-media/storages?name=Local&director=embedded'],
  })
  storage!: string | null;
}

/** Volume: a tape, or a file used as one, as recorded in the catalog. */
export class VolumeRecord {
  /**
   * Name, unique within the Director.
   * @example 'Default-0001'
   */
  volume!: string;

  /**
   * Director whose catalog contains the volume.
   * @example 'embedded'
   */
  director!: string;

  /** Pool of the volume. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Default'] })
  pool!: string | null;

  /** Storage at which it was last written. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Local'] })
  storage!: string | null;

  /**
   * Media type of the volume.
   * @example 'File'
   */
  mediaType!: string;

  /**
   * Status, as the Director names it: Append, Full, Used, Recycle, Purged, Error and others.
   * @example 'Append'
   */
  status!: string;

  /** Whether the volume is enabled. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  enabled!: boolean;

  /** Bytes on the volume. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  bytes!: number;

  /** Maximum size in bytes; null for no limit. */
  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, examples: [1073741824] })
  maxBytes!: number | null;

  /** Number of files on the medium: tape marks, or 4 GiB parts of a volume on disk. Not the number of backed-up files. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  files!: number;

  /** Runs on the volume since it was last recycled. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [4] })
  jobs!: number;

  /** Number of times it was mounted. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [4] })
  mounts!: number;

  /** Number of errors on it. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  errors!: number;

  /** When the volume was labeled. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-01T09:00:00.000Z'] })
  labeledAt!: Date | null;

  /** When it was first written. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-01T21:00:00.000Z'] })
  firstWrittenAt!: Date | null;

  /** When it was last written. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  lastWrittenAt!: Date | null;

  /** Retention after the last write, in seconds; null for unlimited retention. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [5184000] })
  retentionSeconds!: number | null;

  /**
   * When the retention ends; null for never, or if nothing was written yet. `recycle` and the pool decide what happens
   * then.
   */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2027-01-19T21:04:05.000Z'] })
  expiresAt!: Date | null;

  /** Whether the volume may be recycled after its retention. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  recycle!: boolean;

  /** Number of times it was recycled. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  recycleCount!: number;

  /** Slot in the autochanger; null if there is none. */
  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, examples: [null] })
  slot!: number | null;

  /** Whether it is in the autochanger. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  inChanger!: boolean;

  /** Seconds spent reading it, if its storage counts them. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  readSeconds!: number;

  /** Seconds spent writing it, if its storage counts them. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  writeSeconds!: number;

  /** Related resources. */
  links!: VolumeLinks;
}

/** Run on a volume. */
export class VolumeRunRecord extends RunRecord {
  /** Bytes of the run on this volume; 0 if the catalog does not record it, as for Bacula tapes. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  bytesOnVolume!: number;
}
