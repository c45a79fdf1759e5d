import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDate,
  IsIn,
  IsInt,
  IsOptional,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';

/** May be left out; unlike IsOptional it does not let null through, which no handler expects. */
export function MayBeAbsent(): PropertyDecorator {
  return ValidateIf((_: object, value: unknown) => value !== undefined);
}

interface IntegerRule {
  readonly min: number;
  readonly max: number;
  readonly fallback?: number;
}

/** A whole number in a query; no sign, point or exponent. */
export function QueryInteger({ min, max, fallback }: IntegerRule): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) =>
      typeof value === 'string' ? (/^\d{1,15}$/.test(value) ? Number(value) : Number.NaN) : (value as unknown),
    ),
    IsOptional(),
    IsInt(),
    Min(min),
    Max(max),
    ApiProperty({
      type: 'integer',
      minimum: min,
      maximum: max,
      required: false,
      ...(fallback === undefined ? {} : { default: fallback }),
    }),
  );
}

/** `true` or `false` in a query. `fallback` is what its absence means; null: that both are wanted. */
export function QueryFlag({ fallback = false }: { readonly fallback?: boolean | null } = {}): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => (value === 'true' ? true : value === 'false' ? false : (value as unknown))),
    IsOptional(),
    IsBoolean(),
    ApiProperty({ type: 'boolean', required: false, ...(fallback === null ? {} : { default: fallback }) }),
  );
}

/** Values separated by commas, meaning "or". At most 100 of at most 200 characters. */
export function QueryWords(allowed?: readonly string[]): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) =>
      typeof value === 'string' ? value.split(',').map((word) => word.trim()) : (value as unknown),
    ),
    IsOptional(),
    IsArray(),
    ArrayMaxSize(100),
    MaxLength(200, { each: true }),
    ...(allowed ? [IsIn(allowed, { each: true })] : []),
    ApiProperty({
      type: 'array',
      isArray: false,
      items: { type: 'string', ...(allowed ? { enum: [...allowed] } : { maxLength: 200 }) },
      maxItems: 100,
      required: false,
      ...(allowed ? { examples: [allowed.slice(0, 2)] } : {}),
    }),
  );
}

const timeWithZone = /^(\d{4}-\d\d-(\d\d))[Tt]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:\d\d)$/;

/** The instant that a text with date, time and zone names, or null; a day that its month lacks names none, though Date would go on counting. */
export function parseInstant(text: string): Date | null {
  const [, date, day] = timeWithZone.exec(text) ?? [];
  if (date === undefined || new Date(date).getUTCDate() !== Number(day)) return null;
  const time = new Date(text.toUpperCase());
  return Number.isNaN(time.getTime()) ? null : time;
}

/** A time with zone (RFC 3339) in a query or body, handed on as Date. */
export function InstantField(options: { readonly required?: boolean } = {}): PropertyDecorator {
  const required = options.required ?? false;
  return applyDecorators(
    Transform(({ value }) =>
      typeof value === 'string' ? (parseInstant(value) ?? new Date(Number.NaN)) : (value as unknown),
    ),
    ...(required ? [] : [MayBeAbsent()]),
    IsDate({ message: '$property must be a time with time zone, for example 2026-11-20T21:00:00Z' }),
    ApiProperty({ type: 'string', format: 'date-time', required, examples: ['2026-11-20T21:00:00Z'] }),
  );
}
