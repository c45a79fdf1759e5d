import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsString, Length, Matches } from 'class-validator';
import { Problem } from '../platform/http/problem.dto.js';
import { MayBeAbsent } from '../platform/http/query.decorators.js';

/** Empty at first: the answer tells what would be lost. Then the same again with what was confirmed. */
export class ForgetBody {
  /**
   * The volume's name, typed once more.
   * @example 'Default-0001'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  confirm?: string;

  /**
   * Of the impact that was looked at.
   * @example '3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456789A'
   */
  @MayBeAbsent()
  @IsString()
  @Matches(/^[A-Za-z0-9_-]{43}$/, { message: '$property must be the impactHash of a 409 answer' })
  impactHash?: string;

  /** Go on although a client loses its last Full backup. */
  @MayBeAbsent()
  @IsBoolean()
  force?: boolean;
}

/** What one client loses of one fileset. */
export class LossRecord {
  /**
   * The client.
   * @example 'this-machine'
   */
  client!: string;

  /**
   * The fileset whose runs build upon each other.
   * @example 'Home'
   */
  fileset!: string;

  /** Runs that are forgotten. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [3] })
  runs!: number;

  /** Restore points that are gone. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [3] })
  pointsLost!: number;

  /** Restore points that stay but build upon a run that is gone: they no longer bring back everything. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  pointsBroken!: number;

  /** The data's time of the newest point that is gone; null where none is. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  newestLostAt!: Date | null;

  /** Full backups that can still be read afterwards. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  fullsLeft!: number;

  /** A Full goes and none is left: nothing of it can be brought back as a whole any more. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  losesLastFull!: boolean;
}

/** What a prune or purge would lose at this moment. */
export class ForgettingImpact {
  /** What is asked for. */
  @ApiProperty({ enum: ['prune', 'purge'], enumName: 'ForgettingAction', examples: ['purge'] })
  action!: 'prune' | 'purge';

  /**
   * The Director.
   * @example 'embedded'
   */
  director!: string;

  /**
   * The volume.
   * @example 'Default-0001'
   */
  volume!: string;

  /** Its pool; null where the catalog has none for it. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Default'] })
  pool!: string | null;

  /**
   * Its status, in the Director's word.
   * @example 'Used'
   */
  status!: string;

  /** Runs that are forgotten. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [3] })
  runs!: number;

  /** The first 100 of them, ascending. */
  @ApiProperty({ type: 'integer', isArray: true, examples: [[1, 2, 3]] })
  jobids!: number[];

  /** Of the runs those that have data on other volumes too: that goes with them. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  partlyElsewhere!: number;

  /** Of the runs those whose copy on another volume takes their place. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  copiedElsewhere!: number;

  /** Files of these runs. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1204] })
  files!: number;

  /** Bytes of these runs. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [300103] })
  bytes!: number;

  /** Restore points that are gone. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [3] })
  pointsLost!: number;

  /** Restore points that stay but no longer bring back everything. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  pointsBroken!: number;

  /** How many pairs of client and fileset lose their last Full backup. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  lastFulls!: number;

  /** Those that lose something, those that lose their last Full first; 100 at most. */
  @ApiProperty({ type: () => [LossRecord] })
  clients!: LossRecord[];

  /** How many there are in all. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  clientsTotal!: number;

  /** Whether `clients` or `jobids` are cut; the counts are whole all the same. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  truncated!: boolean;
}

/** A 409: not confirmed, or not to be done. Only with `impact` is the way on to confirm. */
export class ForgettingProblem extends Problem {
  /** What would be lost at this moment. */
  @ApiProperty({ type: () => ForgettingImpact, required: false })
  impact?: ForgettingImpact;

  /** Send it back with `confirm`. */
  @ApiProperty({ type: 'string', required: false, examples: ['3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456789A'] })
  impactHash?: string;
}

/** What has gone. */
export class ForgottenVolume {
  /** What was done. */
  @ApiProperty({ enum: ['prune', 'purge'], enumName: 'ForgettingAction', examples: ['purge'] })
  action!: 'prune' | 'purge';

  /**
   * The Director.
   * @example 'embedded'
   */
  director!: string;

  /**
   * The volume.
   * @example 'Default-0001'
   */
  volume!: string;

  /**
   * Its status afterwards.
   * @example 'Purged'
   */
  status!: string;

  /** Runs whose files were recorded before and are not any more, as the catalog has it. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [3] })
  runsGone!: number;

  /** The first 100 of them, ascending. */
  @ApiProperty({ type: 'integer', isArray: true, examples: [[1, 2, 3]] })
  jobidsGone!: number[];

  /** Runs that were to go and are still there. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  runsLeft!: number;

  /** How many pairs of client and fileset lost their last Full backup. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  lastFulls!: number;

  /**
   * What the Director said of it.
   * @example 'Volume Default-0001 is purged: 3 runs cannot be restored any more, and its file is removed.'
   */
  words!: string;
}
