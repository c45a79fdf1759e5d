import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { QueryFlag, QueryInteger } from './query.decorators.js';

/** What every list takes. */
export class PageQuery {
  /** Rows on a page. */
  @QueryInteger({ min: 1, max: 500, fallback: 50 })
  limit: number = 50;

  /** `nextCursor` of the page before; only with the same other parameters. */
  @ApiProperty({ type: 'string', required: false, maxLength: 8192 })
  @IsOptional()
  @IsString()
  @MaxLength(8192)
  cursor?: string;

  /** Also count the rows, with bounded work. */
  @QueryFlag()
  count?: boolean;
}

/** A list of one Director, or of all with `*` where the route says so. */
export class DirectorPageQuery extends PageQuery {
  /** Name of the Director; without it the default one. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['embedded'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  director?: string;
}

export class DirectorQuery {
  /** Name of the Director; without it the default one. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['embedded'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  director?: string;
}
