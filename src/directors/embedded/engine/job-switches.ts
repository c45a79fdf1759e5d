import { type Pool } from 'pg';
import { type JobResource } from '../resources/resources.js';

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
