import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Length, MaxLength } from 'class-validator';
import { type ReplacePolicy } from '../domain/director.port.js';
import { DirectorPageQuery, DirectorQuery } from '../platform/http/page.dto.js';
import { InstantField, MayBeAbsent, QueryFlag } from '../platform/http/query.decorators.js';
import { JobIdsField, JobIdsQuery, RefsQuery, TextsField } from './restore-input.decorators.js';

const replacePolicies = ['always', 'never', 'ifnewer'] as const satisfies readonly ReplacePolicy[];

export class PointsQuery extends DirectorPageQuery {
  /**
   * The client whose data is wanted.
   * @example 'this-machine'
   */
  @IsString()
  @Length(1, 127)
  client!: string;

  /** Only points of this fileset. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['Home'] })
  @IsOptional()
  @IsString()
  @Length(1, 127)
  fileset?: string;

  /** Only points whose data is older than this. */
  @InstantField()
  before?: Date;

  /** Of each fileset its newest point alone. Their `jobids` together are the whole client as of that time. */
  @QueryFlag()
  perFileset: boolean = false;
}

export class FolderQuery extends DirectorPageQuery {
  /** The runs of the restore chain, parted by commas. */
  @JobIdsQuery()
  jobids!: number[];

  /** The folder to list; without it and without `ref` the roots. */
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
}

export class VersionsQuery extends DirectorPageQuery {
  /**
   * The client that the file is of.
   * @example 'this-machine'
   */
  @IsString()
  @Length(1, 127)
  client!: string;

  /** The file's path; or give `ref`. */
  @ApiProperty({ type: 'string', required: false, maxLength: 16384, examples: ['/etc/hosts'] })
  @IsOptional()
  @IsString()
  @Length(1, 16_384)
  path?: string;

  /** The file's ref; or give `path`. */
  @ApiProperty({ type: 'string', required: false, maxLength: 21848, examples: ['L2V0Yy9ob3N0cw'] })
  @IsOptional()
  @IsString()
  @Length(1, 21_848)
  ref?: string;
}

export class PlanQuery extends DirectorQuery {
  /** The runs of the restore chain, parted by commas. */
  @JobIdsQuery()
  jobids!: number[];

  /** A file, or a folder with all in it. Without any path or ref the whole chain. */
  @ApiProperty({ type: 'string', required: false, maxLength: 16384, examples: ['/etc/'] })
  @IsOptional()
  @IsString()
  @Length(1, 16_384)
  path?: string;

  /** The same by its ref. */
  @ApiProperty({ type: 'string', required: false, maxLength: 21848, examples: ['L2V0Yy8'] })
  @IsOptional()
  @IsString()
  @Length(1, 21_848)
  ref?: string;

  /** Several refs, parted by commas: a path may hold a comma, a ref never does. */
  @RefsQuery()
  refs?: string[];

  /** Where the restore would write, to be looked into; without it the Director's own restore folder. */
  @ApiProperty({ type: 'string', required: false, maxLength: 4096, examples: ['/var/restores/today'] })
  @IsOptional()
  @IsString()
  @Length(1, 4096)
  where?: string;

  /** The client to write to; without it the one that was read. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['this-machine'] })
  @IsOptional()
  @IsString()
  @Length(1, 127)
  restoreClient?: string;
}

/** What to restore, where to, and what to do with files that are there. */
export class RestoreRunBody {
  /** The runs of a restore chain of one client, in any order: of one fileset, or of several for the whole client. */
  @JobIdsField()
  jobids!: number[];

  /** Files, or folders with all in them. Without `paths` and `refs` everything that the chain holds. */
  @TextsField('/etc/hosts')
  paths?: string[];

  /** The same by refs, for names that are not UTF-8. */
  @TextsField('L2V0Yy9ob3N0cw')
  refs?: string[];

  /**
   * The client to write to; without it the one that was read.
   * @example 'this-machine'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  restoreClient?: string;

  /**
   * Absolute folder that original paths are appended to; `/` restores in place. Without it the Director's own restore folder.
   * @example '/var/restores/today'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 4096)
  where?: string;

  /** What to do with a file that is there already. */
  @ApiProperty({ enum: replacePolicies, enumName: 'ReplacePolicy', required: false, default: 'always' })
  @MayBeAbsent()
  @IsIn(replacePolicies)
  replace: ReplacePolicy = 'always';

  /**
   * Name of the Director; without it the default one.
   * @example 'embedded'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  director?: string;
}
