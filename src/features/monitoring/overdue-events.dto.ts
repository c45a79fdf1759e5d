import { ApiProperty } from '@nestjs/swagger';
import { type OverdueCause, overdueCauses } from '../../domain/overdue.js';
import { type SilenceCause, silenceCauses, type SilenceStatus, silenceStatuses } from '../../domain/silence.js';

class BackupAgeData {
  /**
   * Name of the client.
   * @example 'laptop'
   */
  client!: string;

  /**
   * Director of the client.
   * @example 'main'
   */
  director!: string;

  /** Status before the change. */
  @ApiProperty({ enum: silenceStatuses, enumName: 'SilenceStatus', examples: ['ok'] })
  previousStatus!: SilenceStatus;

  /** Seconds since the last good backup, or since the first check if there is none. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [130000] })
  ageSeconds!: number;

  /** Threshold of the new status in seconds; for `ok`, that of `warn`. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [129600] })
  thresholdSeconds!: number;

  /**
   * Whether the Director responded at that time. If not, the age can be too high.
   * @example true
   */
  directorReachable!: boolean;
}

/** Data of `client.silence.*`. */
export class ClientSilenceData extends BackupAgeData {
  /** End of the last good backup; null if there was none. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  lastSuccessAt!: string | null;

  /** Cause of the change. */
  @ApiProperty({ enum: silenceCauses, enumName: 'SilenceCause', examples: ['time'] })
  cause!: SilenceCause;
}

/** Data of `job.overdue.*`. */
export class JobOverdueData extends BackupAgeData {
  /**
   * Name of the job.
   * @example 'BackupHome'
   */
  job!: string;

  /**
   * Fileset of the job.
   * @example 'Home'
   */
  fileset!: string;

  /** End of the last good backup that can still be restored; null if there is none. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  lastGoodAt!: string | null;

  /** Cause of the change. `lost`: none of its good backups can be restored anymore. */
  @ApiProperty({ enum: overdueCauses, enumName: 'OverdueCause', examples: ['time'] })
  cause!: OverdueCause;
}
