import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { QueryFlag, QueryInteger } from './query.decorators.js';

/** Common parameters of lists. */
export class PageQuery {
  /** Number of items per page. */
  @QueryInteger({ min: 1, max: 500, fallback: 50 })
  limit: number = 50;

  /** `nextCursor` of the previous page. All other parameters must be the same. */
  @ApiProperty({ type: 'string', required: false, maxLength: 8192 })
  @IsOptional()
  @IsString()
  @MaxLength(8192)
  cursor?: string;

  /** Also count the items, up to a limit. */
  @QueryFlag()
  count?: boolean;
}

/** Common parameters of lists of one Director, or of all with `*` if the route supports it. */
export class DirectorPageQuery extends PageQuery {
  /** Name of the Director. Default: the default Director. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['embedded'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  director?: string;
}

export class DirectorQuery {
  /** Name of the Director. Default: the default Director. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['embedded'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  director?: string;
}
