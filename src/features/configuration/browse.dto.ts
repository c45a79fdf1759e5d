import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { type FolderEntryKind, folderEntryKinds } from '../../domain/configuration-reader.port.js';
import { MayBeAbsent } from '../../http/query.decorators.js';
import { ConfigurationQuery } from './configuration.dto.js';

export class BrowseQuery extends ConfigurationQuery {
  /** Absolute path of the folder. Default: the root folder. */
  @ApiProperty({ type: 'string', required: false, maxLength: 4096, examples: ['/home'] })
  @MayBeAbsent()
  @IsString()
  @MaxLength(4096)
  path?: string;

  /** The folder by `ref`. */
  @ApiProperty({ type: 'string', required: false, maxLength: 5462, examples: ['L2hvbWUv'] })
  @MayBeAbsent()
  @IsString()
  @MaxLength(5462)
  ref?: string;
}

/** Folder, file or link of the machine. */
export class BrowsedEntry {
  /**
   * Name. Bytes that are not UTF-8 appear as U+FFFD.
   * @example 'otto'
   */
  name!: string;

  /**
   * Absolute path. A folder ends in a slash.
   * @example '/home/otto/'
   */
  path!: string;

  /**
   * Opaque form of the exact path.
   * @example 'L2hvbWUvb3R0by8'
   */
  ref!: string;

  /** True if `path` and `name` do not show the exact bytes: a fileset cannot include this path by itself. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  lossy!: boolean;

  /** Kind of the entry. Of a link, a backup contains the link and not its target. */
  @ApiProperty({ enum: folderEntryKinds, enumName: 'BrowsedEntryKind', examples: ['folder'] })
  kind!: FolderEntryKind;

  /** Bytes of a file; null for all others. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, examples: [null] })
  size!: number | null;

  /** Whether the console may read it; null if a disk is mounted there, which is not accessed before the folder is opened. */
  @ApiProperty({ type: 'boolean', nullable: true, examples: [true] })
  readable!: boolean | null;

  /**
   * Number of its file system. If it differs from that of the folder, another file system begins here.
   * @example '254:0'
   */
  device!: string;
}

/** Contents of a folder of the machine. */
export class BrowsedFolder {
  /**
   * Absolute path, with a final slash.
   * @example '/home/'
   */
  path!: string;

  /**
   * Opaque form of the exact path.
   * @example 'L2hvbWUv'
   */
  ref!: string;

  /** Path of the folder that contains it; null for the root folder. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['/'] })
  parent!: string | null;

  /** `parent` as `ref`. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Lw'] })
  parentRef!: string | null;

  /**
   * Number of its file system.
   * @example '254:0'
   */
  device!: string;

  /** Folders by name, then all others by name. At most 5,000. */
  @ApiProperty({ type: [BrowsedEntry] })
  entries!: BrowsedEntry[];

  /** Whether the folder has more entries. Of a folder of more than 50,000, or on a slow disk, those listed need not be the first ones. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  truncated!: boolean;
}
