import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import {
  type SilenceCause,
  silenceCauses,
  type SilenceStatus,
  silenceStatuses,
  type ThresholdBasis,
  thresholdBases,
  thresholdBounds,
} from '../../domain/silence.js';
import { DirectorPageQuery } from '../../http/page.dto.js';
import { InstantField, QueryFlag, QueryWords } from '../../http/query.decorators.js';

const { leastSeconds: minimum, mostSeconds: maximum } = thresholdBounds;
const sources = ['global', 'client', 'schedule'] as const;
const whereNotNull = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined && value !== null);

export class MonitoredClientsQuery extends DirectorPageQuery {
  /** Return only clients with exactly this name. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['this-machine'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  name?: string;

  /** Return only clients with these silence statuses, separated by commas. */
  @QueryWords(silenceStatuses)
  status?: SilenceStatus[];

  /** Return only clients whose alerts are muted, or only the others. */
  @QueryFlag({ fallback: null })
  paused?: boolean;
}

/** Effective thresholds of a client. */
export class ShownThresholds {
  /** Age in seconds above which the status is `warn`. */
  @ApiProperty({ type: 'integer', minimum, maximum, examples: [129600] })
  warnSeconds!: number;

  /** Age in seconds above which the status is `crit`. */
  @ApiProperty({ type: 'integer', minimum, maximum, examples: [259200] })
  critSeconds!: number;

  /**
   * Source of the thresholds. `global`: for all clients. `client`: set for this client. `schedule`: derived from its
   * scheduled backups.
   */
  @ApiProperty({ enum: sources, examples: ['global'] })
  from!: (typeof sources)[number];
}

/** Links of a client. */
export class MonitoredClientLinks {
  /**
   * The client.
   * @example '/api/v1/clients/this-machine?director=embedded'
   */
  client!: string;

  /**
   * Runs of the client, newest first.
   * @example '/api/v1/operations/runs?client=this-machine&director=embedded'
   */
  runs!: string;
}

/** Client with its silence and its settings for monitoring. */
export class MonitoredClient {
  /**
   * Name, unique within the Director.
   * @example 'this-machine'
   */
  name!: string;

  /**
   * Director of the client.
   * @example 'embedded'
   */
  director!: string;

  /** Whether the client is enabled at its Director. A disabled client is never overdue. */
  enabled!: boolean;

  /** Silence status as last reported to subscribers; `ok` if none was reported. */
  @ApiProperty({ enum: silenceStatuses, enumName: 'SilenceStatus', examples: ['ok'] })
  status!: SilenceStatus;

  /** Since when the client has this status. */
  since!: Date;

  /** What changed the status; null if it never changed. */
  @ApiProperty({ enum: silenceCauses, nullable: true, examples: ['backup'] })
  cause!: SilenceCause | null;

  /** End of the last good backup; null if there was none. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  lastSuccessAt!: Date | null;

  /** When the client was first seen. Its age starts here if it has no good backup. */
  firstSeenAt!: Date;

  /** Seconds since the last good backup, or since the client was first seen if it has none. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [39600] })
  ageSeconds!: number;

  /** Threshold of `warn` for this client, in seconds; null for the global one. */
  @ApiProperty({ type: 'integer', minimum, maximum, nullable: true, examples: [null] })
  warnSeconds!: number | null;

  /** Threshold of `crit` for this client, in seconds; null for the global one. */
  @ApiProperty({ type: 'integer', minimum, maximum, nullable: true, examples: [null] })
  critSeconds!: number | null;

  /**
   * `schedule`: 1.5 and 3 times the interval between its scheduled backups, if it has a schedule. `fixed`: seconds as
   * set.
   */
  @ApiProperty({ enum: thresholdBases, examples: ['fixed'] })
  basis!: ThresholdBasis;

  /**
   * Longest interval between two of its scheduled backups, in seconds; null if `basis` is `fixed` or the interval is
   * unknown.
   */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [null] })
  intervalSeconds!: number | null;

  /** Alerts about this client are muted until this time; null if they are not muted. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: [null] })
  pausedUntil!: Date | null;

  /** Effective thresholds. */
  thresholds!: ShownThresholds;

  /** When the settings of this client last changed; null if never. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: [null] })
  updatedAt!: Date | null;

  /** Related resources. */
  links!: MonitoredClientLinks;
}

/** Changes to a client's settings. Omitted members keep their value; null resets a member. */
export class ChangeMonitoredClientBody {
  /** Threshold of `warn` for this client, in seconds; null for the global one. */
  @ApiProperty({ type: 'integer', minimum, maximum, nullable: true, required: false, examples: [86400] })
  @whereNotNull()
  @IsInt()
  @Min(minimum)
  @Max(maximum)
  warnSeconds?: number | null;

  /** Threshold of `crit` for this client, in seconds; null for the global one. */
  @ApiProperty({ type: 'integer', minimum, maximum, nullable: true, required: false, examples: [172800] })
  @whereNotNull()
  @IsInt()
  @Min(minimum)
  @Max(maximum)
  critSeconds?: number | null;

  /** `schedule`: 1.5 and 3 times the interval between its scheduled backups. `fixed` or null: seconds as set. */
  @ApiProperty({ enum: thresholdBases, nullable: true, required: false, examples: ['fixed'] })
  @whereNotNull()
  @IsIn(thresholdBases)
  basis?: ThresholdBasis | null;

  /** Mutes alerts about this client until this time, which must be in the future; null unmutes them. */
  @InstantField()
  @whereNotNull()
  pausedUntil?: Date | null;
}
