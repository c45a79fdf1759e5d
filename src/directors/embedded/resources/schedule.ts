import { Cron } from 'croner';
import { backupLevels, type BackupLevel, type Resources } from './resources.js';

export interface JobStart {
  readonly job: string;
  readonly schedule: string;
  readonly level: BackupLevel;
  readonly at: Date;
}

/** The level of a run that replaces several starts. */
export function moreThorough(one: BackupLevel, other: BackupLevel): BackupLevel {
  return backupLevels.indexOf(one) <= backupLevels.indexOf(other) ? one : other;
}

/** A line of a schedule, with its expression. */
export interface NeverStarting {
  readonly schedule: string;
  readonly at: string;
}

/** Starts of the configured schedules. Pure: enabled jobs and moments come in. */
export class EmbeddedSchedule {
  constructor(private readonly resources: Resources) {}

  /** Soonest first, strictly after `after` and before `until`; at most `limit`. */
  starts(jobs: readonly string[], after: Date, until: Date, limit: number): readonly JobStart[] {
    const found = jobs.flatMap((job) => this.startsOf(job, after, until, limit));
    return found.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.job < b.job ? -1 : 1)).slice(0, limit);
  }

  next(job: string, after: Date): Date | null {
    const [first] = this.startsOf(job, after, new Date(8.64e15), 1);
    return first?.at ?? null;
  }

  /** Start times that never come, as `0 3 30 2 *`. */
  neverStarting(after: Date): readonly NeverStarting[] {
    return this.resources.schedules.flatMap(({ name, starts }) =>
      starts.flatMap(({ at }) => (this.cronOf(at).nextRun(after) === null ? [{ schedule: name, at }] : [])),
    );
  }

  private cronOf(expression: string): Cron {
    return new Cron(expression, { paused: true, timezone: this.resources.director.timezone });
  }

  private startsOf(jobName: string, after: Date, until: Date, limit: number): readonly JobStart[] {
    const job = this.resources.jobs.find(({ name }) => name === jobName);
    const schedule = this.resources.schedules.find(({ name }) => name === job?.schedule);
    const byTime = new Map<number, JobStart>();
    for (const { level, at: expression } of schedule?.starts ?? []) {
      const cron = this.cronOf(expression);
      let at = cron.nextRun(after);
      for (let count = 0; at !== null && at < until && count < limit; count += 1, at = cron.nextRun(at)) {
        const earlier = byTime.get(at.getTime());
        const kept = earlier ? moreThorough(earlier.level, level) : level;
        byTime.set(at.getTime(), { job: jobName, schedule: schedule?.name ?? '', level: kept, at });
      }
    }
    return [...byTime.values()].sort((a, b) => a.at.getTime() - b.at.getTime()).slice(0, limit);
  }
}

const dayMs = 24 * 3600 * 1000;
/** How old a missed start may be to be caught up. */
const longestDelayMs = dayMs;
/**
 * A sleep and a clock that is set look the same: the time jumps. A machine may sleep for months, and then its backups must run.
 * A jump beyond this is a clock that was or is wrong.
 */
const longestSleepMs = 366 * dayMs;

/**
 * What to start now: each job's newest start since the last check and of the last 24 hours, once, at the most thorough level of
 * those that are due.
 */
export function dueStarts(
  plan: EmbeddedSchedule,
  jobs: readonly string[],
  lastChecked: Date,
  now: Date,
): readonly JobStart[] {
  if (now.getTime() - lastChecked.getTime() > longestSleepMs) return [];
  return newestOfEach(startsSince(plan, jobs, lastChecked, now));
}

/** No start before this time is made up for. */
export function earliestMadeUp(now: Date): Date {
  return new Date(now.getTime() - longestDelayMs);
}

/** Starts of the last 24 hours that were missed because no process ran: each job's newest, once. A start with a run was not missed. */
export function missedStarts(
  plan: EmbeddedSchedule,
  jobs: readonly string[],
  { servedUntil, lastRuns }: { readonly servedUntil: Date; readonly lastRuns: ReadonlyMap<string, Date> },
  now: Date,
): readonly JobStart[] {
  const starts = startsSince(plan, jobs, servedUntil, now);
  const isServed = ({ job, at }: JobStart): boolean => (lastRuns.get(job)?.getTime() ?? -Infinity) >= at.getTime();
  return newestOfEach(starts.filter((start) => !isServed(start)));
}

/** Up to now, without those that are too old to be made up. */
function startsSince(plan: EmbeddedSchedule, jobs: readonly string[], since: Date, now: Date): readonly JobStart[] {
  const earliest = earliestMadeUp(now);
  return plan.starts(jobs, since > earliest ? since : earliest, new Date(now.getTime() + 1), 10_000);
}

function newestOfEach(starts: readonly JobStart[]): readonly JobStart[] {
  const newest = new Map<string, JobStart>();
  for (const start of starts) {
    const earlier = newest.get(start.job);
    newest.set(start.job, earlier ? { ...start, level: moreThorough(earlier.level, start.level) } : start);
  }
  return [...newest.values()];
}
