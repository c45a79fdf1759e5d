import {
  type SilenceThresholds,
  silenceStatus,
  completed,
  hasOwn,
  ofInterval,
  type OwnThresholds,
  type SetThresholds,
} from './silence.js';
import { type ConfiguredJob } from './job.js';

/** Of one job: `never` had no good backup, of `unknown` the history is not known, `not_monitored` is not expected to run. */
export const protectionStatuses = ['ok', 'never', 'warn', 'unknown', 'crit', 'not_monitored'] as const;
export type ProtectionStatus = (typeof protectionStatuses)[number];

/** How it counts in a verdict, in ascending severity. `neutral` is neither good nor bad: nothing was due yet. */
export const protectionWeights = ['ok', 'neutral', 'warn', 'unknown', 'crit'] as const;
export type ProtectionWeight = (typeof protectionWeights)[number];

/** Which thresholds apply, the first that there is. */
export const protectionBases = ['job', 'client', 'schedule', 'global'] as const;
export type ProtectionBasis = (typeof protectionBases)[number];

export interface JobThresholds extends SilenceThresholds {
  readonly basis: ProtectionBasis;
}

/** What the thresholds of a job are made from. */
export interface ThresholdSources {
  readonly own: SetThresholds;
  readonly client: OwnThresholds;
  /** Longest time between two planned starts of the job, in seconds; null: not known. */
  readonly intervalSeconds: number | null;
  readonly global: SilenceThresholds;
}

/** The facts of one job with its client and fileset. */
export interface ProtectionFacts extends ThresholdSources {
  /** It is a backup that reads its client; a virtual Full does not. */
  readonly isBackup: boolean;
  /** It has a schedule, is not taken out of it, and its Director uses the client. */
  readonly isScheduled: boolean;
  /** End of the newest known good backup that can still be restored; null: none. */
  readonly lastGoodAt: Date | null;
  /** There were good backups, and none of them can be restored any more. */
  readonly hasLostBackups: boolean;
  /** A run of it ended in error at some time. */
  readonly hasFailed: boolean;
  readonly firstSeenAt: Date;
  /** The first start that its schedule planned since it was first seen; null: not known. */
  readonly firstStartAt: Date | null;
  /** All runs of the catalog are recorded: a good backup would have been found. */
  readonly isHistoryKnown: boolean;
}

export interface Protection extends JobThresholds {
  readonly status: ProtectionStatus;
  /** null where the job is not monitored. */
  readonly countsAs: ProtectionWeight | null;
  readonly lastGoodAt: Date | null;
  /** Since the last good backup; null where there is none. */
  readonly ageSeconds: number | null;
}

/** How many monitored jobs of a client have each status. */
export interface ProtectionCounts {
  readonly ok: number;
  readonly warn: number;
  readonly crit: number;
  readonly never: number;
  readonly unknown: number;
  readonly notMonitored: number;
}

export interface ClientProtection {
  readonly status: ProtectionStatus;
  readonly countsAs: ProtectionWeight | null;
  readonly jobs: ProtectionCounts;
}

/** A job's own, its client's own, those of its schedule, the global ones. */
export function jobThresholds({ own, client, intervalSeconds, global }: ThresholdSources): JobThresholds {
  const others = otherThresholds(client, intervalSeconds, global);
  return hasOwn(own) ? { ...completed(own, others), basis: 'job' } : others;
}

function otherThresholds(client: OwnThresholds, interval: number | null, global: SilenceThresholds): JobThresholds {
  const followsSchedule = client.basis === 'schedule' && interval !== null;
  if (hasOwn(client) && !followsSchedule) return { ...completed(client, global), basis: 'client' };
  if (interval !== null) return { ...ofInterval(interval), basis: 'schedule' };
  return { warnSeconds: global.warnSeconds, critSeconds: global.critSeconds, basis: 'global' };
}

/** Pure: clock, records and settings come in. `ok` only where a good backup is within the threshold of `warn`. */
export function protectionOf(facts: ProtectionFacts, now: Date): Protection {
  const thresholds = jobThresholds(facts);
  const { lastGoodAt } = facts;
  const ageSeconds = lastGoodAt === null ? null : secondsBetween(lastGoodAt, now);
  const about = { ...thresholds, lastGoodAt, ageSeconds };
  if (!isMonitored(facts)) return { ...about, status: 'not_monitored', countsAs: null };
  if (ageSeconds !== null) {
    const status = silenceStatus(ageSeconds, thresholds);
    return { ...about, status, countsAs: status };
  }
  if (facts.hasLostBackups) return { ...about, status: 'crit', countsAs: 'crit' };
  if (!facts.isHistoryKnown) return { ...about, status: 'unknown', countsAs: 'unknown' };
  return { ...about, status: 'never', countsAs: weightOfNever(facts, thresholds, now) };
}

function isMonitored({ isBackup, isScheduled, own }: ProtectionFacts): boolean {
  return isBackup && (isScheduled || hasOwn(own));
}

function weightOfNever(facts: ProtectionFacts, { critSeconds }: JobThresholds, now: Date): ProtectionWeight {
  const { firstSeenAt, firstStartAt, hasFailed } = facts;
  if (secondsBetween(firstSeenAt, now) > critSeconds) return 'crit';
  return hasFailed || (firstStartAt !== null && firstStartAt <= now) ? 'warn' : 'neutral';
}

/** Never negative: a clock may step back. */
function secondsBetween(from: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - from.getTime()) / 1000));
}

/** The worst of a client's backup jobs. One that never had a backup is worse than one that is late by the same weight. */
export function clientProtection(jobs: readonly Pick<Protection, 'status' | 'countsAs'>[]): ClientProtection {
  const worst = jobs.reduce<Pick<Protection, 'status' | 'countsAs'>>(
    (known, job) => (gravityOf(job) > gravityOf(known) ? job : known),
    { status: 'not_monitored', countsAs: null },
  );
  return { status: worst.status, countsAs: worst.countsAs, jobs: countProtection(jobs) };
}

export function countProtection(jobs: readonly Pick<Protection, 'status'>[]): ProtectionCounts {
  const of = (status: ProtectionStatus): number => jobs.filter((job) => job.status === status).length;
  return {
    ok: of('ok'),
    warn: of('warn'),
    crit: of('crit'),
    never: of('never'),
    unknown: of('unknown'),
    notMonitored: of('not_monitored'),
  };
}

/** -1 where nothing is expected of it. */
export function gravityOf({ status, countsAs }: Pick<Protection, 'status' | 'countsAs'>): number {
  if (countsAs === null) return -1;
  return protectionWeights.indexOf(countsAs) * 2 + (status === 'never' ? 1 : 0);
}

/** A backup job as its Director last listed it. */
export interface ProtectedJob {
  readonly director: string;
  readonly job: string;
  readonly client: string;
  readonly fileset: string;
  readonly firstSeenAt: Date;
  /** false: its Director does not use the client. */
  readonly isClientInUse: boolean;
  /** An operator paused the watch over the client. */
  readonly isPaused: boolean;
  readonly protection: Protection;
}

/** The protection of jobs, for all who show or count it. */
export abstract class JobProtections {
  /** Of each of these jobs, all of the one Director, in the order given. */
  abstract of(director: string, jobs: readonly ConfiguredJob[]): Promise<readonly Protection[]>;
  /** All backup jobs of these Directors; contacts a Director only if it was never listed. */
  abstract all(directors: readonly string[]): Promise<readonly ProtectedJob[]>;
  /** Of each of these clients, all of the one Director, in the order given. */
  abstract ofClients(director: string, clients: readonly string[]): Promise<readonly ClientProtection[]>;
  /** Checks whether the catalog still has the backups of these clients: some of them may just have been purged. Never throws. */
  abstract checkBackups(director: string, clients: readonly string[]): Promise<void>;
}
