import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsString, MaxLength } from 'class-validator';
import { distinctJobIds, maxJobIds, parseJobIds } from '../../domain/job.js';
import { MayBeAbsent } from '../../http/query.decorators.js';

const malformed = 'malformed';
const jobIdsError = { message: `jobids must be 1 to ${maxJobIds} job ids, each a positive 32-bit integer` };

const jobIdList = {
  type: 'array',
  items: { type: 'integer', format: 'int32', minimum: 1 },
  minItems: 1,
  maxItems: maxJobIds,
} as const;

/** The runs of a chain in a query, separated by commas; in any order, which is the same query to a cursor; duplicates dropped. */
export function JobIdsQuery(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) =>
      typeof value === 'string' ? (parseJobIds(value)?.sort((a, b) => a - b) ?? malformed) : (value as unknown),
    ),
    IsArray(jobIdsError),
    ApiProperty({ ...jobIdList, isArray: false, required: true, examples: [[7, 9]] }),
  );
}

/** The runs of a chain in a body. */
export function JobIdsField(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      Array.isArray(value) ? (distinctJobIds(value as unknown[]) ?? malformed) : value,
    ),
    IsArray(jobIdsError),
    ApiProperty({ ...jobIdList, examples: [[7, 9]] }),
  );
}

const mostRefs = 500;

/** Refs of catalog entries in a query, separated by commas. */
export function RefsQuery(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => (typeof value === 'string' ? value.split(',') : (value as unknown))),
    MayBeAbsent(),
    IsArray(),
    ArrayMaxSize(mostRefs),
    ApiProperty({
      type: 'array',
      isArray: false,
      items: { type: 'string' },
      maxItems: mostRefs,
      required: false,
      examples: [['L2V0Yy9ob3N0cw', 'L2V0Yy9wYXNzd2Q']],
    }),
  );
}

const mostTexts = 10_000;

/** A list of paths or refs in a body. */
export function TextsField(example: string): PropertyDecorator {
  return applyDecorators(
    MayBeAbsent(),
    IsArray(),
    ArrayMaxSize(mostTexts),
    IsString({ each: true }),
    MaxLength(21_848, { each: true }),
    ApiProperty({
      type: 'array',
      items: { type: 'string' },
      required: false,
      maxItems: mostTexts,
      examples: [[example]],
    }),
  );
}
