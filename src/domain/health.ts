import { type RunCounts } from './run-reader.port.js';
import { type DirectorObservation } from './director.port.js';
import { countProtection, gravityOf, type Protection } from './protection.js';
import { recordFindings, type RunSyncStatus } from './run-sync-health.js';
import { searchIndexFinding, type SearchIndexStatus } from './search-index.js';
import { type SilenceStatus } from './silence.js';
import { formatDuration } from './units.js';
import { type HealthFinding, type HealthVerdict } from './verdict.js';

/** The protection of one job, as its record in the list of jobs shows it. */
export interface JobStatusFacts extends Pick<Protection, 'status' | 'countsAs'> {
  readonly job: string;
  readonly client: string;
  /** Since the last good backup; where there never was one, since the job was first seen. */
  readonly ageSeconds: number;
  /** It had good backups, and none of them can be restored any more. */
  readonly isLost?: boolean;
  /** It or its client's silence is acknowledged, or the client's watch paused: it is named, and does not count. */
  readonly isKnown: boolean;
}

const namesShown = 3;

/** One check over all jobs. `ok` only where something is protected and nothing is overdue. null: the jobs are not known yet. */
function protectionFinding(
  jobs: readonly JobStatusFacts[] | null,
  clients: readonly { readonly hasBackup: boolean }[],
): HealthFinding {
  if (jobs === null) return unknownFinding('The jobs have not been read yet.', { monitored: 0, unread: 0 });
  const monitored = jobs.filter(({ countsAs }) => countsAs !== null);
  const late = monitored
    .filter(({ countsAs }) => countsAs === 'warn' || countsAs === 'crit')
    .sort((a, b) => gravityOf(b) - gravityOf(a) || b.ageSeconds - a.ageSeconds);
  const unread = monitored.filter(({ status }) => status === 'unknown').length;
  const good = monitored.filter(({ status }) => status === 'ok').length;
  // Acknowledging every overdue job does not protect any of them.
  if (late.length > 0) return overdueFinding(late, unread === 0 && good > 0 ? 'ok' : 'unknown');
  const about = { id: 'jobs.protection', component: 'job', value: good, unit: 'jobs' };
  const params = { monitored: monitored.length, unread };
  if (unread > 0) {
    const message = `The history of ${counted(unread, 'job')} has not been read yet.`;
    return unknownFinding(message, params);
  }
  const isProtected = good > 0 || (monitored.length === 0 && clients.some(({ hasBackup }) => hasBackup));
  if (isProtected) {
    const message =
      monitored.length === 0
        ? 'No job is monitored.'
        : `${good} of ${counted(monitored.length, 'monitored job')} have a recent good backup.`;
    return { ...about, code: 'jobs.protected', params, status: 'ok', message, hint: null };
  }
  const message = 'No backups yet: no job has a good backup.';
  return { ...about, code: 'jobs.unprotected', params, status: 'unknown', message, hint: 'Run a job.' };
}

function unknownFinding(message: string, params: HealthFinding['params']): HealthFinding {
  const about = { id: 'jobs.protection', component: 'job', value: null, unit: 'jobs' };
  return { ...about, code: 'jobs.unread', params, status: 'unknown', message, hint: null };
}

/** `late` has the most severe first; `others` is the verdict if all of it is acknowledged or paused. */
function overdueFinding(late: readonly JobStatusFacts[], others: HealthVerdict): HealthFinding {
  const never = late.filter(({ status }) => status === 'never').length;
  const lost = late.filter(({ isLost }) => isLost === true).length;
  const shown = late.slice(0, namesShown).map(({ job, client }) => `${job} of ${client}`);
  const more = late.length - shown.length;
  const open = late.filter(({ isKnown }) => !isKnown);
  const known = late.length - open.length;
  const status: HealthVerdict = open.some(({ countsAs }) => countsAs === 'crit')
    ? 'crit'
    : open.length > 0
      ? 'warn'
      : others;
  const oldestSeconds = Math.max(...late.map(({ ageSeconds }) => ageSeconds));
  return {
    id: 'jobs.protection',
    component: 'job',
    code: 'jobs.overdue',
    value: late.length,
    unit: 'jobs',
    status,
    params: { jobs: shown.join(', '), more, known, never, lost, critical: criticalOf(late), oldestSeconds },
    message: `${headOf(late)}: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}${known > 0 ? `, ${known} acknowledged or muted` : ''}.`,
    hint: open.length === 0 ? null : 'Check the log of the last run and the schedule.',
  };
}

function headOf(late: readonly JobStatusFacts[]): string {
  const never = late.filter(({ status }) => status === 'never').length;
  const lost = late.filter(({ isLost }) => isLost === true).length;
  const overdue = late.filter(({ status, isLost }) => status !== 'never' && isLost !== true);
  const oldest = formatDuration(Math.max(0, ...overdue.map(({ ageSeconds }) => ageSeconds)));
  const parts = [
    [
      overdue.length,
      `${overdueMessage(overdue.length, criticalOf(late))}, without a good backup for ${overdue.length === 1 ? '' : 'up to '}${oldest}`,
    ],
    [lost, 'without any backup left that can be restored'],
    [never, 'never backed up'],
  ] as const;
  // The noun is used once: "2 jobs overdue, …, 1 never backed up".
  return parts
    .filter(([count]) => count > 0)
    .map(([count, what], at) => `${at === 0 ? counted(count, 'job') : count} ${what}`)
    .join(', ');
}

/** Of the overdue jobs that had a good backup. */
function criticalOf(late: readonly JobStatusFacts[]): number {
  return late.filter(({ status, isLost, countsAs }) => status !== 'never' && isLost !== true && countsAs === 'crit')
    .length;
}

function overdueMessage(count: number, critical: number): string {
  if (critical === count) return 'critically overdue';
  return critical === 0 ? 'overdue' : `overdue (${critical} critically)`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** The status of one client: the same facts as its silence in the list of clients. */
export interface ClientStatusFacts {
  readonly client: string;
  readonly status: SilenceStatus;
  readonly ageSeconds: number;
  readonly hasBackup: boolean;
  /** Its silence is acknowledged: it is reported, and does not count. */
  readonly isKnown?: boolean;
}

/** How many of the runs behind a verdict are acknowledged. */
export interface KnownRuns {
  readonly failed24h: number;
  readonly lost24h: number;
  readonly small24h: number;
}

const nothingRetained: KnownRuns = { failed24h: 0, lost24h: 0, small24h: 0 };

/** The observed state of a Director and its catalog. */
export interface HealthInput {
  readonly observations: readonly DirectorObservation[];
  /** null: the catalog was never seen. */
  readonly counts: RunCounts | null;
  /** null: not yet known. */
  readonly clients: readonly ClientStatusFacts[] | null;
  /** Backup jobs of enabled clients. null: not yet known; absent: not requested. */
  readonly jobs?: readonly JobStatusFacts[] | null;
  /** Of the console's own record of runs; null: not known. */
  readonly record: RunSyncStatus | null;
  /** Absent: none. */
  readonly known?: KnownRuns;
  /** Clients with a backup that is dated in the future. Absent: none. */
  readonly datedAhead?: readonly string[];
  /** Of the console's own index of file names; null: not known. */
  readonly searchIndex: SearchIndexStatus | null;
  /** Since the silence monitor last evaluated all clients; null: not yet. */
  readonly evaluatedSecondsAgo: number | null;
  /** On pools that will soon be full. */
  readonly pools: readonly HealthFinding[];
}

/** Whether a Director, or its catalog, answered this time, and if not, for how long there has been no answer (null: never one). */
export interface Reachability {
  readonly state: 'answers' | 'slow' | 'failed';
  readonly silentForSeconds: number | null;
  readonly detail: string;
}

export interface Reachabilities {
  readonly director: Reachability;
  readonly catalog: Reachability;
}

const gravity: Readonly<Record<HealthVerdict, number>> = { ok: 0, warn: 1, unknown: 2, crit: 3 };

/** The most severe of these; ok if there are none. Unknown is more severe than a warning, because nothing was checked. */
export function worstOf(statuses: readonly HealthVerdict[]): HealthVerdict {
  return statuses.reduce<HealthVerdict>((worst, status) => (gravity[status] > gravity[worst] ? status : worst), 'ok');
}

/**
 * The verdict of these checks. A daemon that was not checked yet counts neither as answering nor as an error: after a start of the
 * console this applies to all of them.
 */
export function verdictOf(findings: readonly Pick<HealthFinding, 'status' | 'code'>[]): HealthVerdict {
  return worstOf(findings.filter(isCounted).map(({ status }) => status));
}

function isCounted({ code }: Pick<HealthFinding, 'code'>): boolean {
  return code !== 'daemon.not_seen';
}

/** Sorts by severity, most severe first. */
export function bySeverity(a: { readonly status: HealthVerdict }, b: { readonly status: HealthVerdict }): number {
  return gravity[b.status] - gravity[a.status];
}

/** Whether a simple poller that fails on this verdict should fail; unknown counts as crit. */
export function failsOn(status: HealthVerdict, failOn: 'warn' | 'crit'): boolean {
  return gravity[status] >= gravity[failOn === 'warn' ? 'warn' : 'unknown'];
}

/** A Director may be slow for a while without anything being wrong with it; after this long it counts as gone. */
const slowIsGoneSeconds = 60;

/** All checks of one Director from its observed state, most severe first. */
export function findingsOf(director: string, input: HealthInput, contacts: Reachabilities): HealthFinding[] {
  const findings = [
    contactFinding('director', `Director ${director}`, contacts.director),
    contactFinding('catalog', `The catalog of Director ${director}`, contacts.catalog),
    ...findingsOfInput(input),
  ];
  return findings.sort(bySeverity);
}

function findingsOfInput(input: HealthInput): HealthFinding[] {
  const {
    observations,
    counts,
    record,
    searchIndex,
    evaluatedSecondsAgo,
    pools,
    known = nothingRetained,
    datedAhead = [],
  } = input;
  const observed = observations.map(({ id, component, status, code, params, value, unit, message, hint }) => {
    return { id, component, status, code, params, value, unit, message, hint };
  });
  return [
    ...observed,
    ...(record === null ? [] : recordFindings(record, known)),
    ...(searchIndex === null ? [] : [searchIndexFinding(searchIndex)]),
    ...backupFindings(input),
    ...(datedAhead.length === 0 ? [] : [datedAheadFinding(datedAhead)]),
    ...(evaluatedSecondsAgo === null ? [] : [evaluationFinding(evaluatedSecondsAgo)]),
    ...(counts === null ? [] : [failedFinding(counts, known.failed24h), volumeFinding(counts)]),
    ...pools,
  ];
}

/** For the jobs and the clients: whether they are backed up as configured. */
function backupFindings({ clients, jobs }: HealthInput): HealthFinding[] {
  return [
    ...(jobs === undefined ? [] : [protectionFinding(jobs, clients ?? [])]),
    ...(clients === null ? [] : [silenceFinding(clients, jobs ?? [])]),
  ];
}

function contactFinding(
  component: keyof Reachabilities,
  who: string,
  { state, silentForSeconds, detail }: Reachability,
): HealthFinding {
  const about = { id: `${component}.answers`, component, params: {}, value: silentForSeconds, unit: 'seconds' };
  if (state === 'answers') {
    return { ...about, code: `${component}.answers`, status: 'ok', message: `${who} answers.`, hint: null };
  }
  const hint = detail === '' ? null : detail;
  if (silentForSeconds === null) {
    const status = state === 'failed' ? 'crit' : 'unknown';
    return { ...about, code: `${component}.never_answered`, status, message: `${who} has not answered yet.`, hint };
  }
  const isGone = state === 'failed' || silentForSeconds > slowIsGoneSeconds;
  const message = `${who} has not answered for ${formatDuration(silentForSeconds)}.`;
  return { ...about, code: `${component}.no_answer`, status: isGone ? 'crit' : 'warn', message, hint };
}

/** Evaluated each minute; two may be missed while another instance takes over. */
const evaluationWarnSeconds = 180;
const evaluationCritSeconds = 900;

function evaluationFinding(secondsAgo: number): HealthFinding {
  const about = { id: 'silence.evaluated', component: 'client', params: {}, value: secondsAgo, unit: 'seconds' };
  if (secondsAgo <= evaluationWarnSeconds) {
    const message = 'Backup ages are being evaluated.';
    return { ...about, code: 'silence.watched', status: 'ok', message, hint: null };
  }
  const message = `Backup ages have not been evaluated for ${formatDuration(secondsAgo)}.`;
  const status = secondsAgo > evaluationCritSeconds ? 'crit' : 'warn';
  const hint = "Check the console's log for errors of the monitor.";
  return { ...about, code: 'silence.not_watched', status, message, hint };
}

/**
 * The silence of a client whose jobs are known to be in time, or are counted as overdue themselves, does not count once more: the
 * thresholds of its jobs are the finer ones.
 */
function silenceFinding(clients: readonly ClientStatusFacts[], jobs: readonly JobStatusFacts[]): HealthFinding {
  const silent = clients.filter(({ status }) => status !== 'ok').sort((a, b) => b.ageSeconds - a.ageSeconds);
  const about = { id: 'clients.silence', component: 'client', value: silent.length, unit: 'clients' };
  const oldest = silent[0];
  if (!oldest) {
    const message = 'No client is overdue.';
    return { ...about, code: 'clients.none_silent', params: {}, status: 'ok', message, hint: null };
  }
  const names = silent.slice(0, namesShown).map(({ client }) => client);
  const more = silent.length - names.length;
  const unknown = silent.filter(({ isKnown }) => isKnown !== true);
  const known = silent.length - unknown.length;
  const decided = decidedClients(jobs);
  const open = unknown.filter(({ client }) => !decided.has(client));
  const status = worstOf(open.map((client) => client.status));
  return {
    ...about,
    code: 'clients.silent',
    params: { clients: names.join(', '), more, known, oldestSeconds: oldest.ageSeconds },
    status,
    message: silenceMessage(
      silent.length,
      oldest.ageSeconds,
      `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
      known,
    ),
    hint: status === 'ok' ? null : 'Check the last runs of these clients, and that their jobs are still scheduled.',
  };
}

/** Clients of which every monitored job is known to be in time or to be overdue. */
function decidedClients(jobs: readonly JobStatusFacts[]): ReadonlySet<string> {
  const decided = new Set(jobs.filter(({ countsAs }) => countsAs !== null).map(({ client }) => client));
  for (const { client, countsAs } of jobs) if (countsAs === 'neutral' || countsAs === 'unknown') decided.delete(client);
  return decided;
}

function silenceMessage(count: number, oldestSeconds: number, who: string, known: number): string {
  const age = formatDuration(oldestSeconds);
  const clients =
    count === 1
      ? `1 client without a good backup for ${age}`
      : `${count} clients without a recent good backup, the longest for ${age}`;
  return `${clients}: ${who}${paramNames(known)}.`;
}

function datedAheadFinding(clients: readonly string[]): HealthFinding {
  const shown = clients.slice(0, namesShown);
  const more = clients.length - shown.length;
  const names = `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return {
    id: 'clients.dated_ahead',
    component: 'client',
    code: 'clients.dated_ahead',
    params: { clients: shown.join(', '), more },
    value: clients.length,
    unit: 'clients',
    status: 'warn',
    message:
      clients.length === 1
        ? `Client ${names} has a backup dated in the future.`
        : `${clients.length} clients have a backup dated in the future: ${names}.`,
    hint: 'The clock of its Director was ahead. The backup counts from when the console first saw it. Correct the clock.',
  };
}

/** `since` is the last time that was plausible, `now` what the clock shows. */
export function clockFinding(since: Date, now: Date): HealthFinding {
  const params = { since: since.toISOString(), now: now.toISOString() };
  return {
    id: 'clock.plausible',
    component: 'configuration',
    code: 'clock.in_doubt',
    params,
    value: Math.round((now.getTime() - since.getTime()) / 1000),
    unit: 'seconds',
    status: 'warn',
    message: `The clock shows ${params.now}, but the last plausible time was ${params.since}. Age-based deletion is paused.`,
    hint: 'If the clock is right, confirm it with PUT /api/v1/admin/clock. Otherwise correct it.',
  };
}

function failedFinding({ failed24h }: RunCounts, known: number): HealthFinding {
  const about = { id: 'runs.failed', component: 'catalog', params: { known }, value: failed24h, unit: 'runs' };
  if (failed24h === 0) {
    const message = 'No run failed in the last 24 hours.';
    return { ...about, code: 'runs.none_failed', status: 'ok', message, hint: null };
  }
  const message = `${counted(failed24h, 'run')} failed in the last 24 hours${paramNames(known)}.`;
  const isOpen = known < failed24h;
  const step = failed24h === 1 ? 'Check its log and run it again.' : 'Check their logs and run them again.';
  const hint = isOpen ? step : null;
  return { ...about, code: 'runs.failed', status: isOpen ? 'warn' : 'ok', message, hint };
}

function volumeFinding({ volumesInError }: RunCounts): HealthFinding {
  const about = { id: 'volumes.error', component: 'storage', params: {}, value: volumesInError, unit: 'volumes' };
  if (volumesInError === 0) {
    return { ...about, code: 'volumes.ok', status: 'ok', message: 'No volume is in error.', hint: null };
  }
  const message = `${counted(volumesInError, 'volume')} in error.`;
  const hint =
    'The backups on these volumes may be lost. Check the storage and restore missing files or tapes; otherwise run the jobs again at level Full.';
  return { ...about, code: 'volumes.error', status: 'crit', message, hint };
}

/** Acknowledged problems are reported, and do not count. */
function paramNames(known: number): string {
  return known === 0 ? '' : `, ${known} acknowledged`;
}

const maxFindings = 2;

/** One or two sentences that a person understands without the checks. */
export function summaryOf(
  findings: readonly HealthFinding[],
  clients: readonly ClientStatusFacts[],
  known = 0,
  jobs: readonly JobStatusFacts[] = [],
): string {
  const wrong = findings.filter((finding) => finding.status !== 'ok' && isCounted(finding)).sort(bySeverity);
  if (wrong.length === 0)
    return `${allIsWell(clients, jobs)}${known > 0 ? ` ${counted(known, 'problem')} acknowledged or muted.` : ''}`;
  const messages = wrong.slice(0, maxFindings).map(({ message }) => (/[.!?]$/.test(message) ? message : `${message}.`));
  const rest = wrong.length - messages.length;
  return [...messages, ...(rest > 0 ? [`${counted(rest, 'more problem')}.`] : [])].join(' ');
}

function allIsWell(clients: readonly ClientStatusFacts[], jobs: readonly JobStatusFacts[]): string {
  const { ok, notMonitored, never, warn, crit } = countProtection(jobs);
  const monitored = jobs.length - notMonitored;
  if (monitored > 0) {
    // Overdue ones that are acknowledged or paused are listed as well, else the counts would not add up.
    const overdue = warn + crit === 0 ? '' : ` ${counted(warn + crit, 'job')} overdue.`;
    const due = never === 0 ? '' : ` ${counted(never, 'job')} not backed up yet.`;
    return `${ok} of ${counted(monitored, 'job')} protected.${overdue}${due}`;
  }
  const guarded = clients.filter(({ hasBackup }) => hasBackup).length;
  if (clients.length === 0) return 'No clients configured.';
  if (guarded === 0) return 'No backups yet.';
  return `${guarded} of ${counted(clients.length, 'client')} protected.`;
}
