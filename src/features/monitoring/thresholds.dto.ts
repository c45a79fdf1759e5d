import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { thresholdBounds } from '../../domain/silence.js';
import { MayBeAbsent } from '../../http/query.decorators.js';

const { leastSeconds: minimum, mostSeconds: maximum } = thresholdBounds;

/** Age of the last good backup at which a client counts as overdue, unless it has its own thresholds. */
export class GlobalThresholds {
  /** Age in seconds above which the status is `warn`. */
  @ApiProperty({ type: 'integer', minimum, maximum, examples: [129600] })
  warnSeconds!: number;

  /** Age in seconds above which the status is `crit`. Greater than `warnSeconds`. */
  @ApiProperty({ type: 'integer', minimum, maximum, examples: [259200] })
  critSeconds!: number;

  /** When they last changed; null if never. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  updatedAt!: Date | null;
}

/** Changes to the thresholds. Omitted members keep their value. */
export class ChangeThresholdsBody {
  /** Age in seconds above which the status is `warn`. */
  @ApiProperty({ type: 'integer', minimum, maximum, required: false, examples: [129600] })
  @MayBeAbsent()
  @IsInt()
  @Min(minimum)
  @Max(maximum)
  warnSeconds?: number;

  /** Age in seconds above which the status is `crit`. Greater than `warnSeconds`. */
  @ApiProperty({ type: 'integer', minimum, maximum, required: false, examples: [259200] })
  @MayBeAbsent()
  @IsInt()
  @Min(minimum)
  @Max(maximum)
  critSeconds?: number;
}
