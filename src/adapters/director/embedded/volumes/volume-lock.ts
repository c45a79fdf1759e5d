import { type ClientBase } from 'pg';

/** First key of the two-key advisory locks by which a run has a volume for itself; the second is the MediaId. */
const volumeLocks = 7_301_127;

/** Takes the volume for this connection, if nobody has it. It is given back when the connection ends. */
export async function tryLockVolume(catalog: ClientBase, mediaId: number): Promise<boolean> {
  const { rows } = await catalog.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS locked', [
    volumeLocks,
    mediaId,
  ]);
  return rows[0]?.locked === true;
}

export async function unlockVolume(catalog: ClientBase, mediaId: number): Promise<void> {
  await catalog.query('SELECT pg_advisory_unlock($1, $2)', [volumeLocks, mediaId]);
}
