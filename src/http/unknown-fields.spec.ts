import 'reflect-metadata';
import { describe, expect, test } from '@jest/globals';
import { IsString } from 'class-validator';
import { NestedField, unknownFields } from './unknown-fields.js';

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

  test('are found by their names, whatever they hold', () => {
    let reads = 0;
    const input = Object.defineProperty({}, 'color', { enumerable: true, get: () => (reads += 1) });
    expect(unknownFields(input, Channel)).toHaveLength(1);
    expect(reads).toBe(0);
  });
});
