const askEveryMs = 4_000;
/** So often asked in vain, the leading tab is taken for one that the browser froze. */
const patience = 2;

interface Tasks {
  /** Asks the leading tab for a word; what comes is passed to `heard`. */
  readonly ask: () => void;
  readonly lead: () => void;
  /** Another tab leads from now on. */
  readonly follow: () => void;
}

/**
 * Has one tab of the browser lead, by a lock that the next one gets when it is closed. A tab that is frozen keeps its lock and
 * does nothing any more: the others ask it every few seconds, and one of them takes the lock where no answer comes. They ask,
 * instead of waiting for a beat, since a browser slows the clocks of tabs in the background, but not what they are asked.
 */
export class TabLeaderElection {
  private leads = false;
  private unanswered = 0;
  private queued = new AbortController();

  constructor(
    private readonly name: string,
    private readonly tasks: Tasks,
  ) {}

  /** Only a page with https, or on this machine, has locks; any other tab leads itself. */
  start(): void {
    if (!('locks' in navigator)) {
      this.lead();
      return;
    }
    this.queue();
    this.look();
    setInterval(() => this.look(), askEveryMs);
  }

  isLeading(): boolean {
    return this.leads;
  }

  /** The leading tab said something. */
  heard(): void {
    this.unanswered = 0;
  }

  private look(): void {
    if (this.leads) return;
    if (this.unanswered >= patience) {
      this.takeOver();
      return;
    }
    this.unanswered++;
    this.tasks.ask();
  }

  private queue(): void {
    this.queued = new AbortController();
    this.hold({ signal: this.queued.signal });
  }

  private takeOver(): void {
    this.queued.abort();
    this.hold({ steal: true });
  }

  /** Fails when the place in the queue is given up, or when another tab takes the lock. */
  private hold(options: LockOptions): void {
    const held = navigator.locks.request(this.name, options, () => {
      this.lead();
      return new Promise<never>(() => undefined);
    });
    held.catch(() => {
      if (options.signal?.aborted) return;
      this.leads = false;
      this.unanswered = 0;
      this.tasks.follow();
      this.queue();
    });
  }

  private lead(): void {
    this.leads = true;
    this.tasks.lead();
  }
}
