import { type Pool } from 'pg';
import { dueStarts, type JobStart, type SchedulePlan } from '../resources/schedule.js';
import { type JobResource } from '../resources/resources.js';
import { catalogTime } from '../catalog-connection.js';

/**
 * Which jobs follow their schedule: as director.yaml says, unless a user changed it. Changes are kept in the catalog, so that a restart
 * or another process knows them.
 */
export class JobSwitches {
  private changed: ReadonlyMap<string, boolean> = new Map();

  constructor(
    private readonly pool: Pool,
    private readonly jobs: readonly JobResource[],
  ) {}

  /** Reads what users changed. Throws where the catalog is away; what was read before stays. */
  async read(): Promise<void> {
    const { rows } = await this.pool.query<{ name: string; enabled: boolean }>(
      'SELECT name, enabled FROM backup_console_job_switch',
    );
    this.changed = new Map(rows.map(({ name, enabled }) => [name, enabled]));
  }

  has(job: string): boolean {
    return this.jobs.some(({ name }) => name === job);
  }

  isEnabled(job: string): boolean {
    return this.has(job) && (this.changed.get(job) ?? this.configured(job));
  }

  async change(job: string, enabled: boolean): Promise<void> {
    // A later change of director.yaml counts again once nobody differs from it.
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

  private configured(job: string): boolean {
    return this.jobs.find(({ name }) => name === job)?.enabled ?? false;
  }
}

interface RememberedStarts {
  /** Until when the schedules were served, by whichever process; null: never. */
  readonly servedUntil: Date | null;
  /** When the newest scheduled run of each job was queued, of those since `since`. */
  readonly lastRuns: ReadonlyMap<string, Date>;
}

/** Remembers in the catalog until when schedules were served, so that a restart or another process finds what was missed. */
export class ScheduleMemory {
  constructor(private readonly pool: Pool) {}

  async read(since: Date): Promise<RememberedStarts> {
    // Not one of Bacula's tables: readers of a Bacula catalog pass it over.
    await this.pool.query(
      'CREATE TABLE IF NOT EXISTS console_schedule (id integer PRIMARY KEY CHECK (id = 1), served_until timestamp NOT NULL)',
    );
    const served = await this.pool.query<{ ms: number }>(
      "SELECT date_part('epoch', served_until) * 1000 AS ms FROM console_schedule",
    );
    const runs = await this.pool.query<{ name: string; ms: number }>(
      `SELECT name, date_part('epoch', max(schedtime)) * 1000 AS ms FROM job
       WHERE comment LIKE 'schedule:%' AND schedtime >= $1 GROUP BY name`,
      [catalogTime(since)],
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

/** The schedule is looked at no later than this, because the clock may be set. */
const longestPauseMs = 60_000;
/** A clock set back less than this must not repeat starts; one set back further was wrong before. */
const repeatGuardMs = 3_600_000;

/** Tells which starts are due since it last looked. Asked each second; it works only when a start may be due. */
export class ScheduleClock {
  private nextLookMs = 0;

  constructor(
    private readonly plan: SchedulePlan,
    private lastLook: Date,
  ) {}

  due(jobs: readonly string[], now: Date): readonly JobStart[] {
    const back = this.lastLook.getTime() - now.getTime();
    if (back > repeatGuardMs) this.lastLook = now;
    if (back > 0 || (now.getTime() < this.nextLookMs && this.nextLookMs - now.getTime() <= longestPauseMs)) return [];
    const starts = dueStarts(this.plan, jobs, this.lastLook, now);
    this.lastLook = now;
    const [next] = this.plan.starts(jobs, now, new Date(now.getTime() + longestPauseMs), 1);
    this.nextLookMs = next?.at.getTime() ?? now.getTime() + longestPauseMs;
    return starts;
  }

  /** Starts until then are somebody else's, or were made up for. */
  servedUntil(at: Date): void {
    this.lastLook = at;
    this.nextLookMs = 0;
  }

  /** Looks again at the next question: the set of enabled jobs changed. */
  lookAgain(): void {
    this.nextLookMs = 0;
  }
}
