import { type Client } from 'pg';
import { until } from '../harness/fixtures/until.js';
import { type PlannedNight } from './history-data.js';

/** What a console that had stood all the time would have noted of the schedules (src/features/stats/schedule-monitor), and when it first saw the clients. */
export async function recordPlan(
  database: Client,
  director: string,
  planned: readonly PlannedNight[],
  since: Date,
): Promise<void> {
  // The console begins to watch, and to see the clients, a moment after its start.
  for (const table of ['schedule_monitor_state', 'client_silence'])
    await until(async () => ((await database.query(`SELECT FROM ${table}`)).rowCount ?? 0) > 0, 90_000);
  // What is silent already keeps its own time: the console would have found it as soon as it was too old.
  await until(
    async () => (await database.query('SELECT FROM client_silence WHERE NOT evaluated')).rowCount === 0,
    90_000,
  );
  await database.query('UPDATE schedule_monitor_state SET from_at = $2 WHERE director = $1', [director, since]);
  await database.query(
    `UPDATE client_silence SET first_seen_at = $2, since = COALESCE(CASE status
       WHEN 'warn' THEN last_success_at + make_interval(secs => warn_seconds)
       WHEN 'crit' THEN last_success_at + make_interval(secs => crit_seconds) END, $2) WHERE director = $1`,
    [director, since],
  );
  for (const { job, at, jobId } of planned) {
    await database.query(
      `INSERT INTO planned_start (director, at, job, client, missed, unique_name)
       VALUES ($1, $2, $3, $4, $5::bigint IS NULL, (SELECT unique_name FROM run WHERE director = $1 AND job_id = $5))
       ON CONFLICT DO NOTHING`,
      [director, at, job.name, job.client, jobId],
    );
  }
}
