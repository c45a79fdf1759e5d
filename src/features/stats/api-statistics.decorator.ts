import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProduces, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ApiProblems } from '../../http/api-answers.js';
import { Conditional } from '../../http/conditional.interceptor.js';

type Schema = abstract new (...args: never[]) => object;

/** Declares a 200 that can be asked for as JSON of this schema and as CSV. */
export function ApiStatistics(schema: string | Schema, description: string): MethodDecorator {
  const $ref = typeof schema === 'string' ? `#/components/schemas/${schema}` : getSchemaPath(schema);
  return applyDecorators(
    Conditional(),
    ...(typeof schema === 'string' ? [] : [ApiExtraModels(schema)]),
    ApiProduces('application/json', 'text/csv'),
    ApiResponse({
      status: 200,
      description,
      content: { 'application/json': { schema: { $ref } }, 'text/csv': { schema: { type: 'string' } } },
    }),
    ApiProblems(400, 404),
  );
}
