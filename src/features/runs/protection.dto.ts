import { ApiProperty } from '@nestjs/swagger';
import {
  type ProtectionBasis,
  protectionBases,
  type ProtectionStatus,
  protectionStatuses,
  type ProtectionWeight,
  protectionWeights,
} from '../../domain/protection.js';

const statusText =
  '`ok`, `warn`, `crit`: by the age of the last good backup. `never`: no backup yet. `unknown`: the history has not been read yet. `not_monitored`: not scheduled.';

/** Whether a job, with its client and fileset, has a good backup that is recent enough. */
export class JobProtection {
  @ApiProperty({ enum: protectionStatuses, enumName: 'ProtectionStatus', description: statusText, examples: ['ok'] })
  status!: ProtectionStatus;

  /** Effect on the health verdict. `neutral`: no backup was due yet. Null if the job is not monitored. */
  @ApiProperty({ enum: protectionWeights, nullable: true, examples: ['ok'] })
  countsAs!: ProtectionWeight | null;

  /** End of the last good backup of this client with this fileset that can still be restored; null if there is none. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  lastGoodAt!: Date | null;

  /** Age of that backup in seconds; null if there was none. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, examples: [39600] })
  ageSeconds!: number | null;

  /** Age in seconds above which the status is `warn`. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [129600] })
  warnSeconds!: number;

  /** Age in seconds above which the status is `crit`. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [259200] })
  critSeconds!: number;

  /** Source of the thresholds: set for the job, set for its client, derived from its schedule, or global. */
  @ApiProperty({ enum: protectionBases, examples: ['schedule'] })
  basis!: ProtectionBasis;
}

/** Number of backup jobs by status. */
export class ProtectionCounts {
  /** Jobs with a recent good backup. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [3] })
  ok!: number;

  /** Overdue jobs. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  warn!: number;

  /** Critically overdue jobs. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  crit!: number;

  /** Jobs that were never backed up. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  never!: number;

  /** Jobs whose history has not been read yet. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  unknown!: number;

  /** Jobs without a schedule, or with a disabled one. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  notMonitored!: number;
}

/** Worst status of a client's monitored jobs. */
export class ClientProtection {
  @ApiProperty({ enum: protectionStatuses, enumName: 'ProtectionStatus', description: statusText, examples: ['ok'] })
  status!: ProtectionStatus;

  /** Effect on the health verdict. `neutral`: no backup was due yet. Null if no job of the client is monitored. */
  @ApiProperty({ enum: protectionWeights, nullable: true, examples: ['ok'] })
  countsAs!: ProtectionWeight | null;

  /** Number of its backup jobs by status. */
  jobs!: ProtectionCounts;
}
