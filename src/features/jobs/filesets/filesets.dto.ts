import { ApiProperty } from '@nestjs/swagger';
import { DirectorPageQuery } from '../../../http/page.dto.js';
import { QueryWords } from '../../../http/query.decorators.js';

export class FilesetsQuery extends DirectorPageQuery {
  /** Return only these filesets, separated by commas. */
  @QueryWords()
  name?: string[];
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

  /** Whether further patterns or plugins, which are not listed, select files. */
  @ApiProperty({ type: 'boolean', examples: [false] })
  hasPatterns!: boolean;
}
