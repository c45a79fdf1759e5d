import { type Response } from 'express';

/** Calls `work` when the response has ended or its client has left; at once if that was earlier, for the event comes only once. */
export function whenClosed(response: Response, work: () => void): void {
  if (response.closed) work();
  else response.once('close', work);
}

/** Aborts when nobody waits for the response any more. */
export function disconnectSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  whenClosed(response, () => gone.abort());
  return gone.signal;
}
