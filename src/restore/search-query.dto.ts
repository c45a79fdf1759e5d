import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, Length, MaxLength, ValidateBy } from 'class-validator';
import { type EntryType } from '../domain/catalog.port.js';
import { countWildcards, mostWildcards } from '../domain/name-pattern.js';
import { DirectorPageQuery } from '../platform/http/page.dto.js';
import { InstantField, QueryFlag, QueryInteger, QueryWords } from '../platform/http/query.decorators.js';
import { JobIdsQuery } from './restore-input.decorators.js';

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

/** What a name search may be narrowed to. */
export class NameQuery extends DirectorPageQuery {
  /**
   * Part of the file's name in any letter case; `*` stands for any characters, `?` for one, and then the text is the whole name. At most 16 of them.
   * @example 'hosts'
   */
  @IsString()
  @Length(1, 255)
  @FewWildcards()
  q!: string;

  /** Take `q` as the whole name, letter by letter. */
  @QueryFlag()
  exact?: boolean;

  /** Only entries of these types. */
  @QueryWords(entryTypes)
  type?: EntryType[];

  /** Only what lies below this folder. */
  @ApiProperty({ type: 'string', required: false, maxLength: 16384, examples: ['/etc/'] })
  @IsOptional()
  @IsString()
  @MaxLength(16_384)
  path?: string;

  /** The same by the ref of a folder. */
  @ApiProperty({ type: 'string', required: false, maxLength: 21848, examples: ['L2V0Yy8'] })
  @IsOptional()
  @IsString()
  @MaxLength(21_848)
  ref?: string;

  /** Only entries of at least so many bytes. */
  @QueryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER })
  minSize?: number;

  /** Only entries of at most so many bytes. */
  @QueryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER })
  maxSize?: number;

  /** Only entries whose newest version was changed at this time or later. */
  @InstantField()
  modifiedSince?: Date;

  /** Only entries whose newest version was changed before this time. */
  @InstantField()
  modifiedUntil?: Date;
}

export class SearchFilesQuery extends NameQuery {
  /** The runs of the restore chain, parted by commas. */
  @JobIdsQuery()
  jobids!: number[];
}

export class FindFilesQuery extends NameQuery {
  /** Only files of this client. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['this-machine'] })
  @IsOptional()
  @IsString()
  @Length(1, 127)
  client?: string;

  /** Only versions whose data is older than this. */
  @InstantField()
  before?: Date;
}
