import { ApiProperty } from '@nestjs/swagger';
import { volumeFaultCodes, type VolumeFaultCode } from '../../domain/restore-reader.port.js';
import { type ChainProblem, chainProblemCodes } from '../../domain/restore-chain.js';
import { type MessageParams } from '../../domain/error-codes.js';
import { PageTotal } from '../../http/api-answers.js';
import { ApiMessageParams } from '../../http/openapi/message-params.decorator.js';
import { EntryRecord } from '../runs/file-entry.dto.js';
import { StartedJob } from '../runs/accepted-run.dto.js';

const integerList = { type: 'array', items: { type: 'integer', format: 'int32', minimum: 1 } } as const;
const restorableWords = ['yes', 'partial', 'no'] as const;

/** Reason why a restore would be incomplete. */
export class ChainFaultRecord {
  /** Stable code of the reason. */
  @ApiProperty({ enum: chainProblemCodes, enumName: 'ChainFaultCode', examples: ['volume_unavailable'] })
  code!: ChainProblem['code'];

  /** Values used in the reason: jobId, level, volume, status. */
  @ApiMessageParams({ volume: 'Default-0001', jobId: 7, status: 'Error' })
  params!: MessageParams;
}

/** Point in time to which a client's data can be restored. */
export class RestorePointRecord {
  /** Job id of the run that created the point. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, examples: [9] })
  jobId!: number;

  /**
   * Director whose catalog contains the point.
   * @example 'embedded'
   */
  director!: string;

  /**
   * Client of the point.
   * @example 'this-machine'
   */
  client!: string;

  /**
   * Fileset of the point.
   * @example 'Home'
   */
  fileset!: string;

  /**
   * Job of that run.
   * @example 'BackupHome'
   */
  job!: string;

  /**
   * Level of that run.
   * @example 'Incremental'
   */
  level!: string;

  /**
   * When that run ended.
   * @example '2026-11-20T21:04:05.000Z'
   */
  endedAt!: Date;

  /** Files in the whole chain, counting every version. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1204] })
  files!: number;

  /** Bytes in the whole chain. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  bytes!: number;

  /** Job ids that a restore of this point needs, for the other requests. */
  @ApiProperty({ ...integerList, examples: [[7, 9]] })
  jobids!: number[];

  /** Whether everything needed is still available. */
  @ApiProperty({ enum: restorableWords, enumName: 'Restorable', examples: ['yes'] })
  restorable!: (typeof restorableWords)[number];

  /**
   * Why the point cannot be restored, or only in part.
   * @example []
   */
  reasons!: string[];

  /** The same reasons in the same order, as stable codes. */
  @ApiProperty({ type: () => [ChainFaultRecord], examples: [[]] })
  faults!: ChainFaultRecord[];
}

/** Runs that the response is based on. */
export class ChainRecord {
  /** Runs that were read. */
  @ApiProperty({ ...integerList, examples: [[7, 9]] })
  jobids!: number[];

  /** Requested runs that do not exist, or whose file records were pruned. */
  @ApiProperty({ ...integerList, examples: [[]] })
  missingJobids!: number[];
}

/** Page of entries of a chain. */
export class ChainEntryPage {
  /** Items of this page. */
  items!: EntryRecord[];

  /** Cursor of the next page; null on the last one. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  nextCursor!: string | null;

  /** Present only with `count=true`. */
  total?: PageTotal;

  /** Runs that were read. */
  chain!: ChainRecord;
}

/** File with its newest retained version. */
export class KeptFileRecord extends EntryRecord {
  /** Number of retained versions; with `before`, only those before it. */
  @ApiProperty({ type: 'integer', minimum: 1, examples: [3] })
  versions!: number;

  /** True if a later backup no longer found the file. Its versions are still retained. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  deleted!: boolean;
}

/** Retained version of a file. */
export class VersionRecord extends EntryRecord {
  /** Checksum of the content as the Director recorded it, for example SHA-256. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0'] })
  checksum!: string | null;

  /** When the run that recorded the version ended. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  endedAt!: Date | null;

  /**
   * Level of that run.
   * @example 'Full'
   */
  level!: string;

  /**
   * Volumes that contain the version.
   * @example ['Default-0001']
   */
  volumes!: string[];
}

/** Volume that a restore reads. */
export class PlannedVolumeRecord {
  /**
   * Name of the volume.
   * @example 'Default-0001'
   */
  volume!: string;

  /** Pool of the volume. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Default'] })
  pool!: string | null;

  /** Storage of the volume. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Local'] })
  storage!: string | null;

  /**
   * Status of the volume in the catalog.
   * @example 'Full'
   */
  status!: string;

  /** Whether the volume is available. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  available!: boolean;

  /** Stable code of why it is not available. */
  @ApiProperty({ enum: volumeFaultCodes, enumName: 'VolumeFaultCode', nullable: true, examples: [null] })
  reasonCode!: VolumeFaultCode | null;

  /** Why it is not available. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  reason!: string | null;
}

/** Selected path that is not in the chain. */
export class MissingPath {
  /**
   * Path as text.
   * @example '/etc/no-such-file'
   */
  path!: string;

  /**
   * Exact path.
   * @example 'L2V0Yy9uby1zdWNoLWZpbGU'
   */
  ref!: string;
}

/** Path of the selection, and where it would be restored. */
export class RelocatedPathRecord {
  /**
   * Path in the backup.
   * @example '/home/anna/notes.txt'
   */
  path!: string;

  /**
   * Exact path in the backup.
   * @example 'L2hvbWUvYW5uYS9ub3Rlcy50eHQ'
   */
  ref!: string;

  /**
   * Path on the client that restores.
   * @example '/var/restores/anna/notes.txt'
   */
  target!: string;
}

/** First paths of the selection, and where they would be restored. */
export class RelocationPreviewRecord {
  /** At most ten paths, in no order. */
  samples!: RelocatedPathRecord[];
}

const targetKnowledge = ['unknown', 'nothing', 'conflicts'] as const;
export type InspectedTarget = (typeof targetKnowledge)[number];

/** State of the destination of a restore. */
export class RestoreTargetRecord {
  /**
   * Folder that was checked.
   * @example '/var/restores/today'
   */
  where!: string;

  /** Number of files that were checked, the first ones if there are many. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  inspected!: number;

  /** Number of these files that already exist. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  existing!: number;

  /** Number of these files that were modified after the backed-up version. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  newer!: number;

  /** First few of these files, with their names in the backup. */
  examples!: MissingPath[];
}

/** Requirements of a restore. */
export class RestorePlanRecord {
  /** Files to restore. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  files!: number;

  /** Bytes to restore. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [2048] })
  bytes!: number;

  /** Volumes to read. */
  volumes!: PlannedVolumeRecord[];

  /** Selected paths that are not in the chain. */
  missing!: MissingPath[];

  /** Runs that were read. */
  chain!: ChainRecord;

  /**
   * Whether files to restore already exist at the destination; `unknown` if the Director cannot check, or not all of
   * them.
   */
  @ApiProperty({ enum: targetKnowledge, enumName: 'TargetKnowledge', examples: ['nothing'] })
  targetHolds!: InspectedTarget;

  /** State of the destination; null if it was not checked. */
  target!: RestoreTargetRecord | null;
}

/** Restore that the Director has accepted. */
export class StartedRestore extends StartedJob {
  /** Selected paths that are not in the chain and will not be restored. */
  missing!: MissingPath[];
}
