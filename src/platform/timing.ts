interface TimerOptions {
  /** False where waiting alone keeps no process alive. */
  readonly ref?: boolean;
}

export function sleep(ms: number, { ref = true }: TimerOptions = {}): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    if (!ref) timer.unref();
  });
}

/** The result of the call within this time, or `late`; rejects if the call rejects in time. The call itself continues. */
export function settleWithin<T>(call: Promise<T>, limitMs: number): Promise<T | null>;
export function settleWithin<T, L>(call: Promise<T>, limitMs: number, late: L, timer?: TimerOptions): Promise<T | L>;
export function settleWithin<T>(
  call: Promise<T>,
  limitMs: number,
  late: unknown = null,
  timer: TimerOptions = {},
): Promise<unknown> {
  return raceTimer<unknown>(call, limitMs, (resolve) => resolve(late), timer);
}

/** Rejects with `tooLate()` if the call takes longer. The call itself continues until its own timeout. */
export function withTimeout<T>(call: Promise<T>, limitMs: number, tooLate: () => Error): Promise<T> {
  return raceTimer(call, limitMs, (_, reject) => reject(tooLate()));
}

async function raceTimer<T>(
  call: Promise<T>,
  limitMs: number,
  onLate: (resolve: (value: T) => void, reject: (error: Error) => void) => void,
  { ref = true }: TimerOptions = {},
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<T>((resolve, reject) => {
    timer = setTimeout(() => onLate(resolve, reject), limitMs);
    if (!ref) timer.unref();
  });
  try {
    return await Promise.race([call, limit]);
  } finally {
    clearTimeout(timer);
  }
}
