import { createHash } from 'node:crypto';
import { type VolumeImpact } from '../domain/volume-impact.js';
import { type PurgeImpact } from './forgetting.dto.js';

export type ForgettingAction = 'prune' | 'purge';

/** So many clients and job ids are told; the counts are of all. */
export const mostShown = 100;

export interface ShownImpact {
  readonly impact: PurgeImpact;
  /** Of what is shown and of every run and client that is not. */
  readonly impactHash: string;
}

export function shownImpact(director: string, action: ForgettingAction, found: VolumeImpact): ShownImpact {
  const { volume, jobids, groups, ...counts } = found;
  const impact: PurgeImpact = {
    action,
    director,
    volume: volume.volume,
    pool: volume.pool,
    status: volume.status,
    runs: jobids.length,
    jobids: jobids.slice(0, mostShown),
    partlyElsewhere: counts.partlyElsewhere,
    copiedElsewhere: counts.copiedElsewhere,
    files: counts.files,
    bytes: counts.bytes,
    pointsLost: counts.pointsLost,
    pointsBroken: counts.pointsBroken,
    lastFulls: groups.filter(({ removesLastFull }) => removesLastFull).length,
    clients: groups.slice(0, mostShown).map((group) => ({ ...group })),
    clientsTotal: groups.length,
    truncated: groups.length > mostShown || jobids.length > mostShown,
  };
  const hash = createHash('sha256').update(JSON.stringify([impact, jobids, groups]));
  return { impact, impactHash: hash.digest('base64url') };
}
