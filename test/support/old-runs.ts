import { Client } from 'pg';

/** Runs of an id space before that of the Director's catalog: they stand below all others. */
export async function keepOldRuns(consoleDatabaseUrl: string, first: number, last: number): Promise<void> {
  const client = new Client({ connectionString: consoleDatabaseUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO run (director, unique_name, generation, job_id, job, type, level, client, status, status_code, queued_at,
         files, bytes, errors, comment, ended, reads_client, first_seen_at, changed)
       SELECT 'embedded', 'Old.' || n, 0, n, 'Old', 'Backup', 'Full', 'local', 'completed', 'T', now(), 0, 0, 0, '', true, true, now(), 0
       FROM generate_series($1::int, $2::int) n`,
      [first, last],
    );
  } finally {
    await client.end();
  }
}
