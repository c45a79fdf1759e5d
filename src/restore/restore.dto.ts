import { ApiProperty } from '@nestjs/swagger';
import { volumeFaultCodes, type VolumeFaultCode } from '../domain/catalog.port.js';
import { type ChainFault, chainFaultCodes } from '../domain/restore-chain.js';
import { type SaidValues } from '../domain/said.js';
import { PageTotal } from '../platform/http/api-answers.js';
import { ApiSaidValues } from '../platform/http/openapi/said-values.decorator.js';
import { EntryRecord } from '../runs/entry-record.dto.js';
import { StartedJob } from '../runs/started-job.dto.js';

const integerList = { type: 'array', items: { type: 'integer', format: 'int32', minimum: 1 } } as const;
const restorableWords = ['yes', 'partial', 'no'] as const;

/** Something that a restore would lack. */
export class ChainFaultRecord {
  /** Stable word for it. */
  @ApiProperty({ enum: chainFaultCodes, enumName: 'ChainFaultCode', examples: ['volume_unavailable'] })
  code!: ChainFault['code'];

  /** The values that stand in the reason: jobId, level, volume, status. */
  @ApiSaidValues({ volume: 'Default-0001', jobId: 7, status: 'Error' })
  params!: SaidValues;
}

/** A moment that a client's data can be brought back to. */
export class RestorePointRecord {
  /** The run that makes the point. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, examples: [9] })
  jobId!: number;

  /**
   * The Director whose catalog has it.
   * @example 'embedded'
   */
  director!: string;

  /**
   * The client.
   * @example 'this-machine'
   */
  client!: string;

  /**
   * The fileset.
   * @example 'Home'
   */
  fileset!: string;

  /**
   * The job of that run.
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

  /** Files of the whole chain, each version counted. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1204] })
  files!: number;

  /** Bytes of the whole chain. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  bytes!: number;

  /** The runs that a restore of this point needs: hand them to the other calls. */
  @ApiProperty({ ...integerList, examples: [[7, 9]] })
  jobids!: number[];

  /** Whether what is needed is still there. */
  @ApiProperty({ enum: restorableWords, enumName: 'Restorable', examples: ['yes'] })
  restorable!: (typeof restorableWords)[number];

  /**
   * Why it is not, or not wholly, restorable.
   * @example []
   */
  reasons!: string[];

  /** The same reasons in their order, by stable words. */
  @ApiProperty({ type: () => [ChainFaultRecord], examples: [[]] })
  faults!: ChainFaultRecord[];
}

/** The runs that an answer was made of. */
export class ChainRecord {
  /** Those that were read. */
  @ApiProperty({ ...integerList, examples: [[7, 9]] })
  jobids!: number[];

  /** Those that were asked for and are not there, or whose files are no longer recorded. */
  @ApiProperty({ ...integerList, examples: [[]] })
  missingJobids!: number[];
}

/** Entries of a chain, page by page. */
export class ChainEntryPage {
  /** The entries of this page. */
  items!: EntryRecord[];

  /** Hand it in as `cursor` for the next page; null on the last one. */
  @ApiProperty({ type: 'string', nullable: true })
  nextCursor!: string | null;

  /** Only with `count=true`. */
  total?: PageTotal;

  /** The runs that were read. */
  chain!: ChainRecord;
}

/** A file with the newest of its kept versions, and how many there are. */
export class KeptFileRecord extends EntryRecord {
  /** Kept versions, those before `before` where it is given. */
  @ApiProperty({ type: 'integer', minimum: 1, examples: [3] })
  versions!: number;

  /** true: a later backup found it gone; its versions are still kept. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  deleted!: boolean;
}

/** One of the kept versions of a file. */
export class VersionRecord extends EntryRecord {
  /** SHA-256 or another sum of the content, as the Director recorded it. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0'] })
  checksum!: string | null;

  /** When the run that recorded it ended. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  endedAt!: Date | null;

  /**
   * Level of that run.
   * @example 'Full'
   */
  level!: string;

  /**
   * The volumes it lies on.
   * @example ['Default-0001']
   */
  volumes!: string[];
}

/** A volume that a restore reads. */
export class PlannedVolumeRecord {
  /**
   * Name of the volume.
   * @example 'Default-0001'
   */
  volume!: string;

  /** The pool it belongs to. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Default'] })
  pool!: string | null;

  /** The storage it lies in. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Local'] })
  storage!: string | null;

  /**
   * Its status in the catalog.
   * @example 'Full'
   */
  status!: string;

  /** Whether it is at hand. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  available!: boolean;

  /** Stable word for why it is not. */
  @ApiProperty({ enum: volumeFaultCodes, enumName: 'VolumeFaultCode', nullable: true, examples: [null] })
  reasonCode!: VolumeFaultCode | null;

  /** Why it is not. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  reason!: string | null;
}

/** Something that was selected and that the chain does not hold. */
export class MissingPath {
  /**
   * The path as text.
   * @example '/etc/no-such-file'
   */
  path!: string;

  /**
   * The exact path.
   * @example 'L2V0Yy9uby1zdWNoLWZpbGU'
   */
  ref!: string;
}

const targetKnowledge = ['unknown', 'nothing', 'conflicts'] as const;
export type TargetKnowledge = (typeof targetKnowledge)[number];

/** What stands where a restore would write. */
export class RestoreTargetRecord {
  /**
   * The folder that was looked into.
   * @example '/var/restores/today'
   */
  where!: string;

  /** So many of the files were looked for, the first of them where there are many. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  looked!: number;

  /** Those of them that stand there already. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  existing!: number;

  /** Those that were changed there after the backed-up version. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  newer!: number;

  /** The first few of them, as they are called in the backup. */
  examples!: MissingPath[];
}

/** What a restore would need. */
export class RestorePlanRecord {
  /** Files it would write. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  files!: number;

  /** Bytes it would write. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [2048] })
  bytes!: number;

  /** The volumes it would read. */
  volumes!: PlannedVolumeRecord[];

  /** What was selected and is not in the chain. */
  missing!: MissingPath[];

  /** The runs that were read. */
  chain!: ChainRecord;

  /** Whether files stand where the restore would write; `unknown` where the Director cannot look, or not at all of them. */
  @ApiProperty({ enum: targetKnowledge, enumName: 'TargetKnowledge', examples: ['nothing'] })
  targetHolds!: TargetKnowledge;

  /** What was found there; null where it was not looked at. */
  target!: RestoreTargetRecord | null;
}

/** A restore that the Director has just taken. */
export class StartedRestore extends StartedJob {
  /** What was selected and is not in the chain, and so will not be restored. */
  missing!: MissingPath[];
}
