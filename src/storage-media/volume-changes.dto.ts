import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsString, Length, Max, Min } from 'class-validator';
import { MayBeAbsent } from '../platform/http/query.decorators.js';

const hundredYears = 100 * 366 * 86_400;

/** What becomes different of a volume; what is left out stays. */
export class ChangeVolumeBody {
  /**
   * One of the Director's words, such as `Append`, `Used`, `Full` or `Archive`; never `Purged`.
   * @example 'Used'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 20)
  status?: string;

  /**
   * Moves the volume into this pool.
   * @example 'Default'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  pool?: string;

  /** How long what lies on it is kept after the last write. Less than now needs `media:destroy`. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: hundredYears, required: false, examples: [5184000] })
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(hundredYears)
  retentionSeconds?: number;

  /** Whether it may be written anew when nothing that lies on it is kept any more. */
  @MayBeAbsent()
  @IsBoolean()
  recycle?: boolean;

  /** Whether the Director writes on it. */
  @MayBeAbsent()
  @IsBoolean()
  enabled?: boolean;
}
