import { type PageKey } from './pagination.js';
import { type Volume, type VolumeSort } from './volumes.js';

/** In place of a time, in seconds, for volumes that never expire: behind all that do. */
export const neverSeconds = 9_000_000_000_000_000;

const descending: ReadonlySet<VolumeSort> = new Set(['lastWritten', 'bytes']);

/** What a volume is sorted by, where that is no name; times are whole seconds since the epoch, 0 for none. */
function figureOf(sort: Exclude<VolumeSort, 'name'>, volume: Volume): number {
  if (sort === 'bytes') return volume.bytes;
  if (sort === 'lastWritten') return secondsOf(volume.lastWrittenAt) ?? 0;
  return secondsOf(volume.expiresAt) ?? neverSeconds;
}

function secondsOf(time: Date | null): number | null {
  return time === null ? null : Math.floor(time.getTime() / 1000);
}

/** The place behind a volume in a list in this order. */
export function keyOfVolume(sort: VolumeSort, volume: Volume): PageKey {
  return sort === 'name' ? [volume.volume] : [figureOf(sort, volume), volume.mediaId];
}

/** The place before it: one part more says that the volume itself comes next. */
export function keyBeforeVolume(sort: VolumeSort, volume: Volume): PageKey {
  return [...keyOfVolume(sort, volume), 'at'];
}

/** Below 0 where `a` comes first; ids of different catalogs say nothing. */
export function compareVolumes(sort: VolumeSort, a: Volume, b: Volume): number {
  if (sort === 'name') return a.volume < b.volume ? -1 : Number(a.volume > b.volume);
  const order = figureOf(sort, a) - figureOf(sort, b);
  return descending.has(sort) ? -order : order;
}
