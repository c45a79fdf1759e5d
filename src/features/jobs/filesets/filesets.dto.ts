import { ApiProperty } from '@nestjs/swagger';
import { DirectorPageQuery } from '../../../http/page.dto.js';
import { QueryWords } from '../../../http/query.decorators.js';

export class FilesetsQuery extends DirectorPageQuery {
  /** Return only these filesets, separated by commas. */
  @QueryWords()
  name?: string[];
}

/** Named list of exclude patterns. */
export class ExcludePreset {
  /**
   * Name.
   * @example 'trash'
   */
  name!: string;

  /** Patterns of the list, in the same syntax as `exclude`. */
  @ApiProperty({ type: [String], examples: [['.local/share/Trash/*', '.Trash/', '.Trash-*/', '$RECYCLE.BIN/']] })
  patterns!: string[];
}

/** Configured fileset: what a job backs up. */
export class FilesetRecord {
  /**
   * Name, unique within the Director.
   * @example 'Home'
   */
  name!: string;

  /**
   * Director of the fileset.
   * @example 'embedded'
   */
  director!: string;

  /** Files and folders to back up; null if the Director does not report them. */
  @ApiProperty({ type: [String], nullable: true, examples: [['/home', '/etc']] })
  include!: string[] | null;

  /** Files, folders and patterns that are excluded; null if the Director does not report them. */
  @ApiProperty({ type: [String], nullable: true, examples: [['*.iso', '/home/tmp']] })
  exclude!: string[] | null;

  /**
   * Lists of patterns that are also excluded; their patterns are not repeated in `exclude`. Only the embedded Director has such
   * lists. null if the Director does not report them.
   */
  @ApiProperty({ type: [ExcludePreset], nullable: true })
  excludePresets!: ExcludePreset[] | null;

  /** Names of files that mark a folder: folders that directly contain one are left out. null if the Director does not report them. */
  @ApiProperty({ type: [String], nullable: true, examples: [['.nobackup', 'CACHEDIR.TAG']] })
  markerFiles!: string[] | null;

  /** Whether further patterns or plugins, which are not listed, select files. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  hasPatterns!: boolean;
}
