import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsInt, IsString, Length, Max, Min } from 'class-validator';
import { MayBeAbsent } from '../../http/query.decorators.js';

const mostSlots = 1_000;

/** Slot and drive of an autochanger. */
export class DeviceBody {
  /** Slot of the autochanger. Default: 0, the loaded volume. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100_000, required: false, examples: [3] })
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(100_000)
  slot?: number;

  /** Drive of the autochanger, from 0. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100_000, required: false, examples: [0] })
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(100_000)
  drive?: number;

  /**
   * Name of the Director. Default: the default Director.
   * @example 'embedded'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  director?: string;
}

/** Slots of an autochanger. */
export class SlotsBody {
  /** Slots of the autochanger. Default: all. */
  @ApiProperty({
    type: 'array',
    items: { type: 'integer', minimum: 1, maximum: 100_000 },
    minItems: 1,
    maxItems: mostSlots,
    uniqueItems: true,
    required: false,
    examples: [[1, 2, 3]],
  })
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(mostSlots)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(100_000, { each: true })
  slots?: number[];
}

/** Slots and drive of an autochanger. */
export class SlotsOfDriveBody extends SlotsBody {
  /** Drive of the autochanger, from 0. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100_000, required: false, examples: [0] })
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(100_000)
  drive?: number;
}

/** Which media to label by their barcodes. */
export class LabelBarcodesBody extends SlotsOfDriveBody {
  /**
   * Pool of the new volumes.
   * @example 'Scratch'
   */
  @IsString()
  @Length(1, 127)
  pool!: string;
}

/** Result of a command about an autochanger. */
export class ChangerAnswer {
  /**
   * Name of the storage.
   * @example 'Tapes'
   */
  storage!: string;

  /**
   * Director of the storage.
   * @example 'main'
   */
  director!: string;

  /**
   * Message of the Director, with the result for each slot.
   * @example 'Catalog record for Volume "TAPE001", Slot 1 successfully created.'
   */
  words!: string;
}

/** Result of a device command. */
export class DeviceAnswer {
  /**
   * Name of the device.
   * @example 'Tape-Drive0'
   */
  device!: string;

  /**
   * Storage of the device.
   * @example 'Tapes'
   */
  storage!: string;

  /** Drive number of the device in its autochanger. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  drive!: number;

  /**
   * Director of the device.
   * @example 'embedded'
   */
  director!: string;

  /**
   * Message of the Director.
   * @example '3001 Mounted Volume: Monthly-0001'
   */
  words!: string;
}
