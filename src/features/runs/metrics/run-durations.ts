/** Bounds of the buckets that durations of runs are counted in, in seconds; each holds its own bound. */
export const durationBounds = [10, 30, 60, 300, 600, 1800, 3600, 7200, 14_400, 28_800, 57_600, 86_400] as const;

/** In the place of a bound: longer than all of them, and without a duration at all (it never started). */
export const beyondAllBounds = 2_147_483_647;
export const withoutDuration = -1;
