import { type OverdueState } from '../../domain/overdue.js';
import { type ProtectedJob, type ProtectionFacts, protectionOf } from '../../domain/protection.js';
import { type SilenceStatus, type SetThresholds, type ThresholdBasis } from '../../domain/silence.js';

/** A backup job with its stored state, its current data from the run history, and its settings. */
export interface MonitoredJobState {
  readonly director: string;
  readonly job: string;
  readonly client: string;
  readonly fileset: string;
  readonly inSchedule: boolean;
  readonly facts: ProtectionFacts;
  readonly reported: OverdueState;
  readonly revision: number;
  readonly own: SetThresholds;
  /** When its settings last changed; null: it never had any. */
  readonly settingsAt: Date | null;
  readonly isClientInUse: boolean;
  readonly clientPausedUntil: Date | null;
  readonly clientSilence: SilenceStatus;
}

/** The columns of `selectJobs` in their order; times in milliseconds since the epoch. */
export type KnownJobRow = readonly [
  director: string,
  job: string,
  client: string,
  fileset: string,
  inSchedule: boolean,
  firstSeenAt: number,
  firstStartAt: number | null,
  intervalSeconds: number | null,
  toldStatus: SilenceStatus,
  toldGoodAt: number | null,
  toldWarnSeconds: number,
  toldCritSeconds: number,
  revision: number,
  goodAt: number | null,
  failedAt: number | null,
  hadGood: boolean,
  ownWarn: number | null,
  ownCrit: number | null,
  settingsAt: number | null,
  clientWarn: number | null,
  clientCrit: number | null,
  clientBasis: ThresholdBasis | null,
  clientPausedUntil: number | null,
  isClientInUse: boolean,
  clientSilence: SilenceStatus,
  globalWarn: number,
  globalCrit: number,
  isHistoryKnown: boolean,
];

const msOf = (column: string): string => `date_part('epoch', ${column}) * 1000`;

/** End of the newest good backup that can still be restored, of an outcome. */
const retainedOf = (of: string): string =>
  `CASE WHEN ${of}.good_at = ${of}.lost_good_at THEN ${of}.kept_good_at ELSE ${of}.good_at END`;

/** A run of which the catalog does not name the fileset counts for the job: it is of no other one. */
export const selectJobs = `SELECT p.director, p.job, p.client, p.fileset, p.in_schedule, ${msOf('p.first_seen_at')},
    ${msOf('p.first_start_at')}, p.interval_seconds, p.told_status, ${msOf('p.told_good_at')}, p.told_warn_seconds,
    p.told_crit_seconds, p.revision::float8, ${msOf(`GREATEST(${retainedOf('o')}, ${retainedOf('u')})`)},
    ${msOf('GREATEST(o.failed_at, u.failed_at)')}, COALESCE(o.good_at, u.good_at) IS NOT NULL, j.warn_seconds, j.crit_seconds, ${msOf('j.updated_at')},
    t.warn_seconds, t.crit_seconds, t.basis, ${msOf('t.paused_until')}, COALESCE(s.enabled, true), COALESCE(s.status, 'ok'),
    g.warn_seconds, g.crit_seconds, COALESCE(f.filled_from = 0, false)
  FROM job_protection p
  CROSS JOIN global_threshold g
  LEFT JOIN job_outcome o ON o.director = p.director AND o.job = p.job AND o.client = p.client AND o.fileset = p.fileset
  LEFT JOIN job_outcome u ON u.director = p.director AND u.job = p.job AND u.client = p.client AND u.fileset = ''
  LEFT JOIN job_threshold j ON j.director = p.director AND j.job = p.job
  LEFT JOIN client_threshold t ON t.director = p.director AND t.client = p.client
  LEFT JOIN client_silence s ON s.director = p.director AND s.client = p.client
  LEFT JOIN run_sync_state f ON f.director = p.director`;

export function knownJobOf(row: KnownJobRow): MonitoredJobState {
  const [director, job, client, fileset, inSchedule, firstSeenAt, firstStartAt, intervalSeconds, ...rest] = row;
  const [toldStatus, toldGoodAt, toldWarn, toldCrit, revision, goodAt, failedAt, hadGood, ownWarn, ownCrit, ...others] =
    rest;
  const [settingsAt, clientWarn, clientCrit, basis, pausedUntil, isClientInUse, clientSilence, ...last] = others;
  const [globalWarn, globalCrit, isHistoryKnown] = last;
  const own = { warnSeconds: ownWarn, critSeconds: ownCrit };
  return {
    director,
    job,
    client,
    fileset,
    inSchedule,
    revision,
    own,
    isClientInUse,
    clientSilence,
    settingsAt: timeOf(settingsAt),
    clientPausedUntil: timeOf(pausedUntil),
    reported: { status: toldStatus, lastGoodAt: timeOf(toldGoodAt), warnSeconds: toldWarn, critSeconds: toldCrit },
    facts: {
      own,
      client: { warnSeconds: clientWarn, critSeconds: clientCrit, basis: basis ?? 'fixed' },
      global: { warnSeconds: globalWarn, critSeconds: globalCrit },
      intervalSeconds,
      isBackup: true,
      isScheduled: inSchedule && isClientInUse,
      lastGoodAt: timeOf(goodAt),
      hasLostBackups: hadGood && goodAt === null,
      hasFailed: failedAt !== null,
      firstSeenAt: new Date(Math.round(firstSeenAt)),
      firstStartAt: timeOf(firstStartAt),
      isHistoryKnown,
    },
  };
}

export function protectedJobOf(known: MonitoredJobState, now: Date): ProtectedJob {
  const { director, job, client, fileset, isClientInUse, facts } = known;
  return {
    director,
    job,
    client,
    fileset,
    isClientInUse,
    firstSeenAt: facts.firstSeenAt,
    isPaused: isClientPausedAt(known, now),
    protection: protectionOf(facts, now),
  };
}

export function isClientPausedAt({ clientPausedUntil }: MonitoredJobState, now: Date): boolean {
  return clientPausedUntil !== null && clientPausedUntil > now;
}

function timeOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(Math.round(ms));
}
