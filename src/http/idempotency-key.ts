import { SetMetadata } from '@nestjs/common';

export const idempotencyKeyKey = 'console:idempotency-key';

/** The operation honors Idempotency-Key. Any other POST refuses it: its caller would take a retry for safe. */
export function HonorsIdempotencyKey(): MethodDecorator {
  return SetMetadata(idempotencyKeyKey, true);
}
