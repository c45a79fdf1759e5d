import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsOptional, Matches, MaxLength } from 'class-validator';
import { actionPattern } from './audit-filter.js';

const message =
  'action must be words of an action, in full or in part, with * for one word or ** for any remaining words; separate several with commas';

/** Actions in a query, as AuditFilter takes them, separated by commas. At most 20. */
export function ActionPatterns(example: string): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) =>
      typeof value === 'string' ? value.split(',').map((word) => word.trim().toLowerCase()) : (value as unknown),
    ),
    IsOptional(),
    ArrayMaxSize(20, { message }),
    MaxLength(100, { each: true, message }),
    Matches(actionPattern, { each: true, message }),
    ApiProperty({
      type: 'array',
      isArray: false,
      items: { type: 'string', maxLength: 100 },
      maxItems: 20,
      required: false,
      examples: [example.split(',')],
    }),
  );
}
