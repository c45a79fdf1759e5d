/** Wakes one waiter: a ring while nobody waits is kept for the next wait. */
export class Bell {
  private rung = false;
  private wake: (() => void) | null = null;

  readonly ring = (): void => {
    this.rung = true;
    this.wake?.();
  };

  /** Returns at the next ring, or after this time. */
  async wait(limitMs: number): Promise<void> {
    if (!this.rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, limitMs);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.wake = null;
    this.rung = false;
  }
}
