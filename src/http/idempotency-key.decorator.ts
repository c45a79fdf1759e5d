import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { type Request } from 'express';
import { invalidField } from '../domain/error-codes.js';
import { SendsHeader } from './openapi/response-headers.js';

export const idempotencyKeyKey = 'console:idempotency-key';

/** The operation honors Idempotency-Key. Any other POST rejects it, because its caller would consider a retry safe. */
function HonorsIdempotencyKey(): MethodDecorator {
  return SetMetadata(idempotencyKeyKey, true);
}

const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/** The key of a header, or null without one. */
function readIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (visibleAscii.test(header)) return header;
  throw invalidField(
    'Idempotency-Key',
    'Idempotency-Key must be 1 to 255 visible ASCII characters, given once.',
    'invalid_format',
  );
}

/** Hands the request's Idempotency-Key, or null, to the handler. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | null =>
  readIdempotencyKey(context.switchToHttp().getRequest<Request>().get('idempotency-key')),
);

/** Documents that an operation accepts an Idempotency-Key. */
export function ApiIdempotencyKey(): MethodDecorator {
  return applyDecorators(
    HonorsIdempotencyKey(),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        'Makes a retry safe for 24 hours. A request with the same key and body returns the first response with Idempotency-Replayed: true and starts nothing.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      example: 'nightly-2026-11-20',
    }),
    SendsHeader('Location', 202),
    SendsHeader('Idempotency-Replayed', 202),
    // The first request with this key is still in progress.
    SendsHeader('Retry-After', 409),
  );
}
