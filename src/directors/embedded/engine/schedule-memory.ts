import { type Pool } from 'pg';
import { catalogTime } from '../catalog-connection.js';

export interface RememberedStarts {
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
