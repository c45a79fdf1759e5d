/** A cached value, read at most once per period for any number of callers; concurrent callers share one read. */
export class SingleFlight<T> {
  private known: { readonly value: T; readonly at: number } | null = null;
  private reading: Promise<T> | null = null;

  constructor(
    private readonly freshForMs: number,
    private readonly read: () => Promise<T>,
  ) {}

  get(): Promise<T> {
    if (this.known && performance.now() - this.known.at < this.freshForMs) return Promise.resolve(this.known.value);
    return this.refresh();
  }

  /** As it is now, not as it was read last. */
  refresh(): Promise<T> {
    this.reading ??= this.readNow().finally(() => (this.reading = null));
    return this.reading;
  }

  /** The next caller reads again. */
  invalidate(): void {
    this.known = null;
  }

  private async readNow(): Promise<T> {
    const at = performance.now();
    const value = await this.read();
    this.known = { value, at };
    return value;
  }
}
