/** Polls again and again, one after the other, starting after a delay. */
export class CachedPoll {
  private timer: NodeJS.Timeout | null = null;
  private isEnding = false;

  /** `work` must have a timeout of its own and must not throw. */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly firstMs: number,
    private readonly everyMs: number,
  ) {}

  start(): void {
    this.after(this.firstMs);
  }

  stop(): void {
    this.isEnding = true;
    if (this.timer) clearTimeout(this.timer);
  }

  private after(pauseMs: number): void {
    if (this.isEnding) return;
    this.timer = setTimeout(() => void this.work().finally(() => this.after(this.everyMs)), pauseMs).unref();
  }
}
