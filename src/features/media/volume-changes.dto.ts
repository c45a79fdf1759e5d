import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsString, Length, Max, Min } from 'class-validator';
import { longestRetentionSeconds } from '../../domain/media-commands.js';
import { MayBeAbsent } from '../../http/query.decorators.js';

/** Changes to a volume. Omitted members keep their value. */
export class ChangeVolumeBody {
  /**
   * Status of the Director, such as `Append`, `Used`, `Full` or `Archive`; never `Purged`.
   * @example 'Used'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 20)
  status?: string;

  /**
   * Pool to move the volume to.
   * @example 'Default'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  pool?: string;

  /**
   * Retention after the last write, in seconds. Reducing it requires `media:destroy`. With 0, the embedded Director keeps the volume
   * permanently; on Bacula and Bareos the retention then expires immediately.
   */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: longestRetentionSeconds, required: false, examples: [5184000] })
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(longestRetentionSeconds)
  retentionSeconds?: number;

  /** Whether the volume may be recycled when none of its backups is retained. */
  @MayBeAbsent()
  @IsBoolean()
  recycle?: boolean;

  /** Whether the Director may write to the volume. */
  @MayBeAbsent()
  @IsBoolean()
  enabled?: boolean;
}
