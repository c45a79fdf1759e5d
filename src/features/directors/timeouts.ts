import { AppError } from '../../domain/error-codes.js';
import { settleWithin } from '../../platform/timing.js';

/** What came of a call that was not waited for longer than its limit. */
export type Outcome<T> =
  | { readonly state: 'answers'; readonly value: T }
  | { readonly state: 'failed'; readonly detail: string }
  | { readonly state: 'slow'; readonly detail: string };

/** Longest wait for a Director when an answer without it is better than none: health must answer within two seconds. */
export const directorTimeoutMs = 1_500;

/** Waits for a call at most this long. The call itself continues until its own timeout. */
export function outcomeWithin<T>(limitMs: number, call: Promise<T>): Promise<Outcome<T>> {
  const settled = call.then(
    (value): Outcome<T> => ({ state: 'answers', value }),
    (reason: unknown): Outcome<T> => ({ state: 'failed', detail: detailOf(reason) }),
  );
  return settleWithin(settled, limitMs, { state: 'slow', detail: 'It is taking longer than usual to answer.' });
}

/** The text of a failure that may be shown: an AppError's message; other errors may contain anything. */
function detailOf(reason: unknown): string {
  return reason instanceof AppError ? reason.detail : "It could not be checked. See the console's log.";
}
