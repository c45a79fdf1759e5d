import { type ClientBase } from 'pg';
import { type MountPoints } from './mount-points.js';

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

interface LostSource {
  /** Raw, with the final slash. */
  readonly path: Buffer;
  readonly sentence: string;
}

/** What seems to be gone since the last run, and what the next run should know: of that it is what was there before. */
export function compareSources(
  before: readonly Source[],
  now: readonly Source[],
  mounts: MountPoints,
): { readonly sources: readonly Source[]; readonly lost: readonly LostSource[] } {
  const sources = new Map(now.map((source) => [source.path, source]));
  const lost: LostSource[] = [];
  for (const source of new Map(before.map((known) => [known.path, known])).values()) {
    const sentence = whyLost(source, sources.get(source.path), mounts);
    if (sentence !== null) lost.push({ path: Buffer.from(source.path, 'latin1'), sentence });
    if (sentence !== null || !sources.has(source.path)) sources.set(source.path, source);
  }
  return { sources: [...sources.values()], lost };
}

function whyLost(before: Source, now: Source | undefined, mounts: MountPoints): string | null {
  const isNearer = now?.mount?.startsWith(`${before.mount}/`) === true;
  if (before.mount !== null && !isNearer && !mounts.has(Buffer.from(before.mount, 'latin1'))) {
    return 'was on a disk that is not mounted now.';
  }
  return !before.isEmpty && now?.isEmpty === true ? 'is suddenly empty. Is its disk mounted?' : null;
}
