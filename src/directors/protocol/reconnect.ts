import { type WireFailure } from './protocol-error.js';

export interface ReconnectTiming {
  readonly firstPauseMs: number;
  readonly mostPauseMs: number;
  /** After a refused name or password. Failed log-ins hold the Director's few places and raise its security alerts. */
  readonly credentialsPauseMs: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** 0 to 1, as Math.random. */
  readonly random: () => number;
}

export const usualTiming: ReconnectTiming = {
  firstPauseMs: 500,
  mostPauseMs: 30_000,
  credentialsPauseMs: 600_000,
  now: () => performance.now(),
  random: () => Math.random(),
};

/**
 * Decides when a Director may be asked for another connection: one at a time, and after failures with growing pauses. Nothing
 * happens by itself: the next caller after the pause is the one who tries.
 */
export class Reconnect {
  /** Called when a try ended or is not answered, so that whoever waits looks again. */
  onNews: () => void = () => undefined;
  private failures = 0;
  private lastFailure: WireFailure | null = null;
  private isTrying = false;
  private isUnanswered = false;
  private retryAtMs = 0;

  constructor(private readonly timing: ReconnectTiming) {}

  /** Why the last try failed or is not answered; null while all is well. */
  get failure(): WireFailure | null {
    return this.lastFailure;
  }

  /** Milliseconds until the next caller may try; 0 also while a try waits for its answer; null while all is well. */
  get retryInMs(): number | null {
    return this.lastFailure ? Math.max(0, this.retryAtMs - this.timing.now()) : null;
  }

  /** A try is under way that may soon bring a connection. */
  get isHopeful(): boolean {
    return this.isTrying && !this.isUnanswered;
  }

  /** Whether the caller may try now; then it must tell how it went. */
  begin(): boolean {
    if (this.isTrying) return false;
    if (this.lastFailure && this.timing.now() < this.retryAtMs) return false;
    this.isTrying = true;
    return true;
  }

  /** The try goes on, but nobody should wait for it any longer. */
  unanswered(failure: WireFailure): void {
    this.isUnanswered = true;
    this.lastFailure = failure;
    this.onNews();
  }

  succeeded(): void {
    this.failures = 0;
    this.lastFailure = null;
    this.settle();
  }

  failed(failure: WireFailure): void {
    this.lastFailure = failure;
    this.retryAtMs = this.timing.now() + this.pauseMs(failure);
    this.failures += 1;
    this.settle();
  }

  /** The next caller may try at once: settings changed, or a person asks. */
  retryNow(): void {
    this.failures = 0;
    this.retryAtMs = this.timing.now();
  }

  private settle(): void {
    this.isTrying = false;
    this.isUnanswered = false;
    this.onNews();
  }

  private pauseMs(failure: WireFailure): number {
    const { firstPauseMs, mostPauseMs, credentialsPauseMs, random } = this.timing;
    if (failure.stage === 'credentials') return credentialsPauseMs;
    const pause = Math.min(mostPauseMs, firstPauseMs * 2 ** this.failures);
    return pause * (0.5 + random() / 2);
  }
}
