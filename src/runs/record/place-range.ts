import { type RunSort } from '../../domain/run-sort.js';

/** A place in the list of one Director's runs. */
export interface RunPlace {
  readonly generation: number;
  readonly jobId: number;
}

/** Both ends belong to it. */
export interface PlaceRange {
  readonly low: RunPlace;
  readonly high: RunPlace;
}

/** As the database counts both: an integer of 32 bits. */
const last = 2_147_483_647;
const everything: PlaceRange = { low: { generation: 0, jobId: 0 }, high: { generation: last, jobId: last } };

/**
 * Where the rest of a list lies: within all of the ranges, and beyond the place where the page before ended. One range for all of
 * them, for an index that is given two upper ends begins to read at either.
 */
export function placesLeft(
  ranges: readonly (PlaceRange | null)[],
  after: RunPlace | null,
  sort: RunSort,
): PlaceRange | 'nothing' {
  let { low, high } = everything;
  for (const range of ranges) {
    if (range && isBefore(low, range.low)) low = range.low;
    if (range && isBefore(range.high, high)) high = range.high;
  }
  if (after && sort === 'newest' && !isBefore(high, after)) high = { ...after, jobId: after.jobId - 1 };
  if (after && sort === 'oldest' && !isBefore(after, low)) low = { ...after, jobId: after.jobId + 1 };
  return isBefore(high, low) ? 'nothing' : { low, high };
}

export function downFrom(low: RunPlace): PlaceRange {
  return { low, high: everything.high };
}

function isBefore(a: RunPlace, b: RunPlace): boolean {
  return a.generation === b.generation ? a.jobId < b.jobId : a.generation < b.generation;
}
