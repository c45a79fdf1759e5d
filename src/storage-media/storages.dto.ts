import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { type DeviceStatus, deviceStatuses } from '../domain/storages.js';
import { DirectorPageQuery } from '../platform/http/page.dto.js';
import { QueryWords } from '../platform/http/query.decorators.js';

const slotKinds = ['slot', 'drive', 'exchange'] as const;

export class StoragesQuery extends DirectorPageQuery {
  /** Only the storage of exactly this name. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['Local'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  name?: string;
}

export class DevicesQuery extends DirectorPageQuery {
  /** Only devices of exactly this name: storages may have devices of the same name. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['Local'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  name?: string;

  /** Only devices of this storage. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['Local'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  storage?: string;

  /** Only devices that stand like this, parted by commas. */
  @QueryWords(deviceStatuses)
  status?: DeviceStatus[];
}

/** Where to go on from a storage. */
export class StorageLinks {
  /**
   * Its devices.
   * @example '/api/v1/storage-media/devices?storage=Local&director=embedded'
   */
  devices!: string;

  /**
   * The places of its changer; an empty list where it is none.
   * @example '/api/v1/storage-media/storages/Local/slots?director=embedded'
   */
  slots!: string;

  /**
   * Volumes that were last written there.
   * @example '/api/v1/storage-media/volumes?storage=Local&director=embedded'
   */
  volumes!: string;

  /**
   * The Director that knows it.
   * @example '/api/v1/directors/embedded'
   */
  director!: string;
}

/** Where volumes lie: a storage daemon's devices as the Director knows them, or a folder. */
export class StorageRecord {
  /**
   * Its name, unique at its Director.
   * @example 'Local'
   */
  storage!: string;

  /**
   * The Director that knows it.
   * @example 'embedded'
   */
  director!: string;

  /** What sort of volumes it takes. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['File'] })
  mediaType!: string | null;

  /** Whether it is a changer. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  autochanger!: boolean;

  /** Where the Director reaches it, or its folder. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['127.0.0.1:9103'] })
  address!: string | null;

  /** Whether it answers now. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  answers!: boolean;

  /** Why it does not. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  error!: string | null;

  /** Free on its file system; null: it has none, or does not tell. Storages on one disk tell the same free space. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [42949672960] })
  freeBytes!: number | null;

  /** Size of its file system. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [107374182400] })
  totalBytes!: number | null;

  /** How many devices it has. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  devices!: number;

  /** Where to go on from here. */
  links!: StorageLinks;
}

/** Where to go on from a device. */
export class DeviceLinks {
  /**
   * Its storage.
   * @example '/api/v1/storage-media/storages?name=Local&director=embedded'
   */
  storage!: string;

  /** The volume in it. */
  @ApiProperty({
    type: 'string',
    nullable: true,
    examples: ['/api/v1/storage-media/volumes/Default-0001?director=embedded'],
  })
  volume!: string | null;
}

/** A drive, or a folder that is one, as it stands now. */
export class DeviceRecord {
  /**
   * Its name, unique at its storage.
   * @example 'Local'
   */
  device!: string;

  /**
   * The storage that it belongs to.
   * @example 'Local'
   */
  storage!: string;

  /**
   * The Director that knows it.
   * @example 'embedded'
   */
  director!: string;

  /** What sort of volumes it takes. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['File'] })
  mediaType!: string | null;

  /** The changer that it is a drive of. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  autochanger!: string | null;

  /** Its number among the drives of the changer, from 0. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [null] })
  drive!: number | null;

  /** `blocked`: a run waits for somebody to serve it; `unknown`: its storage does not answer. */
  @ApiProperty({ enum: deviceStatuses, enumName: 'DeviceStatus', examples: ['idle'] })
  status!: DeviceStatus;

  /** What it is blocked for. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  waitsFor!: string | null;

  /** The volume in it. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  volume!: string | null;

  /** That volume's pool. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  pool!: string | null;

  /** Whether the storage uses it. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  enabled!: boolean;

  /** Free on its file system; null: it has none, or does not tell. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [42949672960] })
  freeBytes!: number | null;

  /** Size of its file system. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [107374182400] })
  totalBytes!: number | null;

  /** Why nothing is known of it. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  error!: string | null;

  /** Where to go on from here. */
  links!: DeviceLinks;
}

/** A place of a changer. */
export class SlotRecord {
  /** Its number among the places of its kind. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  slot!: number;

  /** `drive`: a drive; `exchange`: a place for taking volumes out and in. */
  @ApiProperty({ enum: slotKinds, enumName: 'SlotKind', examples: ['slot'] })
  kind!: (typeof slotKinds)[number];

  /** The volume in it, by its barcode; null: it is empty, or there is none to read. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Tape-0001'] })
  volume!: string | null;

  /** That volume's status in the catalog; null: the catalog has no volume of this name. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Full'] })
  status!: string | null;

  /** Its pool. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Monthly'] })
  pool!: string | null;
}
