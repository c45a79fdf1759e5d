import { ApiProperty } from '@nestjs/swagger';

/** A member that holds the values of a sentence. */
export function ApiMessageParams(example: Readonly<Record<string, string | number>>, required = true): PropertyDecorator {
  return ApiProperty({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    examples: [example],
    selfRequired: required,
  });
}
