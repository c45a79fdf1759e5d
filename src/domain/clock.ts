/** The only source of the present time, so that tests can set it. */
export abstract class Clock {
  abstract now(): Date;
}

/**
 * The clock for whatever deletes by age. A machine that starts with a wrong date must not delete what is not yet old, and a
 * deletion cannot be undone.
 */
export abstract class DeletionClock {
  /** The present time; null while it is in doubt: then nothing may be deleted by its age. */
  abstract believedNow(): Promise<Date | null>;

  /** The last time that was plausible while the present one is not; else null. Asks no other machine. */
  abstract doubtSince(): Promise<Date | null>;
}
