import { setMaxListeners } from 'node:events';

/** One signal for both ends of patience: the caller calls it off, or the time is up. `end` must be called. */
export class TimeLimit {
  isUp = false;

  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly onCallOff = (): void => this.controller.abort();

  constructor(
    limitMs: number,
    private readonly callOff: AbortSignal,
  ) {
    this.timer = setTimeout(() => {
      this.isUp = true;
      this.controller.abort();
    }, limitMs);
    // Many tries share one signal, that of the stop: Node would take them for a leak.
    setMaxListeners(0, callOff);
    if (callOff.aborted) this.controller.abort();
    callOff.addEventListener('abort', this.onCallOff, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  end(): void {
    clearTimeout(this.timer);
    this.callOff.removeEventListener('abort', this.onCallOff);
  }
}
