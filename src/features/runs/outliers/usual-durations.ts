import { usualSecondsOf } from './outliers.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { type RunPlace } from '../store/keyset-range.js';
import { type Comparable } from './outliers.repository.js';

/**
 * Keeps how long what the newest of these runs of each job was compared with usually took, unless a newer one of the job was
 * compared before.
 */
export async function keepUsualDurations(
  transaction: Transaction,
  director: string,
  compared: readonly Comparable[],
): Promise<void> {
  const rows = newestOfJobs(compared).map(({ job, place, earlier }) => {
    const seconds = usualSecondsOf(earlier);
    return { job, generation: place.generation, job_id: place.jobId, seconds };
  });
  if (rows.length === 0) return;
  await transaction.query(
    `INSERT INTO usual_duration AS known (director, job, generation, job_id, seconds)
     SELECT $1, u.job, u.generation, u.job_id, u.seconds
     FROM json_to_recordset($2::json) AS u(job text, generation integer, job_id integer, seconds float8)
     ON CONFLICT (director, job) DO UPDATE
       SET generation = excluded.generation, job_id = excluded.job_id, seconds = excluded.seconds
       WHERE (known.generation, known.job_id) <= (excluded.generation, excluded.job_id)`,
    [director, JSON.stringify(rows)],
  );
}

function newestOfJobs(runs: readonly Comparable[]): Comparable[] {
  const newest = new Map<string, Comparable>();
  for (const run of runs) {
    const known = newest.get(run.job);
    if (!known || isBefore(known.place, run.place)) newest.set(run.job, run);
  }
  return [...newest.values()];
}

function isBefore(one: RunPlace, other: RunPlace): boolean {
  return one.generation === other.generation ? one.jobId < other.jobId : one.generation < other.generation;
}
