import { type Message } from './error-codes.js';

export const verdicts = ['ok', 'warn', 'crit', 'unknown'] as const;
export type HealthVerdict = (typeof verdicts)[number];

/** The possible results of a check. A check keeps its id for any result. */
export const healthCodes = [
  'director.answers', 'director.never_answered', 'director.no_answer',
  'catalog.answers', 'catalog.never_answered', 'catalog.no_answer',
  'director.runs', 'director.recovering', 'director.elsewhere', 'director.timezone', 'director.clock',
  'director.commands_denied',
  'record.never_read', 'record.up_to_date', 'record.behind', 'record.complete', 'record.lost',
  'runs.none_failed', 'runs.failed', 'runs.normal_size', 'runs.small',
  'search.current', 'search.stalled', 'silence.watched', 'silence.not_watched', 'clients.none_silent', 'clients.silent',
  'volumes.ok', 'volumes.error', 'pool.full', 'pool.filling', 'storage.space', 'storage.unwritable',
  'clock.in_doubt', 'clients.dated_ahead', 'jobs.never_start', 'runs.no_progress',
  'jobs.protected', 'jobs.overdue', 'jobs.unprotected', 'jobs.unread',
  'daemon.answers', 'daemon.not_seen', 'daemon.no_answer', 'jobs.none_enabled', 'jobs.scheduled', 'jobs.unscheduled',
  'configuration.invalid', 'configuration.rejected', 'configuration.missing', 'configuration.unwritten',
  'backups.unverified', 'backups.verified', 'backups.differ',
] as const; // prettier-ignore
export type HealthCode = (typeof healthCodes)[number];

/** One checked part. */
export interface HealthFinding extends Message<HealthCode> {
  readonly id: string;
  readonly component: string;
  readonly status: HealthVerdict;
  readonly value: number | null;
  readonly unit: string | null;
  /** A sentence. */
  readonly message: string;
  readonly hint: string | null;
}
