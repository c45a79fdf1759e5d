import 'reflect-metadata';
import { describe, expect, test } from '@jest/globals';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, IsIn, IsString, Length, Matches, Max, Min } from 'class-validator';
import { type AppError } from '../domain/error-codes.js';
import { InputPipe, NestedField, unknownFields } from './input.pipe.js';
import { QueryInteger } from './query.decorators.js';

class Address {
  @IsString()
  host!: string;
}

class Base {
  @IsString()
  name!: string;
}

class Channel extends Base {
  @NestedField(() => Address)
  address!: Address;
}

describe('unknown fields', () => {
  test('are those that neither the class nor one above it has, also in a nested one', () => {
    const input = { name: 'a', address: { host: 'b', port: 1 }, color: 'red' };
    expect(unknownFields(input, Channel).map(({ field }) => field)).toEqual(['address.port', 'color']);
    expect(unknownFields({ name: 'a', address: { host: 'b' } }, Channel)).toEqual([]);
  });

  test('are found by their names, for any content', () => {
    let reads = 0;
    const input = Object.defineProperty({}, 'color', { enumerable: true, get: () => (reads += 1) });
    expect(unknownFields(input, Channel)).toHaveLength(1);
    expect(reads).toBe(0);
  });
});

class Inner {
  @IsString()
  word!: string;
}

class Input {
  @QueryInteger({ min: 1, max: 500 })
  limit?: number;

  @Matches(/^[a-z]+$/)
  @Length(2, 4)
  name!: string;

  @IsIn(['a', 'b'])
  kind: string = 'a';

  @IsArray()
  @ArrayMaxSize(2)
  @ArrayUnique()
  list: string[] = [];

  @Min(1)
  @Max(9)
  @Type(() => Number)
  count: number = 1;

  @NestedField(() => Inner)
  inner: Inner = { word: 'x' };
}

async function fieldErrorsOf(input: object): Promise<unknown> {
  const given = { name: 'abc', kind: 'a', list: [], count: 1, inner: { word: 'x' }, ...input };
  const rejected = new InputPipe().transform(given, { type: 'body', metatype: Input }).then(
    () => null,
    (error: unknown) => (error as AppError).extras.errors?.map(({ field, code }) => `${field}: ${code}`),
  );
  return rejected;
}

describe('the first error of each field is reported with our own code', () => {
  test.each([
    [{ limit: 'abc' }, 'limit: wrong_type'],
    [{ limit: '0' }, 'limit: too_small'],
    [{ limit: '501' }, 'limit: too_large'],
    [{ name: undefined }, 'name: required'],
    [{ name: 7 }, 'name: wrong_type'],
    [{ name: 'a' }, 'name: too_short'],
    [{ name: 'abcde' }, 'name: too_long'],
    [{ name: 'ABC' }, 'name: invalid_format'],
    [{ kind: 'c' }, 'kind: not_allowed'],
    [{ list: 'abc' }, 'list: wrong_type'],
    [{ list: ['a', 'b', 'c'] }, 'list: too_many'],
    [{ list: ['a', 'a'] }, 'list: duplicate_items'],
    [{ count: 0 }, 'count: too_small'],
    [{ inner: { word: 1 } }, 'inner.word: wrong_type'],
    [{ inner: {} }, 'inner.word: required'],
    [{ inner: [] }, 'inner: wrong_type'],
    [{ other: 1 }, 'other: unknown'],
  ])('%j', async (input, fault) => {
    expect(await fieldErrorsOf(input)).toEqual([fault]);
  });

  test('every invalid field is reported', async () => {
    expect(await fieldErrorsOf({ limit: 'abc', kind: 'c' })).toEqual(['limit: wrong_type', 'kind: not_allowed']);
  });
});
