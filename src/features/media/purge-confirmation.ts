import { createHash } from 'node:crypto';
import { invalidField, AppError, type ErrorCode } from '../../domain/error-codes.js';
import { type ForgettingLoss, type RunImpact, type VolumeImpact } from '../../domain/volume-impact.js';
import {
  type ConfirmBody,
  type ForgettingAction,
  type LossImpact,
  type PurgeImpact,
  type RunDeletionImpact,
} from './volume-purge.dto.js';

/** The most clients and job ids in an answer; the counts include all. */
export const mostShown = 100;

export interface ImpactFacts<T extends object> {
  readonly impact: T;
  /** Of every affected run and client, shown or not. */
  readonly impactHash: string;
}

export function impactRecord(
  director: string,
  action: ForgettingAction,
  found: VolumeImpact,
): ImpactFacts<PurgeImpact> {
  const { volume, pool, status } = found.volume;
  return shown({ action, director, volume, pool, status, ...lossRecord(found) }, found);
}

export function runImpactRecord(director: string, found: RunImpact): ImpactFacts<RunDeletionImpact> {
  const { jobId, job } = found.run;
  return shown({ director, jobId, job, ...lossRecord(found) }, found);
}

function shown<T extends LossImpact>(impact: T, { jobids, groups }: ForgettingLoss): ImpactFacts<T> {
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

/** What a caller sends after having seen the impact. */
export type Confirmation = Pick<ConfirmBody, 'confirm' | 'impactHash'>;

interface Confirming {
  readonly body: Confirmation;
  /** The action, for a sentence: `purge volume Default-0001`. */
  readonly what: string;
  /** What must be sent as `confirm`, and what that is. */
  readonly name: string;
  readonly named: string;
}

/** Passes only callers who have seen the current impact. */
export function rejectUnconfirmed<T extends object>(confirming: Confirming, shown: ImpactFacts<T>): void {
  const { what, name, named } = confirming;
  const { confirm, impactHash } = confirming.body;
  if (confirm !== undefined && confirm !== name) {
    throw invalidField('confirm', `confirm must be the exact ${named}, ${name}.`, 'mismatch');
  }
  if (confirm === undefined || impactHash === undefined) {
    const detail = `To ${what}, check the impact and send confirm with the ${named}, and impactHash.`;
    throw asked('confirmation_required', detail, shown);
  }
  if (impactHash === shown.impactHash) return;
  const detail = 'The impact has changed since it was shown. Check it again and confirm with the new impactHash.';
  throw asked('confirmation_required', detail, shown);
}

export function rejectOnlyCopy<T extends LossImpact>(what: string, force: boolean, shown: ImpactFacts<T>): void {
  const { clients, lastFulls } = shown.impact;
  if (lastFulls === 0 || force) return;
  const [first] = clients;
  const whose = first ? `${first.client} of ${first.fileset}` : '';
  const others = lastFulls > 1 ? ` and ${lastFulls - 1} others` : '';
  const detail = `This ${what} deletes the last Full backup of ${whose}${others}. Run a new Full first, or send force: true.`;
  throw asked('only_copy', detail, shown);
}

function asked<T extends object>(code: ErrorCode, detail: string, { impact, impactHash }: ImpactFacts<T>): AppError {
  return new AppError(code, detail, { members: { impact, impactHash } });
}
