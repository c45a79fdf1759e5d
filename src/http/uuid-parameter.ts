import { AppError } from '../domain/error-codes.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isIdentifier(text: string): boolean {
  return uuid.test(text);
}

/** Ids are opaque to callers; one that cannot be ours names nothing, and must not reach the database as a uuid. */
export function assertUuid(id: string, what: string): string {
  if (!isIdentifier(id)) throw new AppError('not_found', `No ${what} has this id.`);
  return id.toLowerCase();
}
