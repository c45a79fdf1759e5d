import { applyDecorators, SetMetadata, type Type } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';

export const optionalBodyKey = 'console:optional-body';

/** The request may come without a body, which means the same as `{}`. For bodies whose fields are all optional. */
export function OptionalBody(type: Type): MethodDecorator {
  return applyDecorators(SetMetadata(optionalBodyKey, true), ApiBody({ type, required: false }));
}
