import { type RestoreFacts } from './restore-facts.js';
import { type Message } from './error-codes.js';

/** One execution of a job. Letters of status, level and type are Bacula's own (Bacula developer guide, catalog); the API uses words. */
export const runStatuses = ['queued', 'running', 'waiting', 'completed', 'warning', 'error', 'canceled'] as const;
export type RunStatus = (typeof runStatuses)[number];

export const endedStatuses = ['completed', 'warning', 'error', 'canceled'] as const satisfies readonly RunStatus[];
const ended: ReadonlySet<RunStatus> = new Set<RunStatus>(endedStatuses);

export function hasEnded(status: RunStatus): boolean {
  return ended.has(status);
}

const statusByLetter: Readonly<Record<string, RunStatus>> = {
  C: 'queued',
  R: 'running',
  i: 'running',
  a: 'running',
  l: 'running',
  L: 'running',
  T: 'completed',
  W: 'warning',
  D: 'warning',
  E: 'error',
  e: 'error',
  f: 'error',
  I: 'error',
  A: 'canceled',
};

/** Letters of runs that have ended; all others are active. */
export const endedLetters = ['T', 'W', 'D', 'E', 'e', 'f', 'I', 'A'] as const;

/**
 * A job that ended `T` with errors is a warning: Bacula itself reports "Backup OK -- with warnings". So is a restore that restored
 * nothing of the selection.
 */
export function statusOf(letter: string, errors: number, isFlawed = false): RunStatus {
  if (letter === 'T' && (errors > 0 || isFlawed)) return 'warning';
  return statusByLetter[letter] ?? 'waiting';
}

/** Whether the letter of a catalog is that of a running run. */
export const runningLetters: readonly string[] = Object.keys(statusByLetter).filter(
  (letter) => statusByLetter[letter] === 'running',
);

/**
 * The status according to its Director now: catalogs keep the letter of a running run while it waits, for example for a volume.
 * `waitingFor`: undefined if the Director does not list it, null if it is not waiting.
 */
export function statusNow(
  { status, statusCode }: Pick<Run, 'status' | 'statusCode'>,
  waitingFor: WaitingFor | null | undefined,
): RunStatus {
  if (waitingFor === undefined || hasEnded(status) || !runningLetters.includes(statusCode)) return status;
  return waitingFor !== null && waitingFor.code !== 'no_progress' ? 'waiting' : 'running';
}

/** A catalog does not show that a run waits: while its letter is unchanged, the known wait stays. */
export function withKnownWait(known: Pick<Run, 'status' | 'statusCode'>, read: Run): Run {
  const isSame = read.status === 'running' && known.status === 'waiting' && known.statusCode === read.statusCode;
  return isSame ? { ...read, status: known.status } : read;
}

export const triggerKinds = ['schedule', 'session', 'token', 'console', 'unknown'] as const;
export type TriggerKind = (typeof triggerKinds)[number];

export interface TriggeredBy {
  readonly kind: TriggerKind;
  /** Of the user or token; null where it is neither. */
  readonly id: string | null;
  /** Schedule, user or token name; empty where unknown. */
  readonly name: string;
}

/** Members that are absent mean any. */
export interface TriggerFilter {
  readonly kind?: TriggerKind;
  readonly id?: string;
  readonly name?: string;
}

/** Live statistics of a run that has not ended. */
export interface RunProgress {
  readonly files: number;
  readonly bytes: number;
  readonly bytesPerSecond: number;
  /** The file or volume in progress, as text. */
  readonly currentFile: string | null;
  /** 0 to 1, if the amount is known beforehand. */
  readonly fraction: number | null;
}

export const waitingCodes = [
  'start_time',
  'client_busy',
  'verify_busy',
  'run_slots',
  'client',
  'storage',
  'mount',
  'appendable_volume',
  'storage_slots',
  'device',
  'same_job',
  'client_slots',
  'director_slots',
  'start_time_due',
  'priority',
  'volume_to_mount',
  'device_unmounted',
  'volume_to_write',
  'no_progress',
] as const;
// prettier-ignore
export type WaitingCode = (typeof waitingCodes)[number];

export interface WaitingFor extends Message<WaitingCode> {
  readonly kind: 'media' | 'device' | 'slot' | 'priority' | 'client' | 'storage' | 'time' | 'other';
  readonly text: string;
  readonly hint: string;
}

const operatorCodes: ReadonlySet<WaitingCode> = new Set<WaitingCode>([
  'mount',
  'appendable_volume',
  'volume_to_mount',
  'device_unmounted',
  'volume_to_write',
  'no_progress',
]);

/** Whether it waits for a medium, a mount, or an operator: it does not continue on its own. */
export function waitsForOperator({ code }: WaitingFor): boolean {
  return operatorCodes.has(code);
}

export interface Run {
  readonly jobId: number;
  readonly uniqueName: string;
  readonly job: string;
  readonly director: string;
  readonly type: string;
  readonly level: string;
  readonly client: string | null;
  readonly fileset: string | null;
  readonly pool: string | null;
  readonly storage: string | null;
  readonly status: RunStatus;
  readonly statusCode: string;
  readonly queuedAt: Date;
  readonly scheduledAt: Date | null;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly files: number;
  readonly bytes: number;
  readonly errors: number;
  /** A backup that read its client: no virtual Full, no copy, no product of a migration. Independent of its outcome. */
  readonly readsClient: boolean;
  /** Of a restore, once it is known; never from a catalog alone. */
  readonly restore?: RestoreFacts | null;
  /** The catalog's Comment: contains the tag of the request that started the run. */
  readonly comment: string;
  /** As the console's own record or the closing report has it; absent if it must be read from the comment. */
  readonly triggeredBy?: TriggeredBy | undefined;
}

/** A backup that broke off before the first byte: its Director may count the file that it had started. */
export function hasSavedNothing({ type, status, bytes }: Pick<Run, 'type' | 'status' | 'bytes'>): boolean {
  return type === 'Backup' && (status === 'error' || status === 'canceled') && bytes === 0;
}

/** A backup counts where it ended well and, if it ended with errors or warnings, read a file: else all may have been unreadable. */
export function isGoodBackup({ statusCode, files, errors }: Pick<Run, 'statusCode' | 'files' | 'errors'>): boolean {
  return statusCode === 'T' ? files > 0 || errors === 0 : statusCode === 'W' && files > 0;
}

export interface RunFilter {
  readonly jobs?: readonly string[];
  readonly clients?: readonly string[];
  readonly statuses?: readonly RunStatus[];
  readonly levels?: readonly string[];
  readonly types?: readonly string[];
  readonly pools?: readonly string[];
  /** Bounds of `queuedAt`: since is inclusive, until exclusive. */
  readonly since?: Date;
  readonly until?: Date;
  /** Who or what started the run. Catalogs cannot filter by it. */
  readonly trigger?: TriggerFilter;
  /** Whether the run's end is acknowledged; only the run store has this. */
  readonly acknowledged?: boolean | undefined;
}

export interface LogLine {
  readonly id: number;
  readonly at: Date;
  readonly text: string;
}

export interface RunVolume {
  readonly volume: string;
  readonly pool: string | null;
  readonly mediaType: string;
  readonly firstIndex: number;
  readonly lastIndex: number;
  readonly bytes: number;
}

/** The report with which a Director closes the log of a run; a few lines on what it does afterwards may follow. */
export function isClosingReport({ text }: LogLine): boolean {
  return /^\s*Termination:/m.test(text);
}

/** Orders of a list of runs: by their place, not by their time, for job ids are what a Director counts by. */
export const runSorts = ['newest', 'oldest'] as const;
export type RunSort = (typeof runSorts)[number];

const orderMark = /(?:^|\s)order:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:\s|$)/;
const scheduleMark = /^schedule:(.+)$/s;
const consoleMark = /^console:(.*)$/s;

/** The tag for a run's Comment, by which the run is found from its request. */
export function markOfOrder(orderId: string): string {
  return `order:${orderId}`;
}

/** The order whose mark a run's Comment carries, or null. */
export function orderIdOf(comment: string): string | null {
  return orderMark.exec(comment)?.[1] ?? null;
}

const reportedTriggers: Readonly<Record<string, TriggeredBy>> = {
  Scheduler: { kind: 'schedule', id: null, name: '' },
  User: { kind: 'console', id: null, name: '' },
};

/**
 * How the run was started, from the closing report in its log, which only Bareos writes. null: no report, or a comment that is
 * more precise. A run of the console is `User` to the Director, so its tag counts even if the request is no longer stored.
 */
export function reportedTrigger(
  { jobId, comment }: { readonly jobId: number; readonly comment: string },
  lines: readonly LogLine[],
): TriggeredBy | null {
  if (orderIdOf(comment) !== null || triggerOf(comment, new Map()).kind !== 'unknown') return null;
  const report = lines.findLast((line) => isClosingReport(line) && jobIdLine.exec(line.text)?.[1] === String(jobId));
  return reportedTriggers[triggerLine.exec(report?.text ?? '')?.[1] ?? ''] ?? null;
}

const jobIdLine = /^[ \t]*JobId:[ \t]*(\d+)[ \t\r]*$/m;
const triggerLine = /^[ \t]*Job triggered by:[ \t]*(\w+)[ \t\r]*$/m;

/** Who or what started a run, from its Comment and the stored requests, by request id. */
export function triggerOf(comment: string, actors: ReadonlyMap<string, TriggeredBy>): TriggeredBy {
  const schedule = scheduleMark.exec(comment)?.[1];
  if (schedule !== undefined) return { kind: 'schedule', id: null, name: schedule };
  const operator = consoleMark.exec(comment)?.[1];
  if (operator !== undefined) return { kind: 'console', id: null, name: operator };
  const orderId = orderIdOf(comment);
  const actor = orderId === null ? undefined : actors.get(orderId);
  return actor ?? { kind: 'unknown', id: null, name: '' };
}
