import { dueStarts, type JobStart, type SchedulePlan } from '../resources/schedule.js';

/** The schedule is looked at no later than this, because the clock may be set. */
const longestPauseMs = 60_000;
/** A clock set back less than this must not repeat starts; one set back further was wrong before. */
const repeatGuardMs = 3_600_000;

/** Tells which starts are due since it last looked. Asked each second; it works only when a start may be due. */
export class ScheduleClock {
  private nextLookMs = 0;

  constructor(
    private readonly plan: SchedulePlan,
    private lastLook: Date,
  ) {}

  due(jobs: readonly string[], now: Date): readonly JobStart[] {
    const back = this.lastLook.getTime() - now.getTime();
    if (back > repeatGuardMs) this.lastLook = now;
    if (back > 0 || (now.getTime() < this.nextLookMs && this.nextLookMs - now.getTime() <= longestPauseMs)) return [];
    const starts = dueStarts(this.plan, jobs, this.lastLook, now);
    this.lastLook = now;
    const [next] = this.plan.starts(jobs, now, new Date(now.getTime() + longestPauseMs), 1);
    this.nextLookMs = next?.at.getTime() ?? now.getTime() + longestPauseMs;
    return starts;
  }

  /** Starts until then are somebody else's, or were made up for. */
  servedUntil(at: Date): void {
    this.lastLook = at;
    this.nextLookMs = 0;
  }

  /** Looks again at the next question: the set of enabled jobs changed. */
  lookAgain(): void {
    this.nextLookMs = 0;
  }
}
