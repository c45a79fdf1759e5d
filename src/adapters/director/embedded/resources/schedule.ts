import { Cron } from 'croner';
import { backupLevels, type BackupLevel, type Resources } from './resources.js';

export interface JobStart {
  readonly job: string;
  readonly schedule: string;
  readonly level: BackupLevel;
  readonly at: Date;
}

/** One start of one job, where several lines of its schedule fall on the same moment: the most thorough level runs. */
function moreThorough(one: BackupLevel, other: BackupLevel): BackupLevel {
  return backupLevels.indexOf(one) <= backupLevels.indexOf(other) ? one : other;
}

/** Starts of the configured schedules. Pure: enabled jobs and moments come in. */
export class SchedulePlan {
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

  private startsOf(jobName: string, after: Date, until: Date, limit: number): readonly JobStart[] {
    const job = this.resources.jobs.find(({ name }) => name === jobName);
    const schedule = this.resources.schedules.find(({ name }) => name === job?.schedule);
    const byTime = new Map<number, JobStart>();
    for (const { level, at: expression } of schedule?.starts ?? []) {
      const cron = new Cron(expression, { paused: true, timezone: this.resources.director.timezone });
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

/** How long ago a start may lie and still be made up for: a machine that slept wakes to its backups, one whose clock was wrong does not. */
const longestDelayMs = 24 * 3600 * 1000;

/** What to start now: each job's newest start since the last look, once. */
export function dueStarts(plan: SchedulePlan, jobs: readonly string[], lastLook: Date, now: Date): readonly JobStart[] {
  if (now.getTime() - lastLook.getTime() > longestDelayMs) return [];
  const due = new Map<string, JobStart>();
  for (const start of plan.starts(jobs, lastLook, new Date(now.getTime() + 1), 10_000)) due.set(start.job, start);
  return [...due.values()];
}
