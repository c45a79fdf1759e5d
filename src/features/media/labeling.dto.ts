import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsString, Length, Max, Min } from 'class-validator';
import { MayBeAbsent } from '../../http/query.decorators.js';
import { DeviceBody } from './device-commands.dto.js';
import { ConfirmBody } from './volume-purge.dto.js';

/** New volume. */
export class LabelBody extends DeviceBody {
  /**
   * Name of the volume: letters, digits and -_.: starting with a letter or digit.
   * @example 'Monthly-0001'
   */
  @IsString()
  @Length(1, 127)
  volume!: string;

  /**
   * Pool of the volume.
   * @example 'Default'
   */
  @IsString()
  @Length(1, 127)
  pool!: string;

  /**
   * Storage of the volume.
   * @example 'Local'
   */
  @IsString()
  @Length(1, 127)
  storage!: string;
}

/** New label of a volume, and its confirmation. */
export class RelabelBody extends ConfirmBody {
  /**
   * New name of the volume: letters, digits and -_.: starting with a letter or digit.
   * @example 'Monthly-0002'
   */
  @IsString()
  @Length(1, 127)
  newName!: string;

  /**
   * Pool of the volume afterwards. Default: its pool.
   * @example 'Monthly'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  pool?: string;

  /**
   * Storage that writes the label. Default: the storage at which the volume was last written.
   * @example 'Tapes'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  storage?: string;

  /** Slot of the autochanger. Default: the slot of the volume. */
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
}

/** Links of a new volume. */
export class LabeledVolumeLinks {
  /**
   * The volume.
   * @example '/api/v1/storage-media/volumes/Monthly-0001?director=embedded'
   */
  self!: string;
}

/** Volume that was created. */
export class LabeledVolume {
  /**
   * Name of the volume.
   * @example 'Monthly-0001'
   */
  volume!: string;

  /**
   * Director of the volume.
   * @example 'embedded'
   */
  director!: string;

  /**
   * Pool of the volume.
   * @example 'Default'
   */
  pool!: string;

  /**
   * Storage of the volume.
   * @example 'Local'
   */
  storage!: string;

  /**
   * Message of the Director.
   * @example '3000 OK label. VolBytes=228 VolABytes=0 VolType=1 UseProtect=0 Volume="Monthly-0001" Device="File1"'
   */
  words!: string;

  /** Related resources. */
  links!: LabeledVolumeLinks;
}
