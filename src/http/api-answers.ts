import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiProperty, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { STATUS_CODES } from 'node:http';
import { problemMediaType } from './problem.js';
import { Conditional } from './conditional.interceptor.js';
import { Problem } from './problem.dto.js';

/** Declares problem answers of these statuses in the document. */
export function ApiProblems(...statuses: number[]): MethodDecorator & ClassDecorator {
  return applyDecorators(ApiExtraModels(Problem), ...statuses.map(problemResponse));
}

/** Swagger would put the descriptions of two declarations of one status behind each other, so the second is left out. */
function problemResponse(status: number): MethodDecorator & ClassDecorator {
  const declare = ApiResponse({
    status,
    description: STATUS_CODES[status] ?? 'Error',
    content: { [problemMediaType]: { schema: { $ref: getSchemaPath(Problem) } } },
  });
  return (target: object, key?: string | symbol, descriptor?: PropertyDescriptor): void => {
    const place = (descriptor?.value ?? target) as object;
    const declared = (Reflect.getMetadata('swagger/apiResponse', place) ?? {}) as Readonly<Record<string, unknown>>;
    if (status in declared) return;
    if (key !== undefined && descriptor) declare(target, key, descriptor);
    else declare(target as new () => object);
  };
}

/** Total number of rows, counted up to a limit. */
export class PageTotal {
  /** Number of rows, at least. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1204] })
  value!: number;

  /** False if counting stopped at `value`. */
  @ApiProperty({
    type: 'boolean',
    description: 'False if counting stopped at `value` and there are more.',
    examples: [true],
  })
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
    @ApiProperty({ type: () => [item], description: 'Items of this page.' })
    items!: object[];

    @ApiProperty({
      type: 'string',
      nullable: true,
      description: 'Cursor of the next page; null on the last one.',
      examples: [null],
    })
    nextCursor!: string | null;

    @ApiProperty({ type: () => PageTotal, required: false, description: 'Present only with `count=true`.' })
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

/** Declares a 200 with a page of these items, which has a weak ETag. */
export function ApiPage(item: Constructor, description: string): MethodDecorator {
  return applyDecorators(
    Conditional(),
    ApiPageModels(item),
    ApiOkResponse({ description, schema: { $ref: `#/components/schemas/${item.name}Page` } }),
    ApiProblems(400),
  );
}
