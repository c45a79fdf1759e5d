import { type ClientBase } from 'pg';

/** A folder that a run was to read as a whole, as far as the next run has to know: its disk may not be there then. */
export interface Source {
  /** Raw, as latin1 text, with the final slash. */
  readonly path: string;
  /** The mount point that it lay on, by real path as latin1 text; null: the root, or nobody knows. */
  readonly mount: string | null;
  readonly isEmpty: boolean;
}

/** What the last run of the same job, client and fileset saw that came to its end. */
export async function loadSources(catalog: ClientBase, jobId: number): Promise<readonly Source[]> {
  const { rows } = await catalog.query<{ sources: readonly Source[] }>(
    `SELECT sources FROM backup_console_source s JOIN job j USING (name, clientid, filesetid) WHERE j.jobid = $1`,
    [jobId],
  );
  return rows[0]?.sources ?? [];
}

export async function keepSources(catalog: ClientBase, jobId: number, sources: readonly Source[]): Promise<void> {
  await catalog.query(
    `INSERT INTO backup_console_source (name, clientid, filesetid, sources)
     SELECT name, clientid, filesetid, $2::jsonb FROM job WHERE jobid = $1
     ON CONFLICT (name, clientid, filesetid) DO UPDATE SET sources = excluded.sources`,
    [jobId, JSON.stringify(sources)],
  );
}
