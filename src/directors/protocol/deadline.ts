import { type FrameChannel } from './frame-channel.js';
import { WireFailure } from './protocol-error.js';

export interface StageEnd {
  readonly limitMs: number;
  readonly late: () => WireFailure;
  readonly signal: AbortSignal | undefined;
  readonly aborted: () => WireFailure;
}

/**
 * One stretch of a conversation under its own deadline. What ends it early ends the connection too, because a late answer
 * would be taken for the next one.
 */
export async function stage<T>(channel: FrameChannel, end: StageEnd, work: () => Promise<T>): Promise<T> {
  const onAbort = () => channel.fail(end.aborted());
  const timer = setTimeout(() => channel.fail(end.late()), end.limitMs);
  end.signal?.addEventListener('abort', onAbort, { once: true });
  try {
    if (end.signal?.aborted) onAbort();
    return await work();
  } finally {
    clearTimeout(timer);
    end.signal?.removeEventListener('abort', onAbort);
  }
}

/** For sentences: two digits are enough. */
export function inSeconds(limitMs: number): string {
  return `${Number((limitMs / 1000).toPrecision(2))} s`;
}

export function givenUp(director: string, outcomeUnknown = false): WireFailure {
  return new WireFailure('aborted', `The console closed the connection to ${director} before it was finished.`, {
    outcomeUnknown,
  });
}
