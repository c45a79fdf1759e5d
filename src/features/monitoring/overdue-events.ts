import { type Severity } from '../../domain/event.js';
import { type OverdueChange, type OverdueState } from '../../domain/overdue.js';
import { silentForSeconds, thresholdOf } from '../../domain/silence.js';
import { type NewEvent } from '../events/event-recorder.js';
import { type MonitoredJobState } from './monitored-job-state.js';
import { type EventSurroundings, limitText, spanOf } from './silence-events.js';

/** A job whose protection changed, and its state after the change. */
export interface ChangedJob {
  readonly known: MonitoredJobState;
  readonly state: OverdueState;
  readonly change: OverdueChange;
  /** Of the state after the change; of a job that is gone, the one that it had. */
  readonly revision: number;
}

const severities = { ok: 'info', warn: 'warning', crit: 'critical' } as const satisfies Record<string, Severity>;

/** `job.overdue.*`. */
export function overdueEvent(changed: ChangedJob, { baseUrl, directorReachable, now }: EventSurroundings): NewEvent {
  const { known, state, change, revision } = changed;
  const { director, job, client, fileset } = known;
  const { status, previousStatus } = change;
  const cause = isLost(changed) ? 'lost' : change.cause;
  const ageSeconds = silentForSeconds(state.lastGoodAt, known.facts.firstSeenAt, now);
  return {
    onceKey: `job.overdue.${status}:${director}:${job}:${client}:${revision}`,
    type: `job.overdue.${status}`,
    severity: severities[status],
    source: 'backup-console',
    subject: `job:${director}:${job}`,
    dedupKey: `overdue:${director}:${job}:${client}`,
    summary: summaryOf(changed, ageSeconds),
    data: {
      job,
      client,
      fileset,
      director,
      previousStatus,
      lastGoodAt: state.lastGoodAt?.toISOString() ?? null,
      ageSeconds,
      thresholdSeconds: thresholdOf(status, state),
      cause,
      directorReachable,
    },
    links: linksOf(baseUrl, known),
  };
}

/** Not for its age: its backups are gone. */
function isLost({ known: { facts }, change }: ChangedJob): boolean {
  return facts.hasLostBackups && change.status !== 'ok';
}

function summaryOf(changed: ChangedJob, ageSeconds: number): string {
  const { known, state, change } = changed;
  const { job, client, director, facts } = known;
  const who = `Job ${job} of client ${client} on Director ${director}`;
  if (isLost(changed)) return `${who} has no backup left that can be restored.`;
  if (change.status !== 'ok') {
    const since =
      state.lastGoodAt === null ? 'has never had a good backup' : `has had no good backup for ${spanOf(ageSeconds)}`;
    const milder = change.previousStatus === 'crit' ? ' It is no longer critical.' : '';
    if (state.lastGoodAt === null && ageSeconds <= thresholdOf(change.status, state)) {
      return `${who} ${since}: ${facts.hasFailed ? 'its runs failed' : 'its first scheduled start has passed'}.${milder}`;
    }
    return `${who} ${since}, more than ${limitText(change.status, state, ageSeconds)}.${milder}`;
  }
  if (change.cause === 'backup') return `${who} has a good backup again, which ended ${spanOf(ageSeconds)} ago.`;
  if (change.cause === 'threshold') return `${who} is no longer overdue: its thresholds were raised.`;
  if (change.cause === 'removed') return `${who} is no longer configured.`;
  return `${who} is no longer monitored: it has no schedule, or its schedule was disabled.`;
}

function linksOf(baseUrl: string, { director, job, client }: MonitoredJobState): Readonly<Record<string, string>> {
  const [name, of, at] = [encodeURIComponent(job), encodeURIComponent(client), encodeURIComponent(director)];
  return {
    page: `${baseUrl}/#/jobs/${name}?director=${at}`,
    job: `${baseUrl}/api/v1/operations/jobs?name=${name}&director=${at}`,
    client: `${baseUrl}/api/v1/clients/${of}?director=${at}`,
    runs: `${baseUrl}/api/v1/operations/runs?job=${name}&client=${of}&director=${at}`,
  };
}
