import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsString, Length, Max, Min } from 'class-validator';
import { MayBeAbsent } from '../platform/http/query.decorators.js';

/** Which place in a changer, and which of its drives. */
export class DeviceBody {
  /** Place in the changer; without it 0, which means what is loaded. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100_000, required: false, examples: [3] })
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(100_000)
  slot?: number;

  /** The changer's drive, from 0. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100_000, required: false, examples: [0] })
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(100_000)
  drive?: number;

  /**
   * Name of the Director; without it the default one.
   * @example 'embedded'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  director?: string;
}

/** A new volume. */
export class LabelBody extends DeviceBody {
  /**
   * Its name: letters, digits and -_.: beginning with a letter or digit.
   * @example 'Monthly-0001'
   */
  @IsString()
  @Length(1, 127)
  volume!: string;

  /**
   * The pool that it belongs to from now on.
   * @example 'Default'
   */
  @IsString()
  @Length(1, 127)
  pool!: string;

  /**
   * Where it is made.
   * @example 'Local'
   */
  @IsString()
  @Length(1, 127)
  storage!: string;
}

/** Where to go on from a new volume. */
export class LabelledVolumeLinks {
  /**
   * The volume itself.
   * @example '/api/v1/storage-media/volumes/Monthly-0001?director=embedded'
   */
  self!: string;
}

/** A volume that was made. */
export class LabelledVolume {
  /**
   * Its name.
   * @example 'Monthly-0001'
   */
  volume!: string;

  /**
   * The Director that has it.
   * @example 'embedded'
   */
  director!: string;

  /**
   * Its pool.
   * @example 'Default'
   */
  pool!: string;

  /**
   * Where it was made.
   * @example 'Local'
   */
  storage!: string;

  /**
   * What the Director said of it.
   * @example '3000 OK label. VolBytes=228 VolABytes=0 VolType=1 UseProtect=0 Volume="Monthly-0001" Device="File1"'
   */
  words!: string;

  /** Where to go on from here. */
  links!: LabelledVolumeLinks;
}

/** A device that was told something. */
export class DeviceAnswer {
  /**
   * Its name.
   * @example 'Tape-Drive0'
   */
  device!: string;

  /**
   * The storage that it is part of.
   * @example 'Tapes'
   */
  storage!: string;

  /** Its number among the changer's drives. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  drive!: number;

  /**
   * The Director that has it.
   * @example 'embedded'
   */
  director!: string;

  /**
   * What the Director said of it.
   * @example '3001 Mounted Volume: Monthly-0001'
   */
  words!: string;
}
