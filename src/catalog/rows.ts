import { Refusal } from '../domain/errors.js';
import { type PageKey } from '../domain/pagination.js';

/** Collects the values of a statement; `add` answers the placeholder to write in its text. */
export class SqlValues {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** Local time of the Director as milliseconds since the epoch: computed by PostgreSQL, because JavaScript would take this machine's zone. */
export function epochMs(column: string, timezone: string): string {
  return `date_part('epoch', ${column} AT TIME ZONE ${timezone}) * 1000`;
}

/** Bacula writes "never" as NULL or as the epoch in its own zone, so the whole first day means none. */
export function timeOf(ms: number | null): Date | null {
  return ms === null || ms <= 86_400_000 ? null : new Date(Math.floor(ms));
}

/** A count or size as pg gives a bigint. Never rounded: beyond 2^53−1 the question is refused. */
export function integerOf(text: string | number | null): number {
  const value = Number(text ?? 0);
  if (Number.isSafeInteger(value)) return value;
  throw new Refusal(
    'out_of_range',
    `The catalog contains the number ${text}, which exceeds 2^53 and cannot be returned exactly.`,
  );
}

function brokenKey(): Refusal {
  return new Refusal('cursor_mismatch', 'The cursor does not belong to this list. Start again without a cursor.');
}

export function numberAt(key: PageKey, index: number): number {
  const value = key[index];
  if (typeof value !== 'number') throw brokenKey();
  return value;
}

export function textAt(key: PageKey, index: number): string {
  const value = key[index];
  if (typeof value !== 'string') throw brokenKey();
  return value;
}

/** Raw names travel in keys as base64url. */
export function bytesAt(key: PageKey, index: number): Buffer {
  return Buffer.from(textAt(key, index), 'base64url');
}
