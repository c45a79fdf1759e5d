import { type Schemas } from '../api/request';

/**
 * The part of a pool's capacity that takes no new data, from 0 to 1; null where the capacity is not known. Full volumes may have fewer
 * bytes than they have room for: what is stored alone would say less.
 */
export function takenPart({
  capacityBytes,
  remainingBytes,
}: Pick<Schemas['PoolRecord'], 'capacityBytes' | 'remainingBytes'>): number | null {
  if (capacityBytes === null || remainingBytes === null) return null;
  return capacityBytes === 0 ? 1 : Math.min(1, Math.max(0, 1 - remainingBytes / capacityBytes));
}
