import { type ClientBase, type Pool } from 'pg';

/**
 * The status that protects the volume of a `media` row from expiry and purges, or null. A volume in error still has it: its comment
 * stores the earlier status until its file is back.
 */
export const protectionOf = `CASE WHEN volstatus IN ('Archive', 'Read-Only', 'Disabled') THEN volstatus
  WHEN volstatus = 'Error' AND media.comment IN ('Archive', 'Read-Only', 'Disabled') THEN media.comment END`;

/** A volume's record, as far as changes and purges need it. */
export interface VolumeRow {
  readonly mediaid: number;
  readonly volumename: string;
  readonly volstatus: string;
  /** The status that excludes it from expiry and purges; also of one in error that will get this status back. */
  readonly protection: string | null;
  readonly bytes: number;
  readonly poolid: number;
  readonly storage: string | null;
  /** How often it was written to; only grows, even while the clock is wrong. */
  readonly volwrites: string;
}

export async function findVolume(catalog: ClientBase | Pool, name: string): Promise<VolumeRow | null> {
  const { rows } = await catalog.query<VolumeRow>(
    `SELECT mediaid, volumename, volstatus, ${protectionOf} AS protection, volbytes::float8 AS bytes, poolid, storage.name AS storage,
       volwrites
     FROM media LEFT JOIN storage USING (storageid) WHERE volumename = $1`,
    [name],
  );
  return rows[0] ?? null;
}

/** The runs on a volume, and those of them that have not ended. */
export async function listRunsOn(
  catalog: ClientBase,
  mediaId: number,
): Promise<{ readonly jobids: readonly number[]; readonly unfinished: readonly number[] }> {
  const { rows } = await catalog.query<{ jobid: number; unfinished: boolean }>(
    `SELECT jobid, jobstatus IN ('C', 'R') AS unfinished FROM job
     WHERE jobid IN (SELECT jobid FROM jobmedia WHERE mediaid = $1) ORDER BY jobid`,
    [mediaId],
  );
  return {
    jobids: rows.map(({ jobid }) => jobid),
    unfinished: rows.filter(({ unfinished }) => unfinished).map(({ jobid }) => jobid),
  };
}

export async function countVolumes(catalog: ClientBase, poolIds: readonly number[]): Promise<void> {
  await catalog.query(
    'UPDATE pool SET numvols = (SELECT count(*) FROM media WHERE media.poolid = pool.poolid) WHERE poolid = ANY ($1::int[])',
    [poolIds],
  );
}
