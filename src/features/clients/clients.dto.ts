import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { type ClientSort, clientSorts } from './client-sort.js';
import { type SilenceStatus } from '../../domain/silence.js';
import { DirectorPageQuery } from '../../http/page.dto.js';
import { QueryFlag, QueryWords } from '../../http/query.decorators.js';
import { type ProtectionStatus, protectionStatuses } from '../../domain/protection.js';
import { ClientProtection } from '../runs/run-record.dto.js';
import { Acknowledgement } from '../runs/acknowledgements/acknowledgement.dto.js';

const silenceStatuses = ['ok', 'warn', 'crit'] as const satisfies readonly SilenceStatus[];

export class ClientsQuery extends DirectorPageQuery {
  /** Return only the client with exactly this name. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['this-machine'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  name?: string;

  /** Return only clients whose name contains this text, ignoring case. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['web'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  q?: string;

  /** Return only clients with these silence statuses, separated by commas. */
  @QueryWords(silenceStatuses)
  status?: SilenceStatus[];

  /** Return only clients with these protection statuses, separated by commas. */
  @QueryWords(protectionStatuses)
  protection?: ProtectionStatus[];

  /** Return only clients whose alerts are muted now, or only those whose alerts are not. */
  @QueryFlag({ fallback: null })
  paused?: boolean;

  /** Return only clients that are enabled, or only disabled ones. */
  @QueryFlag({ fallback: null })
  enabled?: boolean;

  /** `name`; `protection`: worst first; `lastSuccess`: clients without a good backup first, then the oldest one first. */
  @ApiProperty({ enum: clientSorts, enumName: 'ClientSort', required: false, default: 'name' })
  @IsOptional()
  @IsIn(clientSorts)
  sort: ClientSort = 'name';
}

/** Time since the last good backup of a client. */
export class ClientSilence {
  /** `warn` or `crit` if the age exceeds that threshold. */
  @ApiProperty({ enum: silenceStatuses, enumName: 'SilenceStatus', examples: ['ok'] })
  status!: SilenceStatus;

  /** End of the last good backup; null if there was none. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  lastSuccessAt!: Date | null;

  /** Seconds since the last good backup, or since the client was first seen if it has none. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [39600] })
  ageSeconds!: number;

  /** Threshold of `warn`, in seconds. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [129600] })
  warnSeconds!: number;

  /** Threshold of `crit`, in seconds. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [259200] })
  critSeconds!: number;

  /** Alerts about this client are muted until this time; null if they are not muted. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: [null] })
  pausedUntil!: Date | null;
}

/** Links of a client. */
export class ClientLinks {
  /**
   * The client.
   * @example '/api/v1/clients/this-machine?director=embedded'
   */
  self!: string;

  /**
   * Runs of the client, newest first.
   * @example '/api/v1/operations/runs?client=this-machine&director=embedded'
   */
  runs!: string;

  /**
   * Restore points of the client.
   * @example '/api/v1/restore/points?client=this-machine&director=embedded'
   */
  points!: string;

  /**
   * Director of the client.
   * @example '/api/v1/directors/embedded'
   */
  director!: string;
}

/** Machine whose data is backed up. */
export class ClientRecord {
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

  /** Address at which the Director reaches the client. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['127.0.0.1'] })
  address!: string | null;

  /** Version of the client's backup daemon. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['0.1.0'] })
  version!: string | null;

  /** Whether the client is enabled at its Director. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  enabled!: boolean;

  /**
   * When the Director first listed the client.
   * @example '2026-11-01T09:00:00.000Z'
   */
  firstSeenAt!: Date;

  /** Time since the last good backup. */
  silence!: ClientSilence;

  /** Worst status of the client's monitored jobs, and the number of jobs by status. */
  protection!: ClientProtection;

  /** Acknowledgement of the client's silence; absent if there is none. */
  acknowledgement?: Acknowledgement;

  /** Related resources. */
  links!: ClientLinks;
}

/** Client after a change. */
export class ChangedClient extends ClientRecord {
  /** Whether the change survives a restart of the Director. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  persistent!: boolean;
}

export class ChangeClientBody {
  /** False disables the client, true enables it. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  @IsBoolean()
  enabled!: boolean;
}
