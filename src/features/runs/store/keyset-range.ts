import { type RunSort } from '../../../domain/run.js';

/** A place in the list of one Director's runs. */
export interface RunPosition {
  readonly generation: number;
  readonly jobId: number;
}

/** Both ends belong to it. */
export interface KeysetRange {
  readonly low: RunPosition;
  readonly high: RunPosition;
}

/** As the database counts both: an integer of 32 bits. */
const last = 2_147_483_647;
const everything: KeysetRange = { low: { generation: 0, jobId: 0 }, high: { generation: last, jobId: last } };

/**
 * The rest of a list: inside all ranges, and beyond the position where the page before ended. They are merged into one range,
 * because PostgreSQL starts an index scan with two upper bounds at either of them.
 */
export function remaining(
  ranges: readonly (KeysetRange | null)[],
  after: RunPosition | null,
  sort: RunSort,
): KeysetRange | 'nothing' {
  const given = ranges.filter((range) => range !== null);
  const low = given.reduce((position, range) => later(position, range.low), everything.low);
  const high = given.reduce((position, range) => earlier(position, range.high), everything.high);
  const left = after === null ? { low, high } : beyond({ low, high }, after, sort);
  return isBefore(left.high, left.low) ? 'nothing' : left;
}

function beyond({ low, high }: KeysetRange, { generation, jobId }: RunPosition, sort: RunSort): KeysetRange {
  return sort === 'newest'
    ? { low, high: earlier(high, { generation, jobId: jobId - 1 }) }
    : { low: later(low, { generation, jobId: jobId + 1 }), high };
}

export function rangeFrom(low: RunPosition): KeysetRange {
  return { low, high: everything.high };
}

function isBefore(a: RunPosition, b: RunPosition): boolean {
  return a.generation === b.generation ? a.jobId < b.jobId : a.generation < b.generation;
}

function earlier(a: RunPosition, b: RunPosition): RunPosition {
  return isBefore(b, a) ? b : a;
}

function later(a: RunPosition, b: RunPosition): RunPosition {
  return isBefore(a, b) ? b : a;
}
