import { ApiProperty } from '@nestjs/swagger';
import { type RestoreOutcome, restoreOutcomes } from '../../domain/restore-facts.js';

const entryTypes = ['file', 'folder', 'symlink', 'other'] as const;

/** File, folder or link as recorded by a run. */
export class EntryRecord {
  /**
   * Absolute path with the name. A folder ends in a slash. Bytes that are not UTF-8 appear as U+FFFD.
   * @example '/etc/hosts'
   */
  path!: string;

  /**
   * Last part of the path, without a slash.
   * @example 'hosts'
   */
  name!: string;

  /** Type of the entry. */
  @ApiProperty({ enum: entryTypes, enumName: 'EntryType', examples: ['file'] })
  type!: (typeof entryTypes)[number];

  /**
   * Director whose catalog contains the entry.
   * @example 'embedded'
   */
  director!: string;

  /**
   * Client from which it was backed up.
   * @example 'this-machine'
   */
  client!: string;

  /** Job id of the run that recorded it. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, examples: [7] })
  jobId!: number;

  /** Opaque id; null for a folder that no run recorded itself. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['1204'] })
  fileId!: string | null;

  /** Size in bytes. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [2048] })
  size!: number;

  /** When the content was last modified. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-19T08:30:00.000Z'] })
  modifiedAt!: string | null;

  /** File type and permission bits, as in lstat. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [33188] })
  mode!: number;

  /** True if `path` and `name` do not show the exact bytes. Use `ref` in this case. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  lossy!: boolean;

  /**
   * Opaque form of the exact path. Accepted wherever a path is.
   * @example 'L2V0Yy9ob3N0cw'
   */
  ref!: string;
}

/** File, folder or link that a run backed up, or that a restore was to restore. */
export class RunFileRecord extends EntryRecord {
  /** Result in a restore; absent for other runs. */
  @ApiProperty({ enum: restoreOutcomes, enumName: 'RestoreOutcome', required: false, examples: ['restored'] })
  outcome?: RestoreOutcome;

  /** Why a restore could not restore it. */
  @ApiProperty({ type: 'string', nullable: true, required: false, examples: [null] })
  reason?: string | null;
}
