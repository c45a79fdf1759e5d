/** Sizes and limits of the suite. */
export const options = {
  /** Runs of the one catalog. A console takes some 350 a second on record; `npm run bench` has a million. */
  runs: 200_000,
  /** Files of the one chain of the other. */
  files: 10_000_000,
  /** How long the page is used. */
  minutes: 10,
  /** How often its memory is measured meanwhile; a multiple of three. */
  looks: 6,
  /** By what share the memory of the last third of these may be above that of the second third. */
  growth: 0.05,
} as const;
