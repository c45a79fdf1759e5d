import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsString, Length, Matches } from 'class-validator';
import { Problem } from '../../http/problem.dto.js';
import { MayBeAbsent } from '../../http/query.decorators.js';

/** Actions on a volume that are final, so that their impact is confirmed first. */
export const forgettingActions = ['prune', 'purge', 'delete', 'truncate', 'relabel'] as const;
export type ForgettingAction = (typeof forgettingActions)[number];

/** Confirmation of an impact. First send it empty: the error response shows the impact. Then send it again with both. */
export class ConfirmBody {
  /**
   * Name of the volume or job id of the run, as confirmation.
   * @example 'Default-0001'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  confirm?: string;

  /**
   * Hash of the impact that was shown.
   * @example '3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456789A'
   */
  @MayBeAbsent()
  @IsString()
  @Matches(/^[A-Za-z0-9_-]{43}$/, { message: '$property must be the impactHash of a 409 response' })
  impactHash?: string;
}

/** Confirmation of a prune, purge or delete. */
export class PurgeBody extends ConfirmBody {
  /** Continue even if a client loses its last Full backup. */
  @MayBeAbsent()
  @IsBoolean()
  force?: boolean;
}

/** Backups of one client and fileset that are lost. */
export class LossSummary {
  /**
   * Name of the client.
   * @example 'this-machine'
   */
  client!: string;

  /**
   * Fileset whose runs build on each other.
   * @example 'Home'
   */
  fileset!: string;

  /** Runs that are deleted. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [3] })
  runs!: number;

  /** Restore points that are deleted. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [3] })
  pointsLost!: number;

  /** Restore points that remain but need a deleted run, so they can no longer be restored completely. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  pointsBroken!: number;

  /** Data time of the newest deleted restore point; null if there is none. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  newestLostAt!: Date | null;

  /** Full backups that remain readable. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  remainingFulls!: number;

  /** True if a Full is deleted and none remains, so nothing can be restored completely. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  removesLastFull!: boolean;
}

/** What would be lost now. */
export class LossImpact {
  /**
   * Name of the Director.
   * @example 'embedded'
   */
  director!: string;

  /** Runs that are deleted. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [3] })
  runs!: number;

  /** First 100 job ids of these runs, ascending. */
  @ApiProperty({ type: 'array', items: { type: 'integer', format: 'int32', minimum: 1 }, examples: [[1, 2, 3]] })
  jobids!: number[];

  /** Number of these runs with data on other volumes too. That data can no longer be restored either. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  partlyElsewhere!: number;

  /** Number of these runs whose copy on another volume replaces them. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  copiedElsewhere!: number;

  /** Files of these runs. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1204] })
  files!: number;

  /** Bytes of these runs. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [300103] })
  bytes!: number;

  /** Restore points that are deleted. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [3] })
  pointsLost!: number;

  /** Restore points that remain but can no longer be restored completely. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  pointsBroken!: number;

  /** Number of client and fileset pairs that lose their last Full backup. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  lastFulls!: number;

  /** Affected clients and filesets, those that lose their last Full first; at most 100. */
  @ApiProperty({ type: () => [LossSummary] })
  clients!: LossSummary[];

  /** Total number of affected clients and filesets. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  clientsTotal!: number;

  /** Whether `clients` or `jobids` are truncated. The counts are complete. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  truncated!: boolean;
}

/** What an action on a volume would delete now. */
export class PurgeImpact extends LossImpact {
  /** Requested action. */
  @ApiProperty({ enum: forgettingActions, enumName: 'ForgettingAction', examples: ['purge'] })
  action!: ForgettingAction;

  /**
   * Name of the volume.
   * @example 'Default-0001'
   */
  volume!: string;

  /** Pool of the volume; null if the catalog has none for it. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Default'] })
  pool!: string | null;

  /**
   * Status of the volume, as the Director names it.
   * @example 'Used'
   */
  status!: string;
}

/** What the deletion of a run would delete now. */
export class RunDeletionImpact extends LossImpact {
  /** Job id of the run. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, examples: [7] })
  jobId!: number;

  /**
   * Name of its job.
   * @example 'BackupHome'
   */
  job!: string;
}

/** Error 409: not confirmed, or not possible. Only an error with `impact` can be confirmed. */
export class PurgeProblem extends Problem {
  /** What would be deleted now. */
  @ApiProperty({ type: () => PurgeImpact, required: false })
  impact?: PurgeImpact;

  /** Hash to send back with `confirm`. */
  @ApiProperty({ type: 'string', required: false, examples: ['3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456789A'] })
  impactHash?: string;
}

/** Error 409: not confirmed, or not possible. Only an error with `impact` can be confirmed. */
export class RunDeletionProblem extends Problem {
  /** What would be deleted now. */
  @ApiProperty({ type: () => RunDeletionImpact, required: false })
  impact?: RunDeletionImpact;

  /** Hash to send back with `confirm`. */
  @ApiProperty({ type: 'string', required: false, examples: ['3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456789A'] })
  impactHash?: string;
}

/** Result of an action on a volume. */
export class PurgedVolume {
  /** Action that was performed. */
  @ApiProperty({ enum: forgettingActions, enumName: 'ForgettingAction', examples: ['purge'] })
  action!: ForgettingAction;

  /**
   * Name of the Director.
   * @example 'embedded'
   */
  director!: string;

  /**
   * Name of the volume.
   * @example 'Default-0001'
   */
  volume!: string;

  /** Status of the volume afterwards; null if the catalog no longer contains it. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Purged'] })
  status!: string | null;

  /** Number of runs whose file records were removed from the catalog. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [3] })
  runsGone!: number;

  /** First 100 job ids of these runs, ascending. */
  @ApiProperty({ type: 'array', items: { type: 'integer', format: 'int32', minimum: 1 }, examples: [[1, 2, 3]] })
  jobidsGone!: number[];

  /** Runs that should have been deleted but still exist. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  runsLeft!: number;

  /** Number of client and fileset pairs that lost their last Full backup. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  lastFulls!: number;

  /**
   * Message of the Director.
   * @example 'Purged volume Default-0001: 3 runs can no longer be restored, and its file was removed.'
   */
  words!: string;
}

/** Result of the deletion of a run. */
export class DeletedRun {
  /**
   * Name of the Director.
   * @example 'embedded'
   */
  director!: string;

  /** Job id of the run. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, examples: [7] })
  jobId!: number;

  /** Number of client and fileset pairs that lost their last Full backup. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  lastFulls!: number;

  /**
   * Message of the Director.
   * @example 'JobId=7 and associated records deleted from the catalog.'
   */
  words!: string;
}
