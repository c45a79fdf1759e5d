import { type KeepRules } from './keep-rules.js';
import { type PageKey } from './pagination.js';

/** One volume as the catalog has it. Where it is loaded at this moment the catalog does not know. */
export interface Volume {
  readonly volume: string;
  readonly mediaId: number;
  readonly pool: string | null;
  /** The storage that it was last written at. */
  readonly storage: string | null;
  readonly mediaType: string;
  /** The Director's word: Append, Full, Used, Recycle, Purged, Error, … */
  readonly status: string;
  readonly enabled: boolean;
  /** Written on it. */
  readonly bytes: number;
  /** null: no limit of its own. */
  readonly maxBytes: number | null;
  /** Marks on the medium (on disk: parts of 4 GiB), not files that were backed up. */
  readonly fileMarks: number;
  /** Runs written on it since it was last recycled. */
  readonly jobs: number;
  readonly mounts: number;
  readonly errors: number;
  readonly labeledAt: Date | null;
  readonly firstWrittenAt: Date | null;
  readonly lastWrittenAt: Date | null;
  /** null: its runs never expire. */
  readonly retentionSeconds: number | null;
  /** When the retention is over, counted from the last write; null: never, or nothing was written yet. */
  readonly expiresAt: Date | null;
  /** Whether it may be recycled after that. */
  readonly recycle: boolean;
  readonly recycleCount: number;
  /** Place in the changer; null: in none. */
  readonly slot: number | null;
  readonly inChanger: boolean;
  /** Spent on reading from and writing to it. */
  readonly readSeconds: number;
  readonly writeSeconds: number;
}

export const volumeSorts = ['name', 'lastWritten', 'expires', 'bytes'] as const;
/** By name; last written first; soonest to expire first, what never does last; largest first. */
export type VolumeSort = (typeof volumeSorts)[number];

/** Absent: any. Lists mean "or". */
export interface VolumeFilter {
  readonly volume?: string;
  /** Part of the name, ignoring case. */
  readonly part?: string;
  readonly pools?: readonly string[];
  readonly storage?: string;
  readonly statuses?: readonly string[];
  readonly mediaType?: string;
}

/** What one run wrote on one volume. */
export interface VolumeShare {
  readonly jobId: number;
  readonly bytes: number;
}

/** Volumes of one pool with the same status. */
export interface VolumeGroup {
  readonly status: string;
  readonly volumes: number;
  readonly bytes: number;
}

/** Bytes that retention frees at a time, on recyclable volumes. */
export interface Release {
  readonly at: Date;
  readonly bytes: number;
}

export interface Pool {
  readonly pool: string;
  /** Backup, Scratch, Archive, … */
  readonly type: string;
  readonly groups: readonly VolumeGroup[];
  /** null: no limit. */
  readonly maxVolumes: number | null;
  readonly maxVolumeBytes: number | null;
  readonly maxPoolBytes: number | null;
  /** For volumes labeled in it; null: never expires. */
  readonly retentionSeconds: number | null;
  /** Runs that it keeps beyond the retention; null: none. */
  readonly keep: KeepRules | null;
  readonly recycle: boolean;
  /** Whether the Director recycles expired volumes on its own. */
  readonly autoPrune: boolean;
  readonly labelFormat: string | null;
  /** Where copies and migrated runs go. */
  readonly nextPool: string | null;
  readonly scratchPool: string | null;
  readonly recyclePool: string | null;
  /** Storages that its volumes were written at. */
  readonly storages: readonly string[];
  /** Bytes on volumes for each byte that runs count, who may count what they read; null: not known. */
  readonly storedShare: number | null;
  /** Data of volumes whose retention ends, by day, soonest first; what already expired is at its day too. */
  readonly releases: readonly Release[];
}

/** In place of a time, in seconds, for volumes that never expire: behind all that do. */
export const neverExpires = 9_000_000_000_000_000;

const descending: ReadonlySet<VolumeSort> = new Set(['lastWritten', 'bytes']);

/** What a volume is sorted by, where that is no name; times are whole seconds since the epoch, 0 for none. */
function figureOf(sort: Exclude<VolumeSort, 'name'>, volume: Volume): number {
  if (sort === 'bytes') return volume.bytes;
  if (sort === 'lastWritten') return secondsOf(volume.lastWrittenAt) ?? 0;
  return secondsOf(volume.expiresAt) ?? neverExpires;
}

function secondsOf(time: Date | null): number | null {
  return time === null ? null : Math.floor(time.getTime() / 1000);
}

/** The place behind a volume in a list in this order. */
export function keyOfVolume(sort: VolumeSort, volume: Volume): PageKey {
  return sort === 'name' ? [volume.volume] : [figureOf(sort, volume), volume.mediaId];
}

/** The position before it: one part more means that the volume itself comes next. */
export function keyBeforeVolume(sort: VolumeSort, volume: Volume): PageKey {
  return [...keyOfVolume(sort, volume), 'at'];
}

/** Below 0 if `a` comes first; ids of different catalogs are not comparable. */
export function compareVolumes(sort: VolumeSort, a: Volume, b: Volume): number {
  if (sort === 'name') return a.volume < b.volume ? -1 : Number(a.volume > b.volume);
  const order = figureOf(sort, a) - figureOf(sort, b);
  return descending.has(sort) ? -order : order;
}
