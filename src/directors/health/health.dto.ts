import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { type SaidValues } from '../../domain/said.js';
import { type HealthCode, healthCodes, type Verdict, verdicts } from '../../domain/verdict.js';
import { ApiSaidValues } from '../../platform/http/openapi/said-values.decorator.js';
import { DirectorQuery } from '../../platform/http/page.dto.js';
import { ProtectionCounts } from '../../runs/protection.dto.js';

const failOnWords = ['warn', 'crit'] as const;

export class HealthQuery extends DirectorQuery {
  /** Answer 503 with the same body from this verdict on; `unknown` counts as `crit`. */
  @ApiProperty({ enum: failOnWords, enumName: 'FailOn', required: false })
  @IsOptional()
  @IsIn(failOnWords)
  failOn?: (typeof failOnWords)[number];
}

/** The Director that the verdict is about. */
export class HealthDirector {
  /**
   * Its name.
   * @example 'embedded'
   */
  name!: string;

  /** Its version; null where it never answered. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['0.1.0'] })
  version!: string | null;

  /** Since when it runs; null where it never answered. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T06:00:00.000Z'] })
  startedAt!: Date | null;
}

/** One thing that was looked at. */
export class HealthCheck {
  /**
   * Stable word for what was looked at.
   * @example 'clients.silence'
   */
  id!: string;

  /**
   * The Director it belongs to.
   * @example 'embedded'
   */
  director!: string;

  /**
   * Which part it is about: director, catalog, storage, client or configuration.
   * @example 'client'
   */
  component!: string;

  /** What it means. */
  @ApiProperty({ enum: verdicts, enumName: 'Verdict', examples: ['ok'] })
  status!: Verdict;

  /** Stable word for what was found: what `message` and `hint` say. */
  @ApiProperty({ enum: healthCodes, enumName: 'HealthCode', examples: ['clients.none_silent'] })
  code!: HealthCode;

  /** The values that stand in the sentences beside `value`: names, times, and `known`, what somebody acknowledged. */
  @ApiSaidValues({})
  params!: SaidValues;

  /** The figure behind it, where there is one. */
  @ApiProperty({ type: 'number', nullable: true, examples: [0] })
  value!: number | null;

  /** What the figure counts. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['clients'] })
  unit!: string | null;

  /**
   * What was found, in a sentence.
   * @example 'No client is silent.'
   */
  message!: string;

  /** What to do about it. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  hint!: string | null;

  /** When this was looked at; null where it never could be. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  observedAt!: Date | null;
}

/** How many of what. */
export class HealthCounts {
  /** Runs on their way. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  running!: number;

  /** Runs that wait. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  waiting!: number;

  /** Runs that failed in the last 24 hours. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  failed24h!: number;

  /** Runs that ended with warnings in the last 24 hours. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  warning24h!: number;

  /** Clients whose silence stands at `warn`. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  silentWarn!: number;

  /** Clients whose silence stands at `crit`. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  silentCrit!: number;

  /** Volumes in error. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  volumesInError!: number;
}

/** One verdict on a Director and all it looks after. */
export class Health {
  /** The gravest of the checks; a client or storage that was not checked yet (`daemon.not_seen`) does not count. */
  @ApiProperty({ enum: verdicts, enumName: 'Verdict', examples: ['ok'] })
  status!: Verdict;

  /**
   * The same for people.
   * @example 'Everything is in order: 1 of 1 job protected.'
   */
  summary!: string;

  /**
   * When this answer was made.
   * @example '2026-11-20T21:04:05.000Z'
   */
  checkedAt!: Date;

  /** How old what it was made of is. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  ageSeconds!: number;

  /** true: the Director did not answer this time; this is the last that is known. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  stale!: boolean;

  /** The Director; null with `director=*`, where each check names its own. */
  @ApiProperty({ type: () => HealthDirector, nullable: true })
  director!: HealthDirector | null;

  /** What was looked at, gravest first. */
  checks!: HealthCheck[];

  /** How many of what. */
  counts!: HealthCounts;

  /** Backup jobs of clients in use, by protection. */
  protection!: ProtectionCounts;
}
