import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, Length, MaxLength, ValidateBy } from 'class-validator';
import { type EntryType } from '../../domain/catalog.port.js';
import { countWildcards, mostWildcards } from '../../domain/name-pattern.js';
import { DirectorPageQuery } from '../../http/page.dto.js';
import { InstantField, QueryFlag, QueryInteger, QueryWords } from '../../http/query.decorators.js';
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
