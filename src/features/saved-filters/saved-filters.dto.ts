import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { PageQuery } from '../../http/page.dto.js';
import { MayBeAbsent } from '../../http/query.decorators.js';
import { TextLine } from '../../http/text-line.decorator.js';
import { type FilteredPage, filteredPages, type SavedFilterEntity } from './saved-filter.entity.js';

const PageField = (required: boolean): PropertyDecorator =>
  ApiProperty({ enum: filteredPages, enumName: 'FilteredPage', required, examples: ['runs'] });
const NameField = (): PropertyDecorator => TextLine({ max: 60, isBlankAllowed: false });
const QueryField = (): PropertyDecorator => TextLine({ max: 2_000 });

/** Filters of a list, saved under a name. */
export class SavedFilter {
  /**
   * Id of the saved filter.
   * @example '9d0b1a52-7f3e-4a0b-8b8e-0c5d7e1f2a44'
   */
  id!: string;

  /** List that the filters apply to. */
  @PageField(true)
  page!: FilteredPage;

  /**
   * Name, unique per user and list.
   * @example 'Failed this week'
   */
  name!: string;

  /**
   * Filters as a query string without the question mark. The console stores it as it is and does not interpret it.
   * @example 'status=error&client=web01'
   */
  query!: string;

  /** When the filters were saved. */
  createdAt!: Date;

  /** When the name or the filters were last changed. */
  updatedAt!: Date;
}

export class SavedFiltersQuery extends PageQuery {
  /** Return only saved filters of this list. */
  @PageField(false)
  @IsOptional()
  @IsIn(filteredPages)
  page?: FilteredPage;
}

export class SaveFilterBody {
  /** List that the filters apply to. */
  @PageField(true)
  @IsIn(filteredPages)
  page!: FilteredPage;

  /**
   * Name, unique per user and list. 1 to 60 characters on one line.
   * @example 'Failed this week'
   */
  @NameField()
  name!: string;

  /**
   * Filters as a query string without the question mark. 1 to 2000 characters on one line.
   * @example 'status=error&client=web01'
   */
  @QueryField()
  query!: string;
}

export class ChangeSavedFilterBody {
  /**
   * New name. 1 to 60 characters on one line.
   * @example 'Failed since Monday'
   */
  @MayBeAbsent()
  @NameField()
  name?: string;

  /**
   * New filters. 1 to 2000 characters on one line.
   * @example 'status=error'
   */
  @MayBeAbsent()
  @QueryField()
  query?: string;
}

export function savedFilterOf({ id, page, name, query, createdAt, updatedAt }: SavedFilterEntity): SavedFilter {
  return { id, page, name, query, createdAt, updatedAt };
}
