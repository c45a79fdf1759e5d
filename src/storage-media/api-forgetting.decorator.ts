import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ApiProblems } from '../platform/http/api-answers.js';
import { problemMediaType } from '../platform/http/problem.js';

/** The 409 of an action that is final tells what would be lost. */
export function ApiForgetting(problem: Type): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(problem),
    ApiProblems(400, 404, 413, 415, 422, 502, 503, 504),
    ApiResponse({
      status: 409,
      description:
        'Not confirmed, changed since it was shown, the last Full of a client, or not possible in the current state.',
      content: { [problemMediaType]: { schema: { $ref: getSchemaPath(problem) } } },
    }),
  );
}
