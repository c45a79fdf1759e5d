import { gravityOf, type Protection } from './protection.js';
import { inOneUnit } from './units.js';
import { type HealthFinding, type Verdict } from './verdict.js';

/** The protection of one job, as its record in the list of jobs shows it. */
export interface JobStanding extends Pick<Protection, 'status' | 'countsAs'> {
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
export function protectionFinding(
  jobs: readonly JobStanding[] | null,
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

/** `late` has the gravest first; `others` is the verdict where all of it is acknowledged or paused. */
function overdueFinding(late: readonly JobStanding[], others: Verdict): HealthFinding {
  const never = late.filter(({ status }) => status === 'never').length;
  const lost = late.filter(({ isLost }) => isLost === true).length;
  const shown = late.slice(0, namesShown).map(({ job, client }) => `${job} of ${client}`);
  const more = late.length - shown.length;
  const open = late.filter(({ isKnown }) => !isKnown);
  const known = late.length - open.length;
  const status: Verdict = open.some(({ countsAs }) => countsAs === 'crit') ? 'crit' : open.length > 0 ? 'warn' : others;
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

function headOf(late: readonly JobStanding[]): string {
  const never = late.filter(({ status }) => status === 'never').length;
  const lost = late.filter(({ isLost }) => isLost === true).length;
  const overdue = late.filter(({ status, isLost }) => status !== 'never' && isLost !== true);
  const oldest = inOneUnit(Math.max(0, ...overdue.map(({ ageSeconds }) => ageSeconds)));
  const parts = [
    [
      overdue.length,
      `${overdueWords(overdue.length, criticalOf(late))}, without a good backup for ${overdue.length === 1 ? '' : 'up to '}${oldest}`,
    ],
    [lost, 'without any backup left that can be restored'],
    [never, 'never backed up'],
  ] as const;
  // The word is said once: "2 jobs overdue, …, 1 never backed up".
  return parts
    .filter(([count]) => count > 0)
    .map(([count, what], at) => `${at === 0 ? counted(count, 'job') : count} ${what}`)
    .join(', ');
}

/** Of the overdue jobs that had a good backup. */
function criticalOf(late: readonly JobStanding[]): number {
  return late.filter(({ status, isLost, countsAs }) => status !== 'never' && isLost !== true && countsAs === 'crit')
    .length;
}

function overdueWords(count: number, critical: number): string {
  if (critical === count) return 'critically overdue';
  return critical === 0 ? 'overdue' : `overdue (${critical} critically)`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
