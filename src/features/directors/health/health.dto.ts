import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { type MessageParams } from '../../../domain/error-codes.js';
import { type HealthCode, healthCodes, type HealthVerdict, verdicts } from '../../../domain/verdict.js';
import { ApiMessageParams } from '../../../http/openapi/message-params.decorator.js';
import { DirectorQuery } from '../../../http/page.dto.js';
import { ProtectionCounts } from '../../runs/run-record.dto.js';

const failOnWords = ['warn', 'crit'] as const;

export class HealthQuery extends DirectorQuery {
  /** Respond with 503 and the same body if the verdict is this one or worse. `unknown` counts as `crit`. */
  @ApiProperty({ enum: failOnWords, enumName: 'FailOn', required: false })
  @IsOptional()
  @IsIn(failOnWords)
  failOn?: (typeof failOnWords)[number];
}

/** Director of the verdict. */
export class HealthDirector {
  /**
   * Name of the Director.
   * @example 'embedded'
   */
  name!: string;

  /** Version of the Director; null if it never answered. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['0.1.0'] })
  version!: string | null;

  /** When the Director started; null if it never answered. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T06:00:00.000Z'] })
  startedAt!: Date | null;
}

/** Result of one check. */
export class HealthCheck {
  /**
   * Stable id of the check.
   * @example 'clients.silence'
   */
  id!: string;

  /**
   * Director of the check.
   * @example 'embedded'
   */
  director!: string;

  /**
   * Component that was checked: director, catalog, storage, client or configuration.
   * @example 'client'
   */
  component!: string;

  /** Severity of the result. */
  @ApiProperty({ enum: verdicts, enumName: 'Verdict', examples: ['ok'] })
  status!: HealthVerdict;

  /** Stable code of the result, which `message` and `hint` describe. */
  @ApiProperty({ enum: healthCodes, enumName: 'HealthCode', examples: ['clients.none_silent'] })
  code!: HealthCode;

  /**
   * Values used in `message` and `hint` besides `value`: names, times, and `known`, the number of acknowledged cases.
   */
  @ApiMessageParams({})
  params!: MessageParams;

  /** Number that the check is based on, if any. */
  @ApiProperty({ type: 'number', nullable: true, examples: [0] })
  value!: number | null;

  /** Unit of `value`. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['clients'] })
  unit!: string | null;

  /**
   * Result in one sentence.
   * @example 'No client is overdue.'
   */
  message!: string;

  /** Recommended action. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  hint!: string | null;

  /** When this was observed; null if it has never been observed. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  observedAt!: Date | null;
}

/** Counts of runs, clients and volumes. */
export class HealthCounts {
  /** Running runs. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  running!: number;

  /** Queued and waiting runs. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  waiting!: number;

  /** Runs that failed in the last 24 hours. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  failed24h!: number;

  /** Runs that ended with warnings in the last 24 hours. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  warning24h!: number;

  /** Clients with silence status `warn`. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  silentWarn!: number;

  /** Clients with silence status `crit`. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  silentCrit!: number;

  /** Volumes in error. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  volumesInError!: number;
}

/** Health of a Director with its jobs, clients and storages. */
export class Health {
  /** Worst status of the checks. A client or storage that was not checked yet (`daemon.not_seen`) does not count. */
  @ApiProperty({ enum: verdicts, enumName: 'Verdict', examples: ['ok'] })
  status!: HealthVerdict;

  /**
   * Summary of the verdict in a few sentences.
   * @example '1 of 1 job protected.'
   */
  summary!: string;

  /**
   * When this response was created.
   * @example '2026-11-20T21:04:05.000Z'
   */
  checkedAt!: Date;

  /** Age of the data behind the verdict, in seconds. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  ageSeconds!: number;

  /** True if the Director did not answer this time and the data is the last known state. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  stale!: boolean;

  /** The Director; null with `director=*`, where each check names its own. */
  @ApiProperty({ type: () => HealthDirector, nullable: true })
  director!: HealthDirector | null;

  /** Results of the checks, worst first. */
  checks!: HealthCheck[];

  /** Counts of runs, clients and volumes. */
  counts!: HealthCounts;

  /** Number of backup jobs of enabled clients by protection status. */
  protection!: ProtectionCounts;
}
