import { type ClientBase } from 'pg';

/** Makes the run browsable as Bacula's own cache does: its folders and all their ancestors are visible for it. */
export async function recordVisibility(catalog: ClientBase, jobId: number): Promise<void> {
  await catalog.query('BEGIN');
  await catalog.query(
    `INSERT INTO pathvisibility (pathid, jobid)
     WITH RECURSIVE up AS (
       SELECT DISTINCT pathid FROM file WHERE jobid = $1
       UNION SELECT h.ppathid FROM up JOIN pathhierarchy h ON h.pathid = up.pathid WHERE h.ppathid > 0)
     SELECT pathid, $1 FROM up ON CONFLICT DO NOTHING`,
    [jobId],
  );
  await catalog.query('UPDATE job SET hascache = 1 WHERE jobid = $1', [jobId]);
  await catalog.query('COMMIT');
}
