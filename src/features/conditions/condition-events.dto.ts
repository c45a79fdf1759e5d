import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { bodyFormats } from '../../domain/channel.js';
import { type WaitingCode, waitingCodes } from '../../domain/run.js';
import { type MessageParams } from '../../domain/error-codes.js';
import { ApiMessageParams } from '../../http/openapi/message-params.decorator.js';

const channelKinds = ['email', 'webhook'] as const;
const endCauses = ['check', 'removed', 'resumed', 'ended'] as const;

class ConditionData {
  /** When the condition began. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-20T21:00:00.000Z'] })
  since!: string;
}

class ConditionEnd {
  /** Seconds from the beginning of the condition to its end. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [540] })
  durationSeconds!: number;

  /**
   * `check`: a check found that it is over. `removed`: its subject no longer exists. `resumed`: a user resumed it.
   * `ended`: the run has ended.
   */
  @ApiProperty({ enum: endCauses, enumName: 'ConditionEndCause', examples: ['check'] })
  cause!: (typeof endCauses)[number];
}

/** Data of `director.unreachable`. */
export class DirectorUnreachableData extends ConditionData {
  /**
   * Name of the Director.
   * @example 'main'
   */
  director!: string;

  /**
   * Error of the last check.
   * @example 'Director main cannot be reached: connection refused.'
   */
  error!: string;
}

/** Data of `storage.error`. */
export class StorageErrorData extends ConditionData {
  /**
   * Director of the storage.
   * @example 'main'
   */
  director!: string;

  /**
   * Name of the storage.
   * @example 'File1'
   */
  storage!: string;

  /** Kind of problem: the storage does not respond, or volumes have the status Error. */
  @ApiProperty({ enum: ['unreachable', 'volumes'], enumName: 'StorageErrorReason', examples: ['unreachable'] })
  reason!: 'unreachable' | 'volumes';

  /** Error of the last check, for `unreachable`. */
  @ApiProperty({ type: 'string', required: false, examples: ['Connection refused.'] })
  error?: string;

  /** First ten volumes in error, for `volumes`. */
  @ApiProperty({
    type: 'array',
    items: { type: 'string' },
    maxItems: 10,
    required: false,
    examples: [['Default-0001']],
  })
  volumes?: string[];

  /** Number of volumes in error, for `volumes`. */
  @ApiProperty({ type: 'integer', minimum: 0, required: false, examples: [1] })
  volumesInError?: number;
}

/** Data of `storage.filling`. */
export class PoolFillingData extends ConditionData {
  /**
   * Director of the pool.
   * @example 'main'
   */
  director!: string;

  /**
   * Name of the pool.
   * @example 'Default'
   */
  pool!: string;

  /** Kind of problem: the pool is forecast to be full within seven days, or little of its disk is free. */
  @ApiProperty({ enum: ['forecast', 'disk'], enumName: 'PoolFillingReason', examples: ['forecast'] })
  reason!: 'forecast' | 'disk';

  /**
   * Whether it has no space left.
   * @example false
   */
  isFull!: boolean;

  /** Expected date; null if unknown. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-25T00:00:00.000Z'] })
  expectedFullAt!: string | null;

  /** Free bytes of its disk; null if unknown. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [5368709120] })
  freeBytes!: number | null;

  /** Size of its disk in bytes; null if unknown. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [107374182400] })
  totalBytes!: number | null;

  /** Free share of its disk, from 0 to 1; null if unknown. */
  @ApiProperty({ type: 'number', minimum: 0, maximum: 1, nullable: true, examples: [0.05] })
  freeShare!: number | null;
}

/** Data of `run.waiting`. */
export class RunWaitingData extends ConditionData {
  /**
   * Director of the run.
   * @example 'main'
   */
  director!: string;

  /** Job id of the run. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, examples: [7] })
  jobId!: number;

  /**
   * Unique job name of Bacula.
   * @example 'BackupHome.2026-11-20_21.00.00_07'
   */
  uniqueName!: string;

  /** Name of the job; null if unknown. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['BackupHome'] })
  job!: string | null;

  /** Client of the run; null if unknown. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['laptop'] })
  client!: string | null;

  /** Stable code of the reason. */
  @ApiProperty({ enum: waitingCodes, enumName: 'RunWaitingCode', examples: ['appendable_volume'] })
  code!: WaitingCode;

  /** Values used in the reason. */
  @ApiMessageParams({ pool: 'Default' })
  params!: MessageParams;

  /**
   * Reason as text.
   * @example 'Waiting for an appendable volume in pool Default.'
   */
  waitsFor!: string;

  /**
   * Action that lets the run continue.
   * @example 'Add a volume to the pool.'
   */
  hint!: string;
}

/** Data of `channel.failing`. */
export class ChannelFailingData extends ConditionData {
  /**
   * Id of the channel.
   * @example '5f0f4a7e-8f0c-4b0c-9f0e-3d9d7d1a1c22'
   */
  channelId!: string;

  /**
   * Name of the channel.
   * @example 'on-call'
   */
  name!: string;

  /** Kind of channel. */
  @ApiProperty({ enum: channelKinds, examples: ['webhook'] })
  kind!: (typeof channelKinds)[number];

  /** Format of its messages; null for mail. */
  @ApiProperty({ type: 'string', enum: [...bodyFormats, null], nullable: true, examples: ['standard'] })
  format!: (typeof bodyFormats)[number] | null;

  /** `failing`: attempts fail. `gone`: the receiver responded with 410, and the channel was disabled. */
  @ApiProperty({ enum: ['failing', 'gone'], examples: ['failing'] })
  reason!: 'failing' | 'gone';

  /** Time of the first failed attempt. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-20T21:00:00.000Z'] })
  failingSince!: string;

  /** Number of failed attempts since then. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [5] })
  failures!: number;

  /**
   * Result of the last attempt.
   * @example 'Last attempt: the receiver responded with 500.'
   */
  error!: string;
}

/** Data of `auth.failures`: either `account` or `address`. */
export class AuthFailuresData extends ConditionData {
  /** Account that the logins were for. */
  @ApiProperty({ type: 'string', required: false, examples: ['admin'] })
  account?: string;

  /** Address that the logins came from; IPv6 by /64. */
  @ApiProperty({ type: 'string', required: false, examples: ['192.0.2.7'] })
  address?: string;

  /** Number of failed logins within ten minutes. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [20] })
  failures!: number;
}

/** Data of `director.recovered`. */
export class DirectorRecoveredData extends IntersectionType(DirectorUnreachableData, ConditionEnd) {}

/** Data of `storage.ok` after `storage.error`. */
export class StorageRecoveredData extends IntersectionType(StorageErrorData, ConditionEnd) {}

/** Data of `storage.ok` after `storage.filling`. */
export class PoolRecoveredData extends IntersectionType(PoolFillingData, ConditionEnd) {}

/** Data of `run.resumed`. */
export class RunResumedData extends IntersectionType(RunWaitingData, ConditionEnd) {}

/** Data of `channel.recovered`. */
export class ChannelRecoveredData extends IntersectionType(ChannelFailingData, ConditionEnd) {}
