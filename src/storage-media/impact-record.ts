import { createHash } from 'node:crypto';
import { type ForgettingLoss, type RunImpact, type VolumeImpact } from '../domain/volume-impact.js';
import { type ForgettingAction, type LossImpact, type PurgeImpact, type RunDeletionImpact } from './forgetting.dto.js';

/** So many clients and job ids are told; the counts are of all. */
export const mostShown = 100;

export interface ShownImpact<T extends LossImpact> {
  readonly impact: T;
  /** Of what is shown and of every run and client that is not. */
  readonly impactHash: string;
}

export function shownImpact(director: string, action: ForgettingAction, found: VolumeImpact): ShownImpact<PurgeImpact> {
  const { volume, pool, status } = found.volume;
  return shown({ action, director, volume, pool, status, ...lossRecord(found) }, found);
}

export function shownRunImpact(director: string, found: RunImpact): ShownImpact<RunDeletionImpact> {
  const { jobId, job } = found.run;
  return shown({ director, jobId, job, ...lossRecord(found) }, found);
}

function shown<T extends LossImpact>(impact: T, { jobids, groups }: ForgettingLoss): ShownImpact<T> {
  const hash = createHash('sha256').update(JSON.stringify([impact, jobids, groups]));
  return { impact, impactHash: hash.digest('base64url') };
}

function lossRecord({ jobids, groups, ...counts }: ForgettingLoss): Omit<LossImpact, 'director'> {
  return {
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
}
