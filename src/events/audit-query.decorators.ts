import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsOptional, Matches, MaxLength } from 'class-validator';
import { actionPattern } from './audit-filter.js';

const message =
  'action must be dotted words, with * for one word or ** for any remaining words; separate several actions with commas';

/** Patterns of actions in a query, parted by commas. At most 20. */
export function ActionPatterns(example: string): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) =>
      typeof value === 'string' ? value.split(',').map((word) => word.trim()) : (value as unknown),
    ),
    IsOptional(),
    ArrayMaxSize(20, { message }),
    MaxLength(100, { each: true, message }),
    Matches(actionPattern, { each: true, message }),
    ApiProperty({ type: 'string', isArray: false, required: false, examples: [example] }),
  );
}
