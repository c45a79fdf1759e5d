import { ApiProperty } from '@nestjs/swagger';
import {
  type ProtectionBasis,
  protectionBases,
  type ProtectionStatus,
  protectionStatuses,
  type ProtectionWeight,
  protectionWeights,
} from '../domain/protection.js';

const statusText =
  'ok, warn, crit: by the age of the last good backup; never: none yet; unknown: the history is not read yet; not_monitored: not in a schedule.';

/** Whether a job with its client and fileset has a good backup that is recent enough. */
export class JobProtection {
  @ApiProperty({ enum: protectionStatuses, enumName: 'ProtectionStatus', description: statusText, examples: ['ok'] })
  status!: ProtectionStatus;

  /** How it counts in the verdict of health. neutral: nothing was due yet. null: not monitored. */
  @ApiProperty({ enum: protectionWeights, nullable: true, examples: ['ok'] })
  countsAs!: ProtectionWeight | null;

  /** End of the last good backup that read this client with this fileset and can still be restored; null: there is none. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  lastGoodAt!: Date | null;

  /** Since then; null where there never was one. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, examples: [39600] })
  ageSeconds!: number | null;

  /** Older than this is `warn`. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [129600] })
  warnSeconds!: number;

  /** Older than this is `crit`. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [259200] })
  critSeconds!: number;

  /** Where the thresholds come from: set for the job, set for its client, derived from its schedule, or global. */
  @ApiProperty({ enum: protectionBases, examples: ['schedule'] })
  basis!: ProtectionBasis;
}

/** How many backup jobs have each status. */
export class ProtectionCounts {
  /** With a good backup in time. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [3] })
  ok!: number;

  /** Overdue. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  warn!: number;

  /** Critically overdue. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  crit!: number;

  /** Never backed up. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  never!: number;

  /** Whose history is not read yet. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  unknown!: number;

  /** Without a schedule, or taken out of it. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  notMonitored!: number;
}

/** The worst of a client's monitored jobs. */
export class ClientProtection {
  @ApiProperty({ enum: protectionStatuses, enumName: 'ProtectionStatus', description: statusText, examples: ['ok'] })
  status!: ProtectionStatus;

  /** How it counts in the verdict of health. neutral: nothing was due yet. null: none of its jobs is monitored. */
  @ApiProperty({ enum: protectionWeights, nullable: true, examples: ['ok'] })
  countsAs!: ProtectionWeight | null;

  /** Its backup jobs by status. */
  jobs!: ProtectionCounts;
}
