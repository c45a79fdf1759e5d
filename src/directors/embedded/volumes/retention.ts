import { type KeepRuleName, type KeepRules } from '../../../domain/keep-rules.js';
import { type CountedRun, runsKeptBy } from './keep-rules.js';

/** A successful backup run, as part of a chain. */
export interface ChainRun {
  readonly jobId: number;
  /** Client and fileset: the runs that form chains with each other. */
  readonly group: string;
  readonly level: string;
  /** The data's time, seconds since the epoch. */
  readonly at: number;
}

/** A successful backup run whose files are still recorded. */
export interface RetainedRun extends ChainRun {
  readonly job: string;
  /** The pool that it was written to. */
  readonly pool: string;
  /** As the clock showed it, which may have been wrong: `at` is corrected then. Seconds since the epoch. */
  readonly startedAt: number;
  /** It read files, or ended without an error: keep rules count no others. */
  readonly isGood: boolean;
  readonly volumes: readonly number[];
}

export interface VolumeAge {
  readonly mediaId: number;
  /** Its retention since the last write is over, and no unfinished run has written on it. */
  readonly isExpired: boolean;
  readonly isDamaged: boolean;
}

export interface ExpiryTerms {
  /** Runs that a restore, download or verify reads, or a backup builds upon, at this moment. */
  readonly inUse: readonly number[];
  /** By the name of the pool; a pool without keep rules has no entry. */
  readonly keepRules: ReadonlyMap<string, KeepRules>;
  /** Of the periods in keep rules. */
  readonly timezone: string;
  readonly now: Date;
}

/**
 * Why a run is kept: its retention is not over, a restore or a backup uses it, it is the newest of its group, a keep rule, or a run
 * that is kept builds upon it.
 */
export type KeepReason = 'time' | 'in_use' | 'newest' | KeepRuleName | 'chain';

export interface Expiry {
  readonly volumes: readonly number[];
  /** Runs that are kept. One that is not stays as long as all volumes of its chain do. */
  readonly kept: ReadonlyMap<number, readonly KeepReason[]>;
}

type Chained<R> = R & {
  /** What a restore of this run reads, itself last. */
  readonly chain: readonly R[];
};

/**
 * Decides which volumes may be recycled. An expired volume is retained as long as a kept run needs it. Kept are the newest chain of
 * each group, the newest one that can still be restored, the chain of each run on a volume that has not expired, and of each run
 * that is in use or that a keep rule keeps. Keep rules only add to this: no volume expires before its retention.
 */
export function expiry(runs: readonly RetainedRun[], volumes: readonly VolumeAge[], terms: ExpiryTerms): Expiry {
  const expired = new Set(volumes.filter((volume) => volume.isExpired).map(({ mediaId }) => mediaId));
  const damaged = new Set(volumes.filter((volume) => volume.isDamaged).map(({ mediaId }) => mediaId));
  const chained = chainsOf(runs);
  const kept = reasonsToKeep(chained, { expired, damaged }, terms);
  const neededVolumes = new Set(runs.filter(({ jobId }) => kept.has(jobId)).flatMap((run) => run.volumes));
  return { volumes: [...expired].filter((mediaId) => !neededVolumes.has(mediaId)), kept };
}

interface VolumeSets {
  readonly expired: ReadonlySet<number>;
  readonly damaged: ReadonlySet<number>;
}

function reasonsToKeep(
  chained: readonly Chained<RetainedRun>[],
  { expired, damaged }: VolumeSets,
  terms: ExpiryTerms,
): ReadonlyMap<number, readonly KeepReason[]> {
  const kept = new Map<number, KeepReason[]>();
  const keep = (jobId: number, reason: KeepReason): void => {
    const reasons = kept.get(jobId);
    if (!reasons) kept.set(jobId, [reason]);
    else if (!reasons.includes(reason)) reasons.push(reason);
  };
  const inUse = new Set(terms.inUse);
  for (const run of chained) {
    if (run.volumes.some((mediaId) => !expired.has(mediaId))) keep(run.jobId, 'time');
    if (inUse.has(run.jobId)) keep(run.jobId, 'in_use');
  }
  for (const { jobId } of newestOf(chained, damaged)) keep(jobId, 'newest');
  for (const [jobId, reason] of keptByRules(chained, damaged, terms)) keep(jobId, reason);
  for (const run of chained.filter(({ jobId }) => kept.has(jobId))) {
    for (const base of run.chain) if (base.jobId !== run.jobId) keep(base.jobId, 'chain');
  }
  return kept;
}

/**
 * A run that cannot be restored now takes no place from others, and keeps its own: its disk may be mounted again. One that is dated
 * ahead takes no place either until its date comes. Corrected dates are often all the same, and those before a correction may be in
 * any year, so that runs are counted by both.
 */
function* keptByRules(
  chained: readonly Chained<RetainedRun>[],
  damaged: ReadonlySet<number>,
  { keepRules, timezone, now }: ExpiryTerms,
): Generator<readonly [jobId: number, reason: KeepReason]> {
  for (const [first, ...others] of seriesOf(chained)) {
    const rules = keepRules.get(first.pool);
    if (rules === undefined) continue;
    const counted: Chained<RetainedRun>[] = [];
    for (const run of [first, ...others]) {
      if (run.at * 1000 > now.getTime()) yield [run.jobId, 'time'];
      else if (run.isGood) counted.push(run);
    }
    const whole = counted.filter((run) => isRestorable(run, damaged));
    for (const some of whole.length === counted.length ? [counted] : [counted, whole]) {
      for (const newestFirst of datingsOf(some)) {
        const kept = runsKeptBy(rules, newestFirst, timezone);
        for (const [jobId, names] of kept) for (const name of names) yield [jobId, name];
      }
    }
  }
}

/** `runs` are ascending by the corrected date. */
function datingsOf(runs: readonly RetainedRun[]): readonly (readonly CountedRun[])[] {
  const newestFirst = runs.toReversed();
  if (runs.every(({ at, startedAt }) => at === startedAt)) return [newestFirst];
  return [newestFirst, newestFirst.map(({ jobId, startedAt }) => ({ jobId, at: startedAt }))];
}

/** Runs of the same job, client, fileset and pool: those that keep rules count together. */
function seriesOf<R extends RetainedRun>(runs: readonly R[]): readonly (readonly [R, ...R[]])[] {
  const series = new Map<string, [R, ...R[]]>();
  for (const run of runs) {
    const key = JSON.stringify([run.pool, run.group, run.job]);
    const own = series.get(key);
    if (own) own.push(run);
    else series.set(key, [run]);
  }
  return [...series.values()];
}

/** For each volume the runs that cannot be restored as a whole without it: those on it, and those that build upon them. */
export function runsThatNeed(
  runs: readonly RetainedRun[],
  mediaIds: readonly number[],
): ReadonlyMap<number, readonly number[]> {
  const needing = new Map<number, number[]>(mediaIds.map((mediaId) => [mediaId, []]));
  if (mediaIds.length === 0) return needing;
  for (const { jobId, chain } of chainsOf(runs)) {
    for (const { volumes } of chain) {
      for (const mediaId of volumes) {
        const needs = needing.get(mediaId);
        if (needs && needs.at(-1) !== jobId) needs.push(jobId);
      }
    }
  }
  return needing;
}

/** The later runs that cannot be restored as a whole without this one. */
export function runsBuiltOn(runs: readonly ChainRun[], jobId: number): readonly number[] {
  const isBase = (run: ChainRun): boolean => run.jobId === jobId;
  return chainsOf(runs).flatMap((run) => (!isBase(run) && run.chain.some(isBase) ? [run.jobId] : []));
}

/** Ascending by the data's time, each with its chain. */
function chainsOf<R extends ChainRun>(runs: readonly R[]): readonly Chained<R>[] {
  const current = new Map<string, readonly R[]>();
  return [...runs]
    .sort((a, b) => a.at - b.at || a.jobId - b.jobId)
    .map((run) => {
      const chain = [...baseOf(current.get(run.group) ?? [], run.level), run];
      current.set(run.group, chain);
      return { ...run, chain };
    });
}

function baseOf<R extends ChainRun>(before: readonly R[], level: string): readonly R[] {
  if (level === 'F') return [];
  return level === 'D' ? before.filter((run) => run.level === 'F') : before;
}

/** Of each group the newest run, and the newest that can be restored, where that is another. */
function newestOf(
  chained: readonly Chained<RetainedRun>[],
  damaged: ReadonlySet<number>,
): readonly Chained<RetainedRun>[] {
  const newest = new Map<string, Chained<RetainedRun>>();
  const restorable = new Map<string, Chained<RetainedRun>>();
  for (const run of chained) {
    newest.set(run.group, run);
    if (isRestorable(run, damaged)) restorable.set(run.group, run);
  }
  return [...newest.values(), ...restorable.values()];
}

function isRestorable({ chain }: Chained<RetainedRun>, damaged: ReadonlySet<number>): boolean {
  return chain[0]?.level === 'F' && !chain.some(({ volumes }) => volumes.some((mediaId) => damaged.has(mediaId)));
}
