import { type Pool, type VolumeGroup } from '../../domain/volumes.js';

export const roomLimits = ['volumes', 'pool', 'disk'] as const;
/** The pool's number and size of volumes, its own size, or the free space of its disk. */
export type CapacityLimit = (typeof roomLimits)[number];

/** The used and the free space of a pool. */
export interface PoolCapacity {
  /** On volumes that cannot be recycled. */
  readonly usedBytes: number;
  /** null: without a known limit. */
  readonly capacityBytes: number | null;
  readonly remainingBytes: number | null;
  /** Of several limits the one that is nearest. */
  readonly limitedBy: CapacityLimit | null;
}

const reusable: ReadonlySet<string> = new Set(['Purged', 'Recycle']);

/** `freeBytes`: of the disk of the pool's volumes; null: unknown, or no disk. */
export function roomOf(pool: Pool, freeBytes: number | null): PoolCapacity {
  const reused = bytesOf(pool.groups.filter(({ status }) => reusable.has(status)));
  const usedBytes = bytesOf(pool.groups) - reused;
  const limits = [volumesLimit(pool), poolLimit(pool, usedBytes), diskLimit(freeBytes, usedBytes, reused)].filter(
    (limit) => limit !== null,
  );
  const [nearest] = limits.sort((a, b) => a.remainingBytes - b.remainingBytes);
  if (!nearest) return { usedBytes, capacityBytes: null, remainingBytes: null, limitedBy: null };
  return { usedBytes, ...nearest };
}

interface Limit {
  readonly capacityBytes: number;
  readonly remainingBytes: number;
  readonly limitedBy: CapacityLimit;
}

/** Full or used volumes accept no more data, however little they contain. */
function volumesLimit({ groups, maxVolumes, maxVolumeBytes }: Pool): Limit | null {
  if (maxVolumes === null || maxVolumeBytes === null) return null;
  const count = groups.reduce((sum, { volumes }) => sum + volumes, 0);
  const open = groups.filter(({ status }) => status === 'Append');
  const free = groups.filter(({ status }) => reusable.has(status)).reduce((sum, { volumes }) => sum + volumes, 0);
  const inOpen = open.reduce((sum, { volumes, bytes }) => sum + Math.max(0, volumes * maxVolumeBytes - bytes), 0);
  return {
    capacityBytes: maxVolumes * maxVolumeBytes,
    remainingBytes: (Math.max(0, maxVolumes - count) + free) * maxVolumeBytes + inOpen,
    limitedBy: 'volumes',
  };
}

function poolLimit({ maxPoolBytes }: Pool, usedBytes: number): Limit | null {
  if (maxPoolBytes === null) return null;
  return { capacityBytes: maxPoolBytes, remainingBytes: Math.max(0, maxPoolBytes - usedBytes), limitedBy: 'pool' };
}

function diskLimit(freeBytes: number | null, usedBytes: number, reused: number): Limit | null {
  if (freeBytes === null) return null;
  const remainingBytes = freeBytes + reused;
  return { capacityBytes: usedBytes + remainingBytes, remainingBytes, limitedBy: 'disk' };
}

function bytesOf(groups: readonly VolumeGroup[]): number {
  return groups.reduce((sum, { bytes }) => sum + bytes, 0);
}
