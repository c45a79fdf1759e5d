import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiProperty, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { STATUS_CODES } from 'node:http';
import { problemMediaType } from './problem.js';
import { Problem } from './problem.dto.js';

/** Declares problem answers of these statuses in the document. */
export function ApiProblems(...statuses: number[]): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiExtraModels(Problem),
    ...statuses.map((status) =>
      ApiResponse({
        status,
        description: STATUS_CODES[status] ?? 'Error',
        content: { [problemMediaType]: { schema: { $ref: getSchemaPath(Problem) } } },
      }),
    ),
  );
}

/** How many there are in all, with bounded counting. */
export class PageTotal {
  /** At least this many. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1204] })
  value!: number;

  /** false: counting stopped at `value`. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  exact!: boolean;
}

export interface PageOf<T> {
  items: T[];
  nextCursor: string | null;
  total?: PageTotal;
}

type Constructor = abstract new (...args: never[]) => object;

const pageClasses = new Map<Constructor, Constructor>();

/** The schema class of a page of these items; one a class, named `<Item>Page` in the document. */
function pageClassOf(item: Constructor): Constructor {
  const known = pageClasses.get(item);
  if (known) return known;
  class Page {
    @ApiProperty({ type: () => [item], description: 'The rows of this page.' })
    items!: object[];

    @ApiProperty({
      type: 'string',
      nullable: true,
      description: 'Hand it in as `cursor` for the next page; null on the last one.',
    })
    nextCursor!: string | null;

    @ApiProperty({ type: () => PageTotal, required: false, description: 'Only with `count=true`.' })
    total?: PageTotal;
  }
  Object.defineProperty(Page, 'name', { value: `${item.name}Page` });
  pageClasses.set(item, Page);
  return Page;
}

/** Puts the schema of a page of these items, `<Item>Page`, into the document. */
export function ApiPageModels(item: Constructor): MethodDecorator {
  return ApiExtraModels(pageClassOf(item), item, PageTotal);
}

/** Declares a 200 with a page of these items. */
export function ApiPage(item: Constructor, description: string): MethodDecorator {
  return applyDecorators(
    ApiPageModels(item),
    ApiOkResponse({ description, schema: { $ref: `#/components/schemas/${item.name}Page` } }),
    ApiProblems(400),
  );
}
