import { type Pool } from 'pg';
import { dueStarts, type JobStart, type EmbeddedSchedule } from '../resources/schedule.js';
import { type CurrentResources } from '../resources/current-resources.js';
import { newNameOf, type Renames } from '../resources/renames.js';
import { jobsWithNewEnabled } from '../resources/resource-changes.js';
import { type JobResource, type Resources } from '../resources/resources.js';
import { catalogTime } from '../catalog-connection.js';

/**
 * Which jobs follow their schedule: as in director.yaml, unless a user changed it since. Changes are stored in the catalog, so that
 * they survive a restart and other processes have them.
 */
export class JobSwitches {
  private changed: ReadonlyMap<string, boolean> = new Map();

  constructor(
    private readonly pool: Pool,
    private readonly resources: CurrentResources,
  ) {}

  /** Reads the users' changes. Throws if the catalog is away; the earlier result stays. */
  async read(): Promise<void> {
    const { rows } = await this.pool.query<{ name: string; enabled: boolean }>(
      'SELECT name, enabled FROM backup_console_job_switch',
    );
    this.changed = new Map(rows.map(({ name, enabled }) => [name, enabled]));
  }

  /** What users changed, by job. */
  get changes(): ReadonlyMap<string, boolean> {
    return this.changed;
  }

  /** As the catalog has done, for other definitions than `before`. */
  follow(before: Resources, renames: Renames): void {
    const newlyDecided = jobsWithNewEnabled(before, this.resources.current, renames);
    const renamed = [...this.changed].map(([job, enabled]) => [newNameOf(renames, 'job', job), enabled] as const);
    this.changed = new Map(renamed.filter(([job]) => !newlyDecided.includes(job)));
  }

  has(job: string): boolean {
    return this.jobs.some(({ name }) => name === job);
  }

  isEnabled(job: string): boolean {
    return this.has(job) && (this.changed.get(job) ?? this.configured(job));
  }

  async change(job: string, enabled: boolean): Promise<void> {
    // What director.yaml says is no decision against it.
    if (enabled === this.configured(job)) {
      await this.pool.query('DELETE FROM backup_console_job_switch WHERE name = $1', [job]);
    } else {
      await this.pool.query(
        `INSERT INTO backup_console_job_switch (name, enabled) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET enabled = excluded.enabled`,
        [job, enabled],
      );
    }
    this.changed = new Map([...this.changed, [job, enabled]]);
  }

  private get jobs(): readonly JobResource[] {
    return this.resources.current.jobs;
  }

  private configured(job: string): boolean {
    return this.jobs.find(({ name }) => name === job)?.enabled ?? false;
  }
}

interface RememberedStarts {
  /** Until when the schedules were served, by whichever process; null: never. */
  readonly servedUntil: Date | null;
  /** When the newest scheduled run of each job was queued, of those since `since`; not of a clock that was ahead. */
  readonly lastRuns: ReadonlyMap<string, Date>;
}

/** Stores in the catalog until when schedules were processed, so that a restart or another process finds missed starts. */
export class ScheduleMemory {
  constructor(private readonly pool: Pool) {}

  async read(since: Date, now: Date): Promise<RememberedStarts> {
    // Not one of Bacula's tables: readers of a Bacula catalog pass it over.
    await this.pool.query(
      'CREATE TABLE IF NOT EXISTS console_schedule (id integer PRIMARY KEY CHECK (id = 1), served_until timestamp NOT NULL)',
    );
    const served = await this.pool.query<{ ms: number }>(
      "SELECT date_part('epoch', served_until) * 1000 AS ms FROM console_schedule",
    );
    const runs = await this.pool.query<{ name: string; ms: number }>(
      `SELECT name, date_part('epoch', max(schedtime)) * 1000 AS ms FROM job
       WHERE comment LIKE 'schedule:%' AND schedtime >= $1 AND schedtime <= $2 GROUP BY name`,
      [catalogTime(since), catalogTime(now)],
    );
    const [row] = served.rows;
    return {
      servedUntil: row ? new Date(row.ms) : null,
      lastRuns: new Map(runs.rows.map(({ name, ms }) => [name, new Date(ms)])),
    };
  }

  async keep(servedUntil: Date): Promise<void> {
    await this.pool.query(
      'INSERT INTO console_schedule (id, served_until) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET served_until = $1',
      [catalogTime(servedUntil)],
    );
  }
}

/** The longest time between checks of the schedule, because the clock may be set. */
const longestPauseMs = 60_000;
/** A clock set back less than this must not repeat starts; one set back further was wrong before. */
const repeatGuardMs = 3_600_000;

/** Returns the starts that are due since the last call. Called each second; it works only when a start may be due. */
export class ScheduleClock {
  private nextCheckMs = 0;

  constructor(private lastChecked: Date) {}

  due(plan: EmbeddedSchedule, jobs: readonly string[], now: Date): readonly JobStart[] {
    const back = this.lastChecked.getTime() - now.getTime();
    if (back > repeatGuardMs) this.lastChecked = now;
    if (back > 0 || (now.getTime() < this.nextCheckMs && this.nextCheckMs - now.getTime() <= longestPauseMs)) return [];
    const starts = dueStarts(plan, jobs, this.lastChecked, now);
    this.lastChecked = now;
    const [next] = plan.starts(jobs, now, new Date(now.getTime() + longestPauseMs), 1);
    this.nextCheckMs = next?.at.getTime() ?? now.getTime() + longestPauseMs;
    return starts;
  }

  /** Earlier starts belong to another process, or were already caught up. */
  servedUntil(at: Date): void {
    this.lastChecked = at;
    this.nextCheckMs = 0;
  }

  /** Other schedules are in force since `now`: their earlier starts are not due. */
  follow(now: Date): void {
    if (now > this.lastChecked) this.lastChecked = now;
    this.nextCheckMs = 0;
  }

  /** Checks again at the next call: the set of enabled jobs changed. */
  recheck(): void {
    this.nextCheckMs = 0;
  }
}
