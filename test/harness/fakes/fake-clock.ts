import { Clock, type DeletionClock } from '../../../src/domain/clock.js';

/** A clock that stands until it is moved. */
export class FakeClock extends Clock {
  constructor(private time: Date = new Date('2026-11-20T21:00:00.000Z')) {
    super();
  }

  override now(): Date {
    return new Date(this.time);
  }

  advance(seconds: number): void {
    this.time = new Date(this.time.getTime() + seconds * 1000);
  }
}

/** Deletes by this clock without any doubt. */
export function believing(clock: Clock): DeletionClock {
  return { believedNow: () => Promise.resolve(clock.now()), doubtSince: () => Promise.resolve(null) };
}
