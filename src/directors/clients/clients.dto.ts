import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { type ClientSort, clientSorts } from '../../domain/client-sort.js';
import { type SilenceStatus } from '../../domain/silence.js';
import { DirectorPageQuery } from '../../platform/http/page.dto.js';
import { QueryFlag, QueryWords } from '../../platform/http/query.decorators.js';
import { type ProtectionStatus, protectionStatuses } from '../../domain/protection.js';
import { ClientProtection } from '../../runs/protection.dto.js';
import { Acknowledgement } from '../../runs/acknowledgements/acknowledgement.dto.js';

const silenceStatuses = ['ok', 'warn', 'crit'] as const satisfies readonly SilenceStatus[];

export class ClientsQuery extends DirectorPageQuery {
  /** Only the client of exactly this name. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['this-machine'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  name?: string;

  /** Only clients whose name holds this, in any letter case. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['web'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  q?: string;

  /** Only clients whose silence stands like this, parted by commas. */
  @QueryWords(silenceStatuses)
  status?: SilenceStatus[];

  /** Only clients of these protection statuses, separated by commas. */
  @QueryWords(protectionStatuses)
  protection?: ProtectionStatus[];

  /** Only clients that are, or are not, in use. */
  @QueryFlag({ fallback: null })
  enabled?: boolean;

  /** By name; `protection`: the worst first; `lastSuccess`: the oldest last good backup first, before it those that never had one. */
  @ApiProperty({ enum: clientSorts, enumName: 'ClientSort', required: false, default: 'name' })
  @IsOptional()
  @IsIn(clientSorts)
  sort: ClientSort = 'name';
}

/** How long a client has been without a good backup. */
export class ClientSilence {
  /** `warn` or `crit` where the age exceeds that threshold. */
  @ApiProperty({ enum: silenceStatuses, enumName: 'SilenceStatus', examples: ['ok'] })
  status!: SilenceStatus;

  /** End of the last good backup; null where there never was one. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  lastSuccessAt!: Date | null;

  /** Since the last good backup, or since the client was first seen. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [39600] })
  ageSeconds!: number;

  /** Threshold of `warn`. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [129600] })
  warnSeconds!: number;

  /** Threshold of `crit`. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [259200] })
  critSeconds!: number;

  /** Nobody is told of its silence before this time; null where it is not paused. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: [null] })
  pausedUntil!: Date | null;
}

/** Where to go on from a client. */
export class ClientLinks {
  /**
   * The client itself.
   * @example '/api/v1/clients/this-machine?director=embedded'
   */
  self!: string;

  /**
   * Its runs, newest first.
   * @example '/api/v1/operations/runs?client=this-machine&director=embedded'
   */
  runs!: string;

  /**
   * Its restore points.
   * @example '/api/v1/restore/points?client=this-machine&director=embedded'
   */
  points!: string;

  /**
   * The Director that knows it.
   * @example '/api/v1/directors/embedded'
   */
  director!: string;
}

/** A machine whose data is backed up. */
export class ClientRecord {
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

  /** Where the Director reaches it. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['127.0.0.1'] })
  address!: string | null;

  /** Version of its backup service. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['0.1.0'] })
  version!: string | null;

  /** Whether the Director uses it. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  enabled!: boolean;

  /**
   * When this Director first knew it.
   * @example '2026-11-01T09:00:00.000Z'
   */
  firstSeenAt!: Date;

  /** How long it has been without a good backup. */
  silence!: ClientSilence;

  /** The worst of its monitored jobs, and how many have each status. */
  protection!: ClientProtection;

  /** That somebody knows of its silence and looks after it; only where somebody said so. */
  acknowledgement?: Acknowledgement;

  /** Where to go on from here. */
  links!: ClientLinks;
}
