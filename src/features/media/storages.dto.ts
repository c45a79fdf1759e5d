import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { type DeviceStatus, deviceStatuses } from '../../domain/storages.js';
import { DirectorPageQuery } from '../../http/page.dto.js';
import { QueryWords } from '../../http/query.decorators.js';

const slotKinds = ['slot', 'drive', 'exchange'] as const;

export class StoragesQuery extends DirectorPageQuery {
  /** Return only the storage with exactly this name. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['Local'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  name?: string;
}

export class DevicesQuery extends DirectorPageQuery {
  /** Return only devices with exactly this name. Several storages may have devices with the same name. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['Local'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  name?: string;

  /** Return only devices of this storage. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['Local'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  storage?: string;

  /** Return only devices with these statuses, separated by commas. */
  @QueryWords(deviceStatuses)
  status?: DeviceStatus[];
}

/** Links of a storage. */
export class StorageLinks {
  /**
   * Devices of the storage.
   * @example '/api/v1/storage-media/devices?storage=Local&director=embedded'
   */
  devices!: string;

  /**
   * Slots of its autochanger; an empty list if the storage is not an autochanger.
   * @example '/api/v1/storage-media/storages/Local/slots?director=embedded'
   */
  slots!: string;

  /**
   * Volumes last written at the storage.
   * @example '/api/v1/storage-media/volumes?storage=Local&director=embedded'
   */
  volumes!: string;

  /**
   * Director of the storage.
   * @example '/api/v1/directors/embedded'
   */
  director!: string;
}

/** Storage: the devices of a storage daemon as the Director knows them, or a folder. */
export class StorageRecord {
  /**
   * Name, unique within the Director.
   * @example 'Local'
   */
  storage!: string;

  /**
   * Director of the storage.
   * @example 'embedded'
   */
  director!: string;

  /** Media type of its volumes. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['File'] })
  mediaType!: string | null;

  /** Whether it is an autochanger. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  autochanger!: boolean;

  /** Address at which the Director reaches the storage, or its folder. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['127.0.0.1:9103'] })
  address!: string | null;

  /** Whether it answers now. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  answers!: boolean;

  /** Why it does not answer. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  error!: string | null;

  /**
   * Free bytes on its file system; null if it has none or does not report it. Storages on the same disk report the same
   * free space.
   */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [42949672960] })
  freeBytes!: number | null;

  /** Size of its file system in bytes. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [107374182400] })
  totalBytes!: number | null;

  /** Number of devices. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  devices!: number;

  /** Related resources. */
  links!: StorageLinks;
}

/** Links of a device. */
export class DeviceLinks {
  /**
   * Storage of the device.
   * @example '/api/v1/storage-media/storages?name=Local&director=embedded'
   */
  storage!: string;

  /** Volume in the device. */
  @ApiProperty({
    type: 'string',
    nullable: true,
    examples: ['/api/v1/storage-media/volumes/Default-0001?director=embedded'],
  })
  volume!: string | null;
}

/** Device: a drive, or a folder used as one. */
export class DeviceRecord {
  /**
   * Name, unique within the storage.
   * @example 'Local'
   */
  device!: string;

  /**
   * Storage of the device.
   * @example 'Local'
   */
  storage!: string;

  /**
   * Director of the device.
   * @example 'embedded'
   */
  director!: string;

  /** Media type of its volumes. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['File'] })
  mediaType!: string | null;

  /** Autochanger of the drive. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  autochanger!: string | null;

  /** Drive number in the autochanger, from 0. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [null] })
  drive!: number | null;

  /** `blocked`: a run is waiting for an operator. `unknown`: its storage does not answer. */
  @ApiProperty({ enum: deviceStatuses, enumName: 'DeviceStatus', examples: ['idle'] })
  status!: DeviceStatus;

  /** Why the device is blocked. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  waitsFor!: string | null;

  /** Volume in the device. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  volume!: string | null;

  /** Pool of that volume. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  pool!: string | null;

  /** Whether the device is enabled. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  enabled!: boolean;

  /** Free bytes on its file system; null if it has none or does not report it. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [42949672960] })
  freeBytes!: number | null;

  /** Size of its file system in bytes. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [107374182400] })
  totalBytes!: number | null;

  /** Why the status is unknown. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  error!: string | null;

  /** Related resources. */
  links!: DeviceLinks;
}

/** Slot of an autochanger. */
export class SlotRecord {
  /** Number of the slot among those of its kind. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  slot!: number;

  /** `drive`: a drive. `exchange`: an import/export slot. */
  @ApiProperty({ enum: slotKinds, enumName: 'SlotKind', examples: ['slot'] })
  kind!: (typeof slotKinds)[number];

  /** Volume in the slot, by its barcode; null if it is empty or has no readable barcode. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Tape-0001'] })
  volume!: string | null;

  /** Status of that volume in the catalog; null if the catalog has no volume with this name. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Full'] })
  status!: string | null;

  /** Pool of that volume. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Monthly'] })
  pool!: string | null;
}
