import { type FrameChannel } from './frame-channel.js';
import { ProtocolError } from './protocol-error.js';

export interface DeadlineExceeded {
  readonly limitMs: number;
  readonly late: () => ProtocolError;
  readonly signal: AbortSignal | undefined;
  readonly aborted: () => ProtocolError;
}

/**
 * One stretch of a conversation under its own deadline. What ends it early ends the connection too, because a late answer
 * would be taken for the next one.
 */
export async function withDeadline<T>(
  channel: FrameChannel,
  end: DeadlineExceeded,
  work: () => Promise<T>,
): Promise<T> {
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

export function givenUp(director: string, outcomeUnknown = false): ProtocolError {
  return new ProtocolError('aborted', `The console closed the connection to ${director} before it was finished.`, {
    outcomeUnknown,
  });
}
