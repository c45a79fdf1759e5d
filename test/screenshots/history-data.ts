import { renameSync } from 'node:fs';
import { Cron } from 'croner';
import { type ConsoleProcess } from '../harness/fixtures/console-process.js';
import { until } from '../harness/fixtures/until.js';
import { flags } from './flags.js';
import { type MovedRun } from './moved-runs.js';
import { folderOf, jobs, passDay, schedules, type SiteJob, timezone } from './site.js';

/** Nights that are behind. */
const nights = Number(flags.nights);
const dayMs = 86_400_000;
/** No run of the pictures takes longer: what started before has ended. */
const longestMs = 10 * 60_000;

/** A day before the first of them. */
export const pastBegins = (now: Date): Date => new Date(now.getTime() - (nights + 1) * dayMs);

/** By how many nights ago: what went otherwise. */
const missedMail = 9;
const slowHome = 6;
const unpluggedSince = 4;
const warnedDatabases = [11, 2];

export interface PlannedNight {
  readonly job: SiteJob;
  readonly at: Date;
  /** null: it was missed. */
  readonly jobId: number | null;
}

export interface Past {
  readonly runs: readonly MovedRun[];
  readonly planned: readonly PlannedNight[];
}

function startsOf(schedule: string, now: Date): readonly Date[] {
  const { full } = schedules[schedule as keyof typeof schedules];
  const cron = new Cron(full.replace('SUN', '*'), { timezone, paused: true });
  const from = new Date(now.getTime() - (nights + 2) * dayMs);
  return cron
    .nextRuns(nights + 2, from)
    .filter((at) => at.getTime() < now.getTime() - longestMs)
    .slice(-nights);
}

/**
 * Does the work of four weeks in a few minutes: real backups of files that really changed, one night after the other. The runs are to be moved to
 * their nights afterwards.
 */
export async function makePast(app: ConsoleProcess, now: Date): Promise<Past> {
  const runs: MovedRun[] = [];
  const planned: PlannedNight[] = [];
  const startsOfJob = new Map(jobs.map((job) => [job, job.schedule === null ? [] : startsOf(job.schedule, now)]));
  for (let night = 0; night < nights; night += 1) {
    const ago = nights - 1 - night;
    prepareNight(night, ago, startsOfJob.get(jobs[0]!)![night]!);
    const ends: Promise<void>[] = [];
    // Requested in the order of their starts, as the ids of a catalog are.
    for (const { job, at, schedule, times } of startsOfNight(startsOfJob, night, ago)) {
      const isMissed = job.name === 'mail' && ago === missedMail;
      const jobId = isMissed ? null : await app.order(levelOf(at, night), job.name);
      planned.push({ job, at, jobId });
      if (jobId === null) continue;
      runs.push({ jobId, schedule, ...times });
      ends.push(awaitEnd(app, jobId));
    }
    await Promise.all(ends);
  }
  return { runs, planned };
}

function prepareNight(night: number, ago: number, at: Date): void {
  passDay(night, new Date(at.getTime() - 9 * 3_600_000));
  const unplugged = [folderOf('laptop-anna', 'photos'), folderOf('laptop-anna', 'unplugged')] as const;
  if (ago === unpluggedSince) renameSync(...unplugged);
  const wal = [folderOf('db1', 'wal'), folderOf('db1', 'wal.moved')] as const;
  if (warnedDatabases.includes(ago)) renameSync(...wal);
  if (warnedDatabases.includes(ago + 1)) renameSync(wal[1], wal[0]);
}

const isSunday = (at: Date): boolean =>
  new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: timezone }).format(at) === 'Sun';

function startsOfNight(startsOfJob: ReadonlyMap<SiteJob, readonly Date[]>, night: number, ago: number) {
  return jobs
    .flatMap((job) => {
      const at = startsOfJob.get(job)?.[night];
      if (at === undefined || job.schedule === null) return [];
      return [{ job, at, schedule: job.schedule, times: timesOf(job, at, night, ago) }];
    })
    .sort((a, b) => a.times.startedAt.getTime() - b.times.startedAt.getTime());
}

const levelOf = (at: Date, night: number): string => (night === 0 || isSunday(at) ? 'Full' : 'Incremental');

async function awaitEnd(app: ConsoleProcess, jobId: number): Promise<void> {
  // Those of one client wait for each other.
  await until(async () => !['queued', 'waiting', 'running'].includes((await app.waitForEnd(jobId)).status), 120_000);
}

/** Runs of one night start one after the other, and take about as long as the night before. */
function timesOf(job: SiteJob, plannedAt: Date, night: number, ago: number): Omit<MovedRun, 'jobId' | 'schedule'> {
  const wave = 1 + ((night * 7 + job.name.length * 3) % 11) / 30;
  const slow = job.name === 'home' && ago === slowHome ? 6 : 1;
  const isFull = night === 0 || isSunday(plannedAt);
  const isGone = job.name === 'photos' && ago <= unpluggedSince;
  const seconds = isGone ? 1 : Math.round((isFull ? job.seconds : job.seconds / 6) * wave * slow) + 1;
  return { plannedAt, startedAt: new Date(plannedAt.getTime() + 2_000 + job.name.length * 1_000), seconds };
}
