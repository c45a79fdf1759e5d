import { Refused } from '../api/request';

/** A fresh Idempotency-Key. Also without https, where a browser gives no `randomUUID`. */
export function newOrderKey(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(4));
  return `page-${Array.from(numbers, (number) => number.toString(36)).join('-')}`;
}

/** Whether it stays open if the run was started: no answer, a failure on the way to it, or one that is still to come. */
export function isInDoubt(error: unknown): boolean {
  if (!(error instanceof Refused)) return true;
  return error.status === 0 || error.status >= 500 || error.problem.code === 'idempotency_in_flight';
}
