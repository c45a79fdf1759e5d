import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { type VolumeSort, volumeSorts } from '../domain/volumes.js';
import { DirectorPageQuery } from '../platform/http/page.dto.js';
import { QueryWords } from '../platform/http/query.decorators.js';
import { RunRecord } from '../runs/run-record.dto.js';

export class VolumesQuery extends DirectorPageQuery {
  /** Only the volume of exactly this name. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['Default-0001'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  name?: string;

  /** Only volumes whose name holds this, in any letter case. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['default'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  q?: string;

  /** Only volumes of these pools, parted by commas. */
  @QueryWords()
  pool?: string[];

  /** Only volumes that were last written at this storage. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['Local'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  storage?: string;

  /** Only volumes that stand like this, parted by commas: the Director's words, in any letter case. */
  @QueryWords()
  status?: string[];

  /** Only volumes of this media type. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['File'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  mediaType?: string;

  /** By name; `lastWritten`: the newest first; `expires`: the soonest first, never last; `bytes`: the largest first. */
  @ApiProperty({ enum: volumeSorts, enumName: 'VolumeSort', required: false, default: 'name' })
  @IsOptional()
  @IsIn(volumeSorts)
  sort: VolumeSort = 'name';
}

/** Where to go on from a volume. */
export class VolumeLinks {
  /**
   * The volume itself.
   * @example '/api/v1/storage-media/volumes/Default-0001?director=embedded'
   */
  self!: string;

  /**
   * The runs that lie on it.
   * @example '/api/v1/storage-media/volumes/Default-0001/runs?director=embedded'
   */
  runs!: string;

  /** Its pool. */
  @ApiProperty({
    type: 'string',
    nullable: true,
    examples: ['/api/v1/storage-media/pools?name=Default&director=embedded'],
  })
  pool!: string | null;

  /** The storage that it was last written at. */
  @ApiProperty({
    type: 'string',
    nullable: true,
    examples: ['/api/v1/storage-media/storages?name=Local&director=embedded'],
  })
  storage!: string | null;
}

/** A tape, or a file that stands for one, as the catalog has it. */
export class VolumeRecord {
  /**
   * Its name, unique at its Director.
   * @example 'Default-0001'
   */
  volume!: string;

  /**
   * The Director whose catalog has it.
   * @example 'embedded'
   */
  director!: string;

  /** The pool that it belongs to. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Default'] })
  pool!: string | null;

  /** The storage that it was last written at. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Local'] })
  storage!: string | null;

  /**
   * What sort of device takes it.
   * @example 'File'
   */
  mediaType!: string;

  /**
   * The Director's word: Append, Full, Used, Recycle, Purged, Error and others.
   * @example 'Append'
   */
  status!: string;

  /** Whether the Director uses it. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  enabled!: boolean;

  /** Bytes written on it. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  bytes!: number;

  /** The most that may be written on it; null: no limit. */
  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, examples: [1073741824] })
  maxBytes!: number | null;

  /** Files of the medium: tape marks, or parts of 4 GiB of a volume on disk. Not the files that were backed up. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  files!: number;

  /** Runs written on it since it was last begun anew. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [4] })
  jobs!: number;

  /** How often it was mounted. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [4] })
  mounts!: number;

  /** Errors met on it. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  errors!: number;

  /** When its label was written. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-01T09:00:00.000Z'] })
  labeledAt!: Date | null;

  /** When it was first written on. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-01T21:00:00.000Z'] })
  firstWrittenAt!: Date | null;

  /** When it was last written on. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  lastWrittenAt!: Date | null;

  /** How long what lies on it is kept after the last write; null: for good. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [5184000] })
  retentionSeconds!: number | null;

  /** When that is over; null: never, or nothing was written yet. What becomes of it then, `recycle` and the pool decide. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2027-01-19T21:04:05.000Z'] })
  expiresAt!: Date | null;

  /** Whether it may be written anew then. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  recycle!: boolean;

  /** How often it was. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  recycleCount!: number;

  /** Its place in the changer; null: none. */
  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, examples: [null] })
  slot!: number | null;

  /** Whether it is in the changer. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  inChanger!: boolean;

  /** Spent on reading from it, as far as its storage counts that. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  readSeconds!: number;

  /** Spent on writing to it, as far as its storage counts that. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  writeSeconds!: number;

  /** Where to go on from here. */
  links!: VolumeLinks;
}

/** A run that lies on a volume. */
export class VolumeRunRecord extends RunRecord {
  /** Bytes of it on this volume; 0 where the catalog cannot tell, as for tapes of Bacula. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  bytesOnVolume!: number;
}
