import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { thresholdBounds } from '../domain/silence-thresholds.js';
import { MayBeAbsent } from '../platform/http/query.decorators.js';

const { leastSeconds: minimum, mostSeconds: maximum } = thresholdBounds;

/** Age of the last good backup at which a client counts as overdue, unless it has its own thresholds. */
export class GlobalThresholds {
  /** A higher age is `warn`, in seconds. */
  @ApiProperty({ type: 'integer', minimum, maximum, examples: [129600] })
  warnSeconds!: number;

  /** A higher age is `crit`, in seconds. Greater than `warnSeconds`. */
  @ApiProperty({ type: 'integer', minimum, maximum, examples: [259200] })
  critSeconds!: number;

  /** When they last changed; null if never. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  updatedAt!: Date | null;
}

/** Changes to the thresholds. Omitted members keep their value. */
export class ChangeThresholdsBody {
  /** A higher age is `warn`, in seconds. */
  @ApiProperty({ type: 'integer', minimum, maximum, required: false, examples: [129600] })
  @MayBeAbsent()
  @IsInt()
  @Min(minimum)
  @Max(maximum)
  warnSeconds?: number;

  /** A higher age is `crit`, in seconds. Greater than `warnSeconds`. */
  @ApiProperty({ type: 'integer', minimum, maximum, required: false, examples: [259200] })
  @MayBeAbsent()
  @IsInt()
  @Min(minimum)
  @Max(maximum)
  critSeconds?: number;
}
