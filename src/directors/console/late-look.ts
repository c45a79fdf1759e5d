interface Known<T> {
  readonly value: T;
  readonly at: number;
}

/** What a look showed; `late`: it goes on, and nothing is known yet. */
export type Seen<T> = { readonly state: 'seen'; readonly value: T } | { readonly state: 'late' };

/** So long one look serves all who ask; one that took long, or failed, longer. */
const freshForMs = 1_000;
const slowFreshForMs = 20_000;

/**
 * Looks at things that may take long to show, as a daemon that is down. Nobody waits longer than the limit: the look goes on
 * behind the answer, and serves those who ask later.
 */
export class LateLook<T> {
  private readonly known = new Map<string, Known<T>>();
  private readonly looks = new Map<string, Promise<T>>();

  constructor(private readonly limitMs: number) {}

  /** Rejects as `look` does where that is within the limit. */
  async see(key: string, look: () => Promise<T>): Promise<Seen<T>> {
    const known = this.known.get(key);
    if (known && performance.now() < known.at) return { state: 'seen', value: known.value };
    const going = this.looks.get(key) ?? this.begin(key, look);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Seen<T>>(
      (resolve) => (timer = setTimeout(() => resolve({ state: 'late' }), this.limitMs)),
    );
    return Promise.race([going.then((value): Seen<T> => ({ state: 'seen', value })), late]).finally(() =>
      clearTimeout(timer),
    );
  }

  private begin(key: string, look: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const going = look()
      .then((value) => {
        const now = performance.now();
        const isSlow = now - began > this.limitMs;
        this.known.set(key, { value, at: now + (isSlow ? slowFreshForMs : freshForMs) });
        return value;
      })
      .finally(() => this.looks.delete(key));
    this.looks.set(key, going);
    // Whoever asked may have left before it failed.
    going.catch(() => undefined);
    return going;
  }
}
