import { createHash } from 'node:crypto';
import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { type Response } from 'express';
import { map, type Observable } from 'rxjs';
import { type ConsoleRequest } from './request-context.js';

const conditionalKey = 'console:conditional';
/** Members that change with every look and would make each answer new. */
const volatileMembers: ReadonlySet<string> = new Set([
  ...['checkedAt', 'observedAt', 'ageSeconds', 'progress'],
  ...['oldestSeconds', 'stalledSeconds', 'freeShare'],
]);
const volatileWords = new RegExp(`"(?:${[...volatileMembers].join('|')})":`);
/** Units of values that move though nothing happens: time since something, room of a disk. */
const movingUnits: ReadonlySet<unknown> = new Set(['seconds', 'bytes']);

function withoutVolatile(this: { readonly unit?: unknown }, name: string, value: unknown): unknown {
  return volatileMembers.has(name) || (name === 'value' && movingUnits.has(this.unit)) ? undefined : value;
}

/** For what dashboards poll: an ETag over the body, and 304 to the caller who has it already. */
export function Conditional(): MethodDecorator {
  return applyDecorators(
    SetMetadata(conditionalKey, true),
    ApiHeader({ name: 'If-None-Match', required: false, description: 'ETag of the response that the caller has.' }),
    ApiResponse({ status: 304, description: 'The resource has not changed since the response with this ETag.' }),
  );
}

export function etagOf(body: unknown): string {
  return etagOfText(JSON.stringify(body), body);
}

/** `text` is the JSON of `body`. */
function etagOfText(text: string, body: unknown): string {
  // Looking at each member costs several times the text itself, and most answers hold none of these.
  const stable = !volatileWords.test(text) ? text : JSON.stringify(body, withoutVolatile);
  return `"${createHash('sha256').update(stable).digest('base64url').slice(0, 27)}"`;
}

/** Apache appends it to the ETag of what it compresses, `;gzip` before version 2.4, and never takes it off again. */
const proxySuffix = /[-;](?:gzip|br|deflate|zstd)"$/;

/** Whether an If-None-Match or If-Match header names this tag; `*` names any. Weak and strong are not told apart. */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((word) => {
    const tag = word.trim().replace(/^W\//, '');
    return tag === '*' || tag === etag || tag.replace(proxySuffix, '"') === etag;
  });
}

@Injectable()
export class ConditionalInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.reflector.get<boolean | undefined>(conditionalKey, context.getHandler()) !== true) return next.handle();
    const request = context.switchToHttp().getRequest<ConsoleRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(map((body: unknown) => answer(request, response, body)));
  }
}

/** Answers the body's JSON: what was made for the ETag is not made again for the socket. */
function answer(request: ConsoleRequest, response: Response, body: unknown): string | undefined {
  const text = JSON.stringify(body);
  const etag = etagOfText(text, body);
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('Vary', 'Authorization, Cookie');
  if (response.statusCode === 200 && namesTag(request.get('if-none-match'), etag)) {
    response.status(304);
    return undefined;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  return text;
}
