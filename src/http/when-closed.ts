import { type Response } from 'express';

/** Calls `work` when the response has ended or its client has left; immediately if that was earlier, because the event comes only once. */
export function whenClosed(response: Response, work: () => void): void {
  if (response.closed) work();
  else response.once('close', work);
}

/** Aborts when the client has left or the response has ended. */
export function disconnectSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  whenClosed(response, () => gone.abort());
  return gone.signal;
}
