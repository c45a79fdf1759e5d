import { blocksInAll, segmentBlocks, sliceBytes } from './block-signature.js';

/** Blocks still to be read: the chosen ones, ascending, then all from `from` up to, not including, `end`. */
export interface BlockRange {
  readonly chosen: readonly number[];
  readonly from: number;
  readonly end: number;
}

/** A segment and the pieces of its signature, one behind the other. */
export type SegmentPieces = readonly [segment: number, pieces: Buffer];

export type Portion =
  | { readonly chosen: readonly number[]; readonly rest: BlockRange | null }
  | { readonly from: number; readonly end: number; readonly rest: BlockRange | null };

/** So many blocks are looked through by one statement. */
const windowBlocks = 8_192;

/**
 * Of the blocks from `from` on those that may hold a needle. What lies behind the last signature has to be read whole, as has a
 * segment without one.
 */
export function candidatesOf(signatures: readonly SegmentPieces[], from: number, end: number): BlockRange {
  const bySegment = new Map(signatures);
  const last = signatures.at(-1)?.[0];
  if (last === undefined) return { chosen: [], from, end };
  const chosen: number[] = [];
  for (let segment = Math.floor(from / segmentBlocks); segment <= last; segment += 1) {
    const pieces = bySegment.get(segment);
    const first = segment * segmentBlocks;
    for (const within of pieces ? blocksInAll(partsOf(pieces)) : everyBlock) {
      const block = first + within;
      if (block >= from && block < end) chosen.push(block);
    }
  }
  return { chosen, from: Math.min(end, Math.max(from, (last + 1) * segmentBlocks)), end };
}

/** What to read next: at most `size` of the chosen blocks, or a window of the others. */
export function nextPortion({ chosen, from, end }: BlockRange, size: number): Portion {
  if (chosen.length > 0) {
    const later = chosen.slice(size);
    const isMore = later.length > 0 || from < end;
    return { chosen: chosen.slice(0, size), rest: isMore ? { chosen: later, from, end } : null };
  }
  const cut = Math.min(end, from + windowBlocks);
  return { from, end: cut, rest: cut < end ? { chosen: [], from: cut, end } : null };
}

export function firstOf({ chosen, from }: BlockRange): number {
  return chosen[0] ?? from;
}

const everyBlock = Array.from({ length: segmentBlocks }, (_, block) => block);

function partsOf(pieces: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < pieces.length; at += sliceBytes) parts.push(pieces.subarray(at, at + sliceBytes));
  return parts;
}
