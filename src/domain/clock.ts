/** The only source of the present time, so that tests can set it. */
export abstract class Clock {
  abstract now(): Date;
}

/**
 * The clock for deletions by age. A machine that starts with a wrong date must not delete recent data, because a deletion cannot
 * be undone.
 */
export abstract class DeletionClock {
  /** The present time; null while it is in doubt: then nothing may be deleted by its age. */
  abstract believedNow(): Promise<Date | null>;

  /** The last plausible time if the current one is not; else null. Contacts no other machine. */
  abstract doubtSince(): Promise<Date | null>;
}
