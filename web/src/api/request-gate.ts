const nothingHeld = Promise.resolve();

let mayAsk: Promise<void> = nothingHeld;
let held = new AbortController();

/** Questions under way are given up. They, and what is asked from now on, are asked when the answered function is called. */
export function pauseRequests(): () => void {
  let goOn = (): void => undefined;
  mayAsk = new Promise((resolve) => (goOn = resolve));
  held.abort();
  held = new AbortController();
  return () => {
    mayAsk = nothingHeld;
    goOn();
  };
}

/** Sends a question, again where it was held meanwhile. Its asker gives it up by the request's own signal. */
export async function sendWhenOpen(
  request: Request,
  send: (request: Request, held: AbortSignal) => Promise<Response>,
): Promise<Response> {
  for (;;) {
    await mayAsk;
    const { signal } = held;
    try {
      return await send(request, signal);
    } catch (error) {
      if (!signal.aborted || request.signal.aborted) throw error;
    }
  }
}
