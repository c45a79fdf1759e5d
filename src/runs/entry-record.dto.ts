import { ApiProperty } from '@nestjs/swagger';
import { type RestoreOutcome, restoreOutcomes } from '../domain/restore-facts.js';

const entryTypes = ['file', 'folder', 'symlink', 'other'] as const;

/** One file, folder or link as a run recorded it. */
export class EntryRecord {
  /**
   * Absolute path with the name; a folder's ends in a slash. Bytes that are not UTF-8 are shown as U+FFFD.
   * @example '/etc/hosts'
   */
  path!: string;

  /**
   * The last word of the path, without a slash.
   * @example 'hosts'
   */
  name!: string;

  /** What it is. */
  @ApiProperty({ enum: entryTypes, enumName: 'EntryType', examples: ['file'] })
  type!: (typeof entryTypes)[number];

  /**
   * The Director whose catalog has it.
   * @example 'embedded'
   */
  director!: string;

  /**
   * The client that it was read from.
   * @example 'this-machine'
   */
  client!: string;

  /** The run that recorded it. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, examples: [7] })
  jobId!: number;

  /** Opaque; null for a folder that no run recorded itself. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['1204'] })
  fileId!: string | null;

  /** Size in bytes. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [2048] })
  size!: number;

  /** When its content last changed. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-19T08:30:00.000Z'] })
  modifiedAt!: string | null;

  /** Type and permission bits, as lstat gives them. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [33188] })
  mode!: number;

  /** true: `path` and `name` do not show the exact bytes; address it by `ref`. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  lossy!: boolean;

  /**
   * Opaque text of the exact path; goes in wherever a path does.
   * @example 'L2V0Yy9ob3N0cw'
   */
  ref!: string;
}

/** One file, folder or link that a run recorded, or that a restore was to bring back. */
export class RunFileRecord extends EntryRecord {
  /** What became of it in a restore; absent for other runs. */
  @ApiProperty({ enum: restoreOutcomes, enumName: 'RestoreOutcome', required: false, examples: ['restored'] })
  outcome?: RestoreOutcome;

  /** Why a restore could not bring it back. */
  @ApiProperty({ type: 'string', nullable: true, required: false, examples: [null] })
  reason?: string | null;
}
