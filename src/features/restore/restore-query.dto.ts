import { ApiProperty } from '@nestjs/swagger';
import { IsDefined, IsIn, IsOptional, IsString, Length, MaxLength, ValidateBy } from 'class-validator';
import { type ReplacePolicy } from '../../domain/director.port.js';
import { DirectorPageQuery, DirectorQuery } from '../../http/page.dto.js';
import { InstantField, MayBeAbsent, QueryFlag, QueryInteger, QueryWords } from '../../http/query.decorators.js';
import { NestedField } from '../../http/input.pipe.js';
import { JobIdsField, JobIdsQuery, RefsQuery, TextsField } from './restore-input.decorators.js';
import { type EntryType } from '../../domain/catalog-entry.js';
import { countWildcards, mostWildcards } from '../../domain/name-pattern.js';

const entryTypes = ['file', 'folder', 'symlink', 'other'] as const satisfies readonly EntryType[];

const FewWildcards = (): PropertyDecorator =>
  ValidateBy({
    name: 'wildcards',
    validator: {
      validate: (value, args) =>
        typeof value !== 'string' ||
        (args?.object as NameQuery | undefined)?.exact === true ||
        countWildcards(value) <= mostWildcards,
      defaultMessage: () => `$property may contain at most ${mostWildcards} wildcards (* and ?)`,
    },
  });

/** Filters of a search by name. */
export class NameQuery extends DirectorPageQuery {
  /**
   * Part of the file name, ignoring case. `*` matches any characters, `?` one character; with these, the text is
   * the whole name. At most 16 of them.
   * @example 'hosts'
   */
  @IsString()
  @Length(1, 255)
  @FewWildcards()
  q!: string;

  /** Match `q` as the whole name, case-sensitively. */
  @QueryFlag()
  exact?: boolean;

  /** Return only entries of these types. */
  @QueryWords(entryTypes)
  type?: EntryType[];

  /** Return only entries below this folder. */
  @ApiProperty({ type: 'string', required: false, maxLength: 16384, examples: ['/etc/'] })
  @IsOptional()
  @IsString()
  @MaxLength(16_384)
  path?: string;

  /** Return only entries below this folder, by ref. */
  @ApiProperty({ type: 'string', required: false, maxLength: 21848, examples: ['L2V0Yy8'] })
  @IsOptional()
  @IsString()
  @MaxLength(21_848)
  ref?: string;

  /** Return only entries of at least this many bytes. */
  @QueryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER })
  minSize?: number;

  /** Return only entries of at most this many bytes. */
  @QueryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER })
  maxSize?: number;

  /** Return only entries whose newest version was modified at or after this time. */
  @InstantField()
  modifiedSince?: Date;

  /** Return only entries whose newest version was modified before this time. */
  @InstantField()
  modifiedUntil?: Date;
}

export class SearchFilesQuery extends NameQuery {
  /** Job ids of the restore chain, separated by commas. */
  @JobIdsQuery()
  jobids!: number[];
}

export class FindFilesQuery extends NameQuery {
  /** Return only files of this client. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['this-machine'] })
  @IsOptional()
  @IsString()
  @Length(1, 127)
  client?: string;

  /** Return only versions whose data is older than this. */
  @InstantField()
  before?: Date;
}

const replacePolicies = ['always', 'never', 'ifnewer'] as const satisfies readonly ReplacePolicy[];

export class PointsQuery extends DirectorPageQuery {
  /**
   * Client whose data is restored.
   * @example 'this-machine'
   */
  @IsString()
  @Length(1, 127)
  client!: string;

  /** Return only points of this fileset. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['Home'] })
  @IsOptional()
  @IsString()
  @Length(1, 127)
  fileset?: string;

  /** Return only points whose data is older than this. */
  @InstantField()
  before?: Date;

  /** Return only the newest point of each fileset. Their `jobids` together restore the whole client as of that time. */
  @QueryFlag()
  perFileset: boolean = false;
}

export class FolderQuery extends DirectorPageQuery {
  /** Job ids of the restore chain, separated by commas. */
  @JobIdsQuery()
  jobids!: number[];

  /** Folder to list. Default without `ref`: the root folders. */
  @ApiProperty({ type: 'string', required: false, maxLength: 16384, examples: ['/etc/'] })
  @IsOptional()
  @IsString()
  @MaxLength(16_384)
  path?: string;

  /** Folder to list, by ref. */
  @ApiProperty({ type: 'string', required: false, maxLength: 21848, examples: ['L2V0Yy8'] })
  @IsOptional()
  @IsString()
  @MaxLength(21_848)
  ref?: string;
}

export class VersionsQuery extends DirectorPageQuery {
  /**
   * Client of the file.
   * @example 'this-machine'
   */
  @IsString()
  @Length(1, 127)
  client!: string;

  /** Path of the file. Specify either `path` or `ref`. */
  @ApiProperty({ type: 'string', required: false, maxLength: 16384, examples: ['/etc/hosts'] })
  @IsOptional()
  @IsString()
  @Length(1, 16_384)
  path?: string;

  /** Ref of the file. Specify either `path` or `ref`. */
  @ApiProperty({ type: 'string', required: false, maxLength: 21848, examples: ['L2V0Yy9ob3N0cw'] })
  @IsOptional()
  @IsString()
  @Length(1, 21_848)
  ref?: string;
}

export class PlanQuery extends DirectorQuery {
  /** Job ids of the restore chain, separated by commas. */
  @JobIdsQuery()
  jobids!: number[];

  /** File, or folder with its contents. Default without any path or ref: the whole chain. */
  @ApiProperty({ type: 'string', required: false, maxLength: 16384, examples: ['/etc/'] })
  @IsOptional()
  @IsString()
  @Length(1, 16_384)
  path?: string;

  /** File or folder, by ref. */
  @ApiProperty({ type: 'string', required: false, maxLength: 21848, examples: ['L2V0Yy8'] })
  @IsOptional()
  @IsString()
  @Length(1, 21_848)
  ref?: string;

  /** Several refs, separated by commas. Paths may contain commas, refs never do. */
  @RefsQuery()
  refs?: string[];

  /** Expression in the syntax of RE2. Adds all files and links of the chain whose full path matches. */
  @ApiProperty({ type: 'string', required: false, minLength: 1, maxLength: 1000, examples: ['[.]conf$'] })
  @IsOptional()
  @IsString()
  @Length(1, 1000)
  expression?: string;

  /** Target folder to check. Default: the restore folder of the Director. */
  @ApiProperty({ type: 'string', required: false, maxLength: 4096, examples: ['/var/restores/today'] })
  @IsOptional()
  @IsString()
  @Length(1, 4096)
  where?: string;

  /** Client to restore to. Default: the client that was backed up. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['this-machine'] })
  @IsOptional()
  @IsString()
  @Length(1, 127)
  restoreClient?: string;
}

/** Other paths for restored files. Give `regex` alone, or any of the others. Directors apply it instead of `where`. */
export class RelocationBody {
  /**
   * Folder to remove from the beginning of the paths. Other paths are not changed.
   * @example '/home/anna'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 4096)
  stripPrefix?: string;

  /**
   * Folder below which the paths are restored, after `stripPrefix` was removed.
   * @example '/var/restores/anna'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 4096)
  addPrefix?: string;

  /**
   * Text to add to the names of files and links, not of folders.
   * @example '.restored'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 64)
  addSuffix?: string;

  /**
   * Expressions in the syntax of RegexWhere: `!from!to!flags`, separated by commas if there are several. Requires restore:anywhere.
   * @example '!^/home/([^/]+)!/srv/$1!'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 1000)
  regex?: string;
}

/** Selection, and how its paths are changed. */
export class RelocationPreviewBody {
  /** Job ids of a restore chain of one client. */
  @JobIdsField()
  jobids!: number[];

  /** Files, or folders with their contents. Default without `paths`, `refs` and `expression`: everything in the chain. */
  @TextsField('/etc/hosts')
  paths?: string[];

  /** Files or folders by ref, for names that are not UTF-8. */
  @TextsField('L2V0Yy9ob3N0cw')
  refs?: string[];

  /**
   * Expression in the syntax of RE2. Adds all files and links of the chain whose full path matches.
   * @example '[.]conf$'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 1000)
  expression?: string;

  /** Other paths for the files. */
  @NestedField(() => RelocationBody)
  @IsDefined()
  relocation!: RelocationBody;

  /**
   * Name of the Director. Default: the default Director.
   * @example 'embedded'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  director?: string;
}

/** Files to restore, their destination, and how to handle existing files. */
export class RestoreRunBody {
  /** Job ids of a restore chain of one client, in any order: of one fileset, or of several for the whole client. */
  @JobIdsField()
  jobids!: number[];

  /** Files, or folders with their contents. Default without `paths`, `refs` and `expression`: everything in the chain. */
  @TextsField('/etc/hosts')
  paths?: string[];

  /** Files or folders by ref, for names that are not UTF-8. */
  @TextsField('L2V0Yy9ob3N0cw')
  refs?: string[];

  /**
   * Expression in the syntax of RE2. Adds all files and links of the chain whose full path matches, at most 10,000.
   * @example '[.]conf$'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 1000)
  expression?: string;

  /**
   * Client to restore to. Default: the client that was backed up.
   * @example 'this-machine'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  restoreClient?: string;

  /**
   * Absolute folder below which the original paths are restored; `/` restores to the original location. Default: the
   * restore folder of the Director.
   * @example '/var/restores/today'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 4096)
  where?: string;

  /** Other paths for the files. It replaces `where`. */
  @MayBeAbsent()
  @NestedField(() => RelocationBody)
  relocation?: RelocationBody;

  /**
   * Restore job of the Director to run as. Another one than the default requires restore:anywhere.
   * @example 'RestoreFiles'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  restoreJob?: string;

  /**
   * Storage of the Director to read the volumes at, where the Director leaves the choice.
   * @example 'Local'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  storage?: string;

  /**
   * Options for the client's plugins, in the syntax of the plugin. Requires restore:commands.
   * @example 'bpipe:file=/dump/db.sql:writer=tee /var/restores/db.sql'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 1000)
  pluginOptions?: string;

  /** How to handle existing files. */
  @ApiProperty({ enum: replacePolicies, enumName: 'ReplacePolicy', required: false, default: 'always' })
  @MayBeAbsent()
  @IsIn(replacePolicies)
  replace: ReplacePolicy = 'always';

  /**
   * Name of the Director. Default: the default Director.
   * @example 'embedded'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  director?: string;
}
