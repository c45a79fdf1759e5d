import { type RunSort } from '../../../domain/run.js';

/** A place in the list of one Director's runs. */
export interface RunPlace {
  readonly generation: number;
  readonly jobId: number;
}

/** Both ends belong to it. */
export interface KeysetRange {
  readonly low: RunPlace;
  readonly high: RunPlace;
}

/** As the database counts both: an integer of 32 bits. */
const last = 2_147_483_647;
const everything: KeysetRange = { low: { generation: 0, jobId: 0 }, high: { generation: last, jobId: last } };

/**
 * Where the rest of a list lies: within all of the ranges, and beyond the place where the page before ended. One range for all of
 * them, for an index that is given two upper ends begins to read at either.
 */
export function remaining(
  ranges: readonly (KeysetRange | null)[],
  after: RunPlace | null,
  sort: RunSort,
): KeysetRange | 'nothing' {
  const given = ranges.filter((range) => range !== null);
  const low = given.reduce((place, range) => later(place, range.low), everything.low);
  const high = given.reduce((place, range) => earlier(place, range.high), everything.high);
  const left = after === null ? { low, high } : beyond({ low, high }, after, sort);
  return isBefore(left.high, left.low) ? 'nothing' : left;
}

function beyond({ low, high }: KeysetRange, { generation, jobId }: RunPlace, sort: RunSort): KeysetRange {
  return sort === 'newest'
    ? { low, high: earlier(high, { generation, jobId: jobId - 1 }) }
    : { low: later(low, { generation, jobId: jobId + 1 }), high };
}

export function rangeFrom(low: RunPlace): KeysetRange {
  return { low, high: everything.high };
}

function isBefore(a: RunPlace, b: RunPlace): boolean {
  return a.generation === b.generation ? a.jobId < b.jobId : a.generation < b.generation;
}

function earlier(a: RunPlace, b: RunPlace): RunPlace {
  return isBefore(b, a) ? b : a;
}

function later(a: RunPlace, b: RunPlace): RunPlace {
  return isBefore(a, b) ? b : a;
}
