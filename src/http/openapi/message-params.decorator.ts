import { ApiProperty } from '@nestjs/swagger';

/** A member with the parameters of a message. */
export function ApiMessageParams(example: Readonly<Record<string, string | number>>, required = true): PropertyDecorator {
  return ApiProperty({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    examples: [example],
    selfRequired: required,
  });
}
