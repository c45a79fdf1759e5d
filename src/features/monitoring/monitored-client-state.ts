import {
  type SilenceCause,
  type SilenceFacts,
  type SilenceState,
  type SilenceStatus,
  type OwnThresholds,
  type ThresholdBasis,
} from '../../domain/silence.js';
import { isGoodRead } from '../runs/store/good-backup.sql.js';

/** A client with its stored state, its current data from the run store, and its settings. */
export interface MonitoredClientState {
  readonly director: string;
  readonly client: string;
  readonly state: SilenceState;
  readonly since: Date;
  readonly cause: SilenceCause | null;
  readonly isEnabled: boolean;
  /** false: only seen so far. */
  readonly isEvaluated: boolean;
  readonly intervalSeconds: number | null;
  readonly revision: number;
  readonly lastOnRecord: Date | null;
  readonly own: OwnThresholds;
  readonly pausedUntil: Date | null;
  /** When its settings last changed; null: it never had any. */
  readonly settingsAt: Date | null;
  /** When it must be evaluated again, in milliseconds since the epoch; `-Infinity`: now; null: never by time alone. */
  readonly dueAtMs: number | null;
}

/** The columns of `selectKnown` in their order; times in milliseconds since the epoch. */
export type KnownRow = readonly [
  director: string,
  client: string,
  status: SilenceStatus,
  since: number,
  cause: SilenceCause | null,
  lastSuccessAt: number | null,
  firstSeenAt: number,
  enabled: boolean,
  evaluated: boolean,
  warnSeconds: number,
  critSeconds: number,
  intervalSeconds: number | null,
  revision: number,
  lastOnRecord: number | null,
  ownWarn: number | null,
  ownCrit: number | null,
  basis: ThresholdBasis | null,
  pausedUntil: number | null,
  settingsAt: number | null,
  dueAt: number | null,
];

const msOf = (column: string): string => `date_part('epoch', ${column}) * 1000`;

/** A revision never passes 2^53: it counts changes of states. */
export const selectKnown = `SELECT s.director, s.client, s.status, ${msOf('s.since')}, s.cause, ${msOf('s.last_success_at')},
    ${msOf('s.first_seen_at')}, s.enabled, s.evaluated, s.warn_seconds, s.crit_seconds, s.interval_seconds,
    s.revision::float8, ${msOf('good.ended_at')}, t.warn_seconds, t.crit_seconds, t.basis, ${msOf('t.paused_until')},
    ${msOf('t.updated_at')}, ${msOf('s.due_at')}
  FROM client_silence s
  LEFT JOIN client_threshold t USING (director, client)
  LEFT JOIN LATERAL (SELECT ended_at FROM run WHERE run.director = s.director AND run.client = s.client AND ${isGoodRead()}
    ORDER BY ended_at DESC LIMIT 1) good ON true`;

export function knownClientOf(row: KnownRow): MonitoredClientState {
  const [director, client, status, since, cause, lastSuccessAt, firstSeenAt, isEnabled, isEvaluated, ...rest] = row;
  const [
    warnSeconds,
    critSeconds,
    intervalSeconds,
    revision,
    onRecord,
    ownWarn,
    ownCrit,
    basis,
    pausedUntil,
    at,
    dueAt,
  ] = rest;
  const seen = new Date(Math.round(firstSeenAt));
  const state = { status, lastSuccessAt: timeOf(lastSuccessAt), firstSeenAt: seen };
  return {
    director,
    client,
    since: new Date(Math.round(since)),
    cause,
    isEnabled,
    isEvaluated,
    intervalSeconds,
    revision,
    lastOnRecord: timeOf(onRecord),
    state: { ...state, thresholds: { warnSeconds, critSeconds } },
    own: { warnSeconds: ownWarn, critSeconds: ownCrit, basis: basis ?? 'fixed' },
    pausedUntil: timeOf(pausedUntil),
    settingsAt: timeOf(at),
    dueAtMs: dueAt === null ? null : Math.round(dueAt),
  };
}

export function isPausedAt({ pausedUntil }: MonitoredClientState, now: Date): boolean {
  return pausedUntil !== null && pausedUntil > now;
}

/** Its state evaluated at `now`. */
export function factsOf(
  known: MonitoredClientState,
  thresholds: SilenceFacts['thresholds'],
  now: Date,
  isRecordBehind: boolean,
): SilenceFacts {
  const { warnSeconds, critSeconds } = thresholds;
  const isPaused = isPausedAt(known, now);
  return {
    lastSuccessAt: known.lastOnRecord,
    thresholds: { warnSeconds, critSeconds },
    isResting: !known.isEnabled || isPaused,
    restsUntil: known.isEnabled && isPaused ? known.pausedUntil : null,
    isRecordBehind,
  };
}

function timeOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(Math.round(ms));
}
