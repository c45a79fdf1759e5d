import { type WireFailure } from './wire-failure.js';

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

/** One try to connect, to be told how it went. */
export interface Attempt {
  readonly round: number;
}

/**
 * Decides when a Director may be tried again: after a failure one try at a time, with growing pauses. Nothing happens by itself:
 * the next caller after the pause is the one who tries.
 */
export class Reconnect {
  private round = 0;
  private failures = 0;
  private lastFailure: WireFailure | null = null;
  private isTrying = false;
  private retryAtMs = 0;

  constructor(private readonly timing: ReconnectTiming) {}

  /** Why the last try failed; null while all is well. */
  get failure(): WireFailure | null {
    return this.lastFailure;
  }

  /** Milliseconds until the next caller may try; null while all is well. */
  get retryInMs(): number | null {
    return this.lastFailure ? Math.max(0, this.retryAtMs - this.timing.now()) : null;
  }

  /** Null while no try is due. */
  begin(): Attempt | null {
    if (this.lastFailure) {
      if (this.isTrying || this.timing.now() < this.retryAtMs) return null;
      this.isTrying = true;
    }
    return { round: this.round };
  }

  succeeded(): void {
    this.retryNow();
    this.lastFailure = null;
  }

  failed(attempt: Attempt, failure: WireFailure): void {
    // Tries that began together fail together and count once.
    if (attempt.round !== this.round) return;
    this.round += 1;
    this.isTrying = false;
    this.lastFailure = failure;
    this.retryAtMs = this.timing.now() + this.pauseMs(failure);
    this.failures += 1;
  }

  /** The next caller may try at once: settings changed, or a person asks. */
  retryNow(): void {
    this.round += 1;
    this.failures = 0;
    this.isTrying = false;
    this.retryAtMs = this.timing.now();
  }

  private pauseMs(failure: WireFailure): number {
    const { firstPauseMs, mostPauseMs, credentialsPauseMs, random } = this.timing;
    if (failure.stage === 'credentials') return credentialsPauseMs;
    const pause = Math.min(mostPauseMs, firstPauseMs * 2 ** this.failures);
    return pause * (0.5 + random() / 2);
  }
}
