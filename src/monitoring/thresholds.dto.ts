import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { thresholdBounds } from '../domain/silence-thresholds.js';
import { MayBeAbsent } from '../platform/http/query.decorators.js';

const { leastSeconds: minimum, mostSeconds: maximum } = thresholdBounds;

/** From when on a client without a good backup counts as silent, where it has no thresholds of its own. */
export class GlobalThresholds {
  /** Longer than this is `warn`. */
  @ApiProperty({ type: 'integer', minimum, maximum, examples: [129600] })
  warnSeconds!: number;

  /** Longer than this is `crit`; more than `warnSeconds`. */
  @ApiProperty({ type: 'integer', minimum, maximum, examples: [259200] })
  critSeconds!: number;

  /** When they last changed; null: never. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  updatedAt!: Date | null;
}

/** What is left out stays. */
export class ChangeThresholdsBody {
  /** Longer than this is `warn`. */
  @ApiProperty({ type: 'integer', minimum, maximum, required: false, examples: [129600] })
  @MayBeAbsent()
  @IsInt()
  @Min(minimum)
  @Max(maximum)
  warnSeconds?: number;

  /** Longer than this is `crit`; more than `warnSeconds`. */
  @ApiProperty({ type: 'integer', minimum, maximum, required: false, examples: [259200] })
  @MayBeAbsent()
  @IsInt()
  @Min(minimum)
  @Max(maximum)
  critSeconds?: number;
}
