import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { type SilenceCause, silenceCauses, type SilenceStatus, silenceStatuses } from '../domain/silence.js';
import { type ThresholdBasis, thresholdBases, thresholdBounds } from '../domain/silence-thresholds.js';
import { DirectorPageQuery } from '../platform/http/page.dto.js';
import { InstantField, QueryFlag, QueryWords } from '../platform/http/query.decorators.js';

const { leastSeconds: minimum, mostSeconds: maximum } = thresholdBounds;
const sources = ['global', 'client', 'schedule'] as const;
const whereNotNull = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined && value !== null);

export class MonitoredClientsQuery extends DirectorPageQuery {
  /** Only clients of exactly this name. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['this-machine'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  name?: string;

  /** Only clients whose silence stands like this, parted by commas. */
  @QueryWords(silenceStatuses)
  status?: SilenceStatus[];

  /** Only clients whose watch is, or is not, paused. */
  @QueryFlag({ fallback: null })
  paused?: boolean;
}

/** The thresholds that hold for a client. */
export class ShownThresholds {
  /** Longer than this is `warn`. */
  @ApiProperty({ type: 'integer', minimum, maximum, examples: [129600] })
  warnSeconds!: number;

  /** Longer than this is `crit`. */
  @ApiProperty({ type: 'integer', minimum, maximum, examples: [259200] })
  critSeconds!: number;

  /** global: those of all clients; client: its own; schedule: made from its planned backups. */
  @ApiProperty({ enum: sources, examples: ['global'] })
  from!: (typeof sources)[number];
}

/** Where to go on from a client. */
export class MonitoredClientLinks {
  /**
   * The client itself.
   * @example '/api/v1/clients/this-machine?director=embedded'
   */
  client!: string;

  /**
   * Its runs, newest first.
   * @example '/api/v1/operations/runs?client=this-machine&director=embedded'
   */
  runs!: string;
}

/** A client as the silence monitor sees it, and what was set for it. */
export class MonitoredClient {
  /**
   * Its name, unique at its Director.
   * @example 'this-machine'
   */
  name!: string;

  /**
   * The Director that knows it.
   * @example 'embedded'
   */
  director!: string;

  /** Whether the Director uses it; one that it does not use is never silent. */
  enabled!: boolean;

  /** How its silence stands: what subscribers were last told, `ok` where nothing. */
  @ApiProperty({ enum: silenceStatuses, enumName: 'SilenceStatus', examples: ['ok'] })
  status!: SilenceStatus;

  /** Since when it stands so. */
  since!: Date;

  /** What made it so; null where it never was anything else. */
  @ApiProperty({ enum: silenceCauses, nullable: true, examples: ['backup'] })
  cause!: SilenceCause | null;

  /** End of the last good backup; null where there never was one. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  lastSuccessAt!: Date | null;

  /** When the client was first seen: without a good backup it is silent since then. */
  firstSeenAt!: Date;

  /** Since the last good backup, or since the client was first seen. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [39600] })
  ageSeconds!: number;

  /** Its own threshold of `warn`; null: the global one. */
  @ApiProperty({ type: 'integer', minimum, maximum, nullable: true, examples: [null] })
  warnSeconds!: number | null;

  /** Its own threshold of `crit`; null: the global one. */
  @ApiProperty({ type: 'integer', minimum, maximum, nullable: true, examples: [null] })
  critSeconds!: number | null;

  /** schedule: 1.5 and 3 times the time between its planned backups, where it has a schedule; fixed: seconds as set. */
  @ApiProperty({ enum: thresholdBases, examples: ['fixed'] })
  basis!: ThresholdBasis;

  /** The longest time between two of its planned backups; null: not asked for (`basis` fixed), or not known. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [null] })
  intervalSeconds!: number | null;

  /** Nobody is told of its silence before this time; null where it is not paused. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: [null] })
  pausedUntil!: Date | null;

  /** The thresholds that hold. */
  thresholds!: ShownThresholds;

  /** When what was set for it last changed; null: nothing was ever set. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: [null] })
  updatedAt!: Date | null;

  /** Where to go on from here. */
  links!: MonitoredClientLinks;
}

/** What is left out stays; null takes back what was set. */
export class ChangeMonitoredClientBody {
  /** Its own threshold of `warn`; null: the global one. */
  @ApiProperty({ type: 'integer', minimum, maximum, nullable: true, required: false, examples: [86400] })
  @whereNotNull()
  @IsInt()
  @Min(minimum)
  @Max(maximum)
  warnSeconds?: number | null;

  /** Its own threshold of `crit`; null: the global one. */
  @ApiProperty({ type: 'integer', minimum, maximum, nullable: true, required: false, examples: [172800] })
  @whereNotNull()
  @IsInt()
  @Min(minimum)
  @Max(maximum)
  critSeconds?: number | null;

  /** schedule: 1.5 and 3 times the time between its planned backups; null or fixed: seconds as set. */
  @ApiProperty({ enum: thresholdBases, nullable: true, required: false, examples: ['fixed'] })
  @whereNotNull()
  @IsIn(thresholdBases)
  basis?: ThresholdBasis | null;

  /** Tell nobody of its silence before this time, which lies ahead; null: go on telling. */
  @InstantField()
  @whereNotNull()
  pausedUntil?: Date | null;
}
