/** Notices that a server says nothing while a statement runs, and gives up only if it does not answer otherwise either. */
export class AnswerTimeout {
  private timer: NodeJS.Timeout | null = null;
  private words = 0;

  constructor(
    private readonly limitMs: number,
    private readonly isThere: () => Promise<boolean>,
    private readonly giveUp: () => void,
  ) {}

  /** A statement was sent. */
  begin(): void {
    this.timer ??= setTimeout(() => void this.check(), this.limitMs).unref();
  }

  /** The server said something. */
  hear(): void {
    this.words += 1;
    this.timer?.refresh();
  }

  /** No statement is left. */
  end(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private async check(): Promise<void> {
    const { timer, words } = this;
    const isThere = await this.isThere();
    // Meanwhile the statement may have ended, or another one begun.
    if (this.timer === null || this.timer !== timer || this.words !== words) return;
    if (isThere) timer.refresh();
    else this.giveUp();
  }
}
