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
import { type Request, type Response } from 'express';
import { map, type Observable } from 'rxjs';
import { isCompressible } from './compression.js';
import { nextLinkOf } from './next-link.interceptor.js';

const conditionalKey = 'console:conditional';

/**
 * Members that change without a change of the resource: responses that differ only in them have the same ETag. They are
 * documented: age, time of the check, progress, free space, lag, and values that only count time.
 */
export const selfChangingMembers: ReadonlySet<string> = new Set([
  'ageSeconds',
  'checkedAt',
  'observedAt',
  'progress',
  'freeBytes',
  'freeShare',
  'oldestSeconds',
  'stalledSeconds',
]);
/** Units of a check's `value` that moves though nothing happens: time since something, free space of a disk. */
export const selfChangingUnits: ReadonlySet<unknown> = new Set(['seconds', 'bytes']);
const selfChangingWords = [
  ...[...selfChangingMembers].map((name) => `"${name}":`),
  ...[...selfChangingUnits].map((unit) => `"unit":${JSON.stringify(unit)}`),
];

function withoutSelfChanging(this: { readonly unit?: unknown }, name: string, value: unknown): unknown {
  return selfChangingMembers.has(name) || (name === 'value' && selfChangingUnits.has(this.unit)) ? undefined : value;
}

/** For lists and other polled responses: a weak ETag, and 304 if the caller has it already. */
export function Conditional(): MethodDecorator {
  return conditional('weak');
}

/** For records that honor If-Match: a strong ETag over the whole body, or the handler's own. Such answers are never compressed. */
export function StrongETag(): MethodDecorator {
  return conditional('strong');
}

function conditional(kind: 'weak' | 'strong'): MethodDecorator {
  return applyDecorators(
    SetMetadata(conditionalKey, kind),
    ApiHeader({ name: 'If-None-Match', required: false, description: 'ETag of the response that the caller has.' }),
    ApiResponse({ status: 304, description: 'The resource has not changed since the response with this ETag.' }),
  );
}

/** The strong ETag of a record. */
export function etagOf(body: unknown): string {
  return tagOf(JSON.stringify(body));
}

/** The weak ETag of a response: two bodies share it if they differ only in members that change without a change of the resource. */
export function weakEtagOf(body: object): string {
  const text = JSON.stringify(body);
  return `W/${tagOf(hasSelfChanging(text) ? JSON.stringify(body, withoutSelfChanging) : text)}`;
}

/** Reading each member costs several times the text itself, and most responses contain none of these. */
function hasSelfChanging(text: string): boolean {
  return selfChangingWords.some((word) => text.includes(word));
}

function tagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
}

/** Apache appends it to the ETag of a compressed response, `;gzip` before version 2.4, and never removes it. */
const proxySuffix = /[-;](?:gzip|br|deflate|zstd)"$/;

/** Whether an If-None-Match or If-Match header contains this tag; `*` matches any. Weak and strong tags compare equal. */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const wanted = etag.replace(/^W\//, '');
  return header.split(',').some((word) => {
    const tag = word.trim().replace(/^W\//, '');
    return tag === '*' || tag === wanted || tag.replace(proxySuffix, '"') === wanted;
  });
}

/** Areas whose answers no browser may store. An ETag serves callers that keep the answer themselves. */
const neverStored = /^\/api\/v1\/(?:auth|tokens|admin|restore)\//;

@Injectable()
export class ConditionalInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const kind = this.reflector.get<'weak' | 'strong' | undefined>(conditionalKey, context.getHandler());
    if (kind === undefined) return next.handle();
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      // A handler that writes the answer itself returns nothing.
      map((body: unknown) => (isRecord(body) ? conditionalResponse(request, response, body, kind) : body)),
    );
  }
}

function isRecord(body: unknown): body is object {
  return typeof body === 'object' && body !== null;
}

/** For a handler that writes the JSON of its list itself. */
export function sendConditional(request: Request, response: Response, body: object): void {
  const link = nextLinkOf(request.originalUrl, body);
  if (link !== null) response.setHeader('Link', link);
  const answer = conditionalResponse(request, response, body, 'weak');
  if (answer === undefined) response.end();
  else response.json(answer);
}

/**
 * Returns the body, or undefined for 304. Its JSON is built for the ETag and again for the socket: 1 ms more for a page of 500
 * runs (390 kB).
 */
function conditionalResponse(
  request: Request,
  response: Response,
  body: object,
  kind: 'weak' | 'strong',
): object | undefined {
  const etag = kind === 'strong' ? (response.get('ETag') ?? etagOf(body)) : weakEtagOf(body);
  response.setHeader('ETag', etag);
  if (kind === 'strong' || !neverStored.test(`${request.path}/`)) {
    response.setHeader('Cache-Control', 'private, no-cache');
  }
  response.vary('Authorization, Cookie');
  if (isCompressible(request, response)) response.vary('Accept-Encoding');
  if (response.statusCode === 200 && namesTag(request.get('if-none-match'), etag)) {
    response.status(304);
    return undefined;
  }
  return body;
}
