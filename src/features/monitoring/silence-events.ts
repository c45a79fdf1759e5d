import { type Severity } from '../../domain/event.js';
import {
  type SilenceChange,
  type SilenceState,
  type SilenceThresholds,
  silentForSeconds,
  thresholdOf,
} from '../../domain/silence.js';
import { formatDuration } from '../../domain/units.js';
import { type NewEvent } from '../events/event-recorder.js';

/** The client and its status after the change. */
export interface ChangedClient {
  readonly director: string;
  readonly client: string;
  readonly state: SilenceState;
  readonly change: SilenceChange;
  /** Of the state after the change; of a client that went, the one that it had. */
  readonly revision: number;
  readonly isEnabled: boolean;
}

export interface EventSurroundings {
  readonly baseUrl: string;
  readonly directorReachable: boolean;
  readonly now: Date;
}

const severities = { ok: 'info', warn: 'warning', crit: 'critical' } as const satisfies Record<string, Severity>;

/** The event data of the change. */
export function silenceEvent(changed: ChangedClient, { baseUrl, directorReachable, now }: EventSurroundings): NewEvent {
  const { director, client, state, change, revision } = changed;
  const { status, previousStatus, cause } = change;
  const { lastSuccessAt } = state;
  const ageSeconds = silentForSeconds(lastSuccessAt, state.firstSeenAt, now);
  const thresholdSeconds = thresholdOf(status, state.thresholds);
  return {
    onceKey: `client.silence.${status}:${director}:${client}:${revision}`,
    type: `client.silence.${status}`,
    severity: severities[status],
    source: 'backup-console',
    subject: `client:${director}:${client}`,
    dedupKey: `silence:${director}:${client}`,
    summary: summaryOf(changed, ageSeconds),
    data: {
      client,
      director,
      previousStatus,
      lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
      ageSeconds,
      thresholdSeconds,
      cause,
      directorReachable,
    },
    links: linksOf(baseUrl, director, client),
  };
}

function summaryOf({ director, client, state, change, isEnabled }: ChangedClient, ageSeconds: number): string {
  const who = `Client ${client} of Director ${director}`;
  const age = spanOf(ageSeconds);
  if (change.status !== 'ok') {
    const since =
      state.lastSuccessAt === null
        ? `had no good backup since it was first seen ${age} ago`
        : `had no good backup for ${age}`;
    const isMilder = change.previousStatus === 'crit';
    return `${who} has ${since}, ${isMilder ? 'no longer critical, but ' : ''}more than ${limitText(change.status, state.thresholds, ageSeconds)}.`;
  }
  if (change.cause === 'backup') return `${who} has a good backup again, which ended ${age} ago.`;
  if (change.cause === 'threshold') return `${who} is no longer overdue: its thresholds were raised.`;
  if (change.cause === 'removed') return `${who} is no longer configured.`;
  return isEnabled ? `Alerts about ${who} are muted.` : `${who} is disabled at its Director and no longer monitored.`;
}

const leastInDays = 96 * 3600;

/** "its critical threshold of 72 hours": in the unit of the age before it, so that the two can be compared. */
export function limitText(status: 'warn' | 'crit', thresholds: SilenceThresholds, ageSeconds: number): string {
  const limit = thresholdOf(status, thresholds);
  const isInDays = ageSeconds >= leastInDays && limit % 86_400 === 0;
  return `its ${status === 'crit' ? 'critical' : 'warning'} threshold of ${isInDays ? formatDuration(limit) : spanOf(limit)}`;
}

/** In hours if whole days would not distinguish an age from its threshold. */
export function spanOf(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  return hours >= 24 && seconds < leastInDays ? `${hours} hours` : formatDuration(seconds);
}

function linksOf(baseUrl: string, director: string, client: string): Readonly<Record<string, string>> {
  const [name, at] = [encodeURIComponent(client), encodeURIComponent(director)];
  return {
    page: `${baseUrl}/#/clients/${name}?director=${at}`,
    client: `${baseUrl}/api/v1/clients/${name}?director=${at}`,
    runs: `${baseUrl}/api/v1/operations/runs?client=${name}&director=${at}`,
  };
}
