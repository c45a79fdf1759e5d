/** Orders of a list of runs: by their place, not by their time, for job ids are what a Director counts by. */
export const runSorts = ['newest', 'oldest'] as const;
export type RunSort = (typeof runSorts)[number];
