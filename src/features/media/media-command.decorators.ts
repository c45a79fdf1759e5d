import { applyDecorators, HttpCode, Post, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { Requires } from '../../http/access.decorators.js';
import { ApiProblems } from '../../http/api-answers.js';
import { problemMediaType } from '../../http/problem.js';

/** A command to a storage, whose answer is the Director's message. */
export function StorageCommand(path: string): MethodDecorator {
  return applyDecorators(
    Post(path),
    HttpCode(200),
    Requires('media:manage'),
    ApiProblems(400, 404, 409, 413, 415, 422, 502, 503, 504),
  );
}

/** An action that is final: its 409 shows what would be lost. */
export function FinalAction(path: string, problem: Type): MethodDecorator {
  return applyDecorators(
    Post(path),
    HttpCode(200),
    Requires('media:destroy'),
    ApiExtraModels(problem),
    ApiProblems(400, 404, 413, 415, 422, 502, 503, 504),
    ApiResponse({
      status: 409,
      description:
        'The request is not confirmed, its impact has changed since it was shown, a client would lose its last Full, or the current state does not allow it.',
      content: { [problemMediaType]: { schema: { $ref: getSchemaPath(problem) } } },
    }),
  );
}
