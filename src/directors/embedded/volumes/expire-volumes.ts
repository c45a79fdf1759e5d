import { type ClientBase, type Pool } from 'pg';
import { isChainRun, isGoodRun } from '../../../catalog/runs/retained-runs.js';
import { catalogTime } from '../catalog-connection.js';
import { type FileHelper } from '../file-helper/file-helper.js';
import { purgeVolume } from './change-volume.js';
import { remainingFile, removeVolumeFile } from './deletions.js';
import { readKeepRules } from './pool-keep-rules.js';
import { expiry, type ExpiryTerms, type RetainedRun, runsThatNeed, type VolumeAge } from './retention.js';
import { tryLockVolume, unlockVolume } from './volume-lock.js';
import { volumeFile } from './volume-path.js';
import { protectionOf } from './volume-rows.js';

const rowsAtOnce = 20_000;

interface VolumeRow {
  mediaid: number;
  volumename: string;
  storage: string | null;
  volwrites: string;
  is_expired: boolean;
  is_damaged: boolean;
  hash: string;
}

/** What decides which volumes expire; the rest is in the catalog. */
export interface ExpiryTime extends Pick<ExpiryTerms, 'now' | 'timezone'> {
  /** Called after the catalog has been read: a restore or a verify may have started meanwhile. */
  readonly inUse: () => ExpiryTerms['inUse'];
}

export interface ExpiryOrder extends ExpiryTime {
  /** Volume folder by storage name. */
  readonly folders: Readonly<Record<string, string>>;
  readonly files: FileHelper;
  /** Called for each purged volume immediately: a later one may fail. */
  readonly onNotice: (text: string) => void;
  /** Whether another volume may go now; the rest is decided again by the next expiry. */
  readonly mayContinue: () => boolean;
}

interface Leaving {
  readonly volume: VolumeRow;
  /** Those that cannot be restored without it. */
  readonly runs: readonly number[];
}

interface Decision {
  /** The volumes that may be purged now, by their ids. */
  readonly leaving: ReadonlyMap<number, Leaving>;
  /** The rows that it was decided on. */
  readonly volumes: readonly VolumeRow[];
  readonly runs: readonly HashedRun[];
}

type HashedRun = RetainedRun & { readonly hash: string };

/** Purges the volumes whose retention is over and that no kept run needs; answers their names. */
export async function expireVolumes(pool: Pool, order: ExpiryOrder): Promise<readonly string[]> {
  await deletePurgedFiles(pool);
  const decision = await decideExpiry(pool, order);
  const standing = new StandingDecision(decision, order);
  const purged: string[] = [];
  for (const { volume } of decision.leaving.values()) {
    if (!order.mayContinue()) break;
    if (await purge(pool, volume, order, standing)) purged.push(volume.volumename);
  }
  await deletePurgedFiles(pool);
  return purged;
}

async function decideExpiry(catalog: ClientBase | Pool, { now, timezone, inUse }: ExpiryTime): Promise<Decision> {
  const volumes = await listVolumes(catalog, now);
  if (!volumes.some((volume) => volume.is_expired)) return { leaving: new Map(), volumes, runs: [] };
  // Both change in one transaction, before which a change waits for the expiry that is under way.
  const [runs, keepRules] = [await listRuns(catalog), await readKeepRules(catalog)];
  const terms = { inUse: inUse(), keepRules, timezone, now };
  const needing = runsThatNeed(runs, expiry(runs, volumes.map(ageOf), terms).volumes);
  const leaving = new Map<number, Leaving>();
  for (const volume of volumes) {
    const going = needing.get(volume.mediaid);
    if (going !== undefined) leaving.set(volume.mediaid, { volume, runs: going });
  }
  return { leaving, volumes, runs };
}

/**
 * Decides again only where another row is there than those that the decision was made on, less what this expiry purged itself. That
 * changes nothing for the other volumes: no kept run goes, and with each run go those that build upon it, so that the chains of the
 * rest are the same.
 */
class StandingDecision {
  private leaving: ReadonlyMap<number, Leaving> = new Map();
  private volumeHashes: ReadonlyMap<number, bigint> = new Map();
  private readonly runHashes = new Map<number, bigint>();
  private volumeSum = 0n;
  private runSum = 0n;

  constructor(
    decision: Decision,
    private readonly order: ExpiryTime,
  ) {
    this.take(decision);
  }

  /** For a locked volume, immediately before it is purged; null: it stays. */
  async find(catalog: ClientBase, mediaId: number): Promise<Leaving | null> {
    const now = await readSums(catalog, this.order.now);
    if (now.volumes !== this.volumeSum || now.runs !== this.runSum) this.take(await decideExpiry(catalog, this.order));
    const found = this.leaving.get(mediaId) ?? null;
    // A run whose chain needs the volume goes with it, so that this is all that is to be known of a restore that started meanwhile.
    const inUse = new Set(this.order.inUse());
    return found?.runs.some((jobId) => inUse.has(jobId)) === true ? null : found;
  }

  /** This expiry purged it. */
  leave({ volume: { mediaid }, runs }: Leaving): void {
    this.volumeSum -= this.volumeHashes.get(mediaid) ?? 0n;
    for (const jobId of runs) {
      // With an earlier volume it may have gone already.
      this.runSum -= this.runHashes.get(jobId) ?? 0n;
      this.runHashes.delete(jobId);
    }
  }

  private take({ leaving, volumes, runs }: Decision): void {
    this.leaving = leaving;
    this.volumeHashes = new Map(volumes.map(({ mediaid, hash }) => [mediaid, BigInt(hash)]));
    this.runHashes.clear();
    for (const { jobId, hash } of runs) this.runHashes.set(jobId, BigInt(hash));
    this.volumeSum = sumOf(this.volumeHashes.values());
    this.runSum = sumOf(this.runHashes.values());
  }
}

function sumOf(values: Iterable<bigint>): bigint {
  let sum = 0n;
  for (const value of values) sum += value;
  return sum;
}

/** The runs that go with this volume if it may go at this moment; none where its retention is not over or a kept run needs it. */
export async function findExpiredRuns(
  catalog: ClientBase | Pool,
  mediaId: number,
  order: ExpiryTime,
): Promise<readonly number[]> {
  return (await decideExpiry(catalog, order)).leaving.get(mediaId)?.runs ?? [];
}

/** What decides of each volume. Its hash is of what changes in it; 0 of one that is neither, as after a purge. */
const volumesAt = `SELECT *, CASE WHEN is_expired OR is_damaged
      THEN hashint8extended(mediaid, 2 * is_expired::int + is_damaged::int) ELSE 0 END AS hash
  FROM (SELECT mediaid, volumename, storage.name AS storage, volwrites, lastwritten, volstatus = 'Error' AS is_damaged,
      (volstatus IN ('Full', 'Used', 'Append', 'Error') AND ${protectionOf} IS NULL AND volretention > 0 AND lastwritten IS NOT NULL
        AND lastwritten + volretention * interval '1 second' < $1::timestamp
        AND mediaid NOT IN (SELECT m.mediaid FROM jobmedia m JOIN job j USING (jobid) WHERE j.jobstatus IN ('C', 'R'))) IS TRUE
        AS is_expired
    FROM media LEFT JOIN storage USING (storageid)) AS volumes`;

const retainedRuns = `FROM job j JOIN fileset f USING (filesetid) LEFT JOIN pool p USING (poolid)
  WHERE j.type = 'B' AND ${isChainRun} AND j.purgedfiles = 0`;

/** Only the date of a run that has ended is ever corrected; its volumes change when it is purged. */
const hashOfRun = 'hashint8extended(j.jobid, COALESCE(j.jobtdate, 0))';

async function readSums(catalog: ClientBase, now: Date): Promise<{ readonly volumes: bigint; readonly runs: bigint }> {
  const { rows } = await catalog.query<{ volumes: string; runs: string }>(
    `SELECT (SELECT COALESCE(sum(hash), 0) FROM (${volumesAt}) AS v) AS volumes,
       (SELECT COALESCE(sum(${hashOfRun}), 0) ${retainedRuns}) AS runs`,
    [catalogTime(now)],
  );
  return { volumes: BigInt(rows[0]?.volumes ?? 0), runs: BigInt(rows[0]?.runs ?? 0) };
}

async function listVolumes(catalog: ClientBase | Pool, now: Date): Promise<readonly VolumeRow[]> {
  const { rows } = await catalog.query<VolumeRow>(`${volumesAt} ORDER BY lastwritten, mediaid`, [catalogTime(now)]);
  return rows;
}

function ageOf(row: VolumeRow): VolumeAge {
  return { mediaId: row.mediaid, isExpired: row.is_expired, isDamaged: row.is_damaged };
}

async function listRuns(catalog: ClientBase | Pool): Promise<readonly HashedRun[]> {
  const { rows } = await catalog.query<{
    jobid: number;
    grouping: string;
    job: string;
    pool: string | null;
    level: string;
    at: string;
    started: number;
    is_good: boolean;
    volumes: number[];
    hash: string;
  }>(
    `SELECT j.jobid, j.clientid || '/' || f.fileset AS grouping, j.name AS job, p.name AS pool, j.level,
       j.jobtdate AS at,
       COALESCE(floor(extract(epoch FROM j.starttime)), j.jobtdate)::float8 AS started, (${isGoodRun}) AS is_good,
       ARRAY(SELECT DISTINCT m.mediaid FROM jobmedia m WHERE m.jobid = j.jobid) AS volumes, ${hashOfRun} AS hash
     ${retainedRuns}`,
  );
  return rows.map((row) => ({
    jobId: row.jobid,
    group: row.grouping,
    job: row.job,
    pool: row.pool ?? '',
    level: row.level,
    at: Number(row.at),
    startedAt: row.started,
    isGood: row.is_good,
    volumes: row.volumes,
    hash: row.hash,
  }));
}

/**
 * Not while a run writes on it. The decision is checked under the lock: the files of other volumes may have taken minutes to go, and
 * a volume or a run may have changed meanwhile. Only the runs that need this volume go with it, because another one may have to stay.
 * First the catalog forgets, then the file goes: a crash between the two leaves a file that the start removes.
 */
async function purge(
  pool: Pool,
  { mediaid, volumename, storage }: VolumeRow,
  order: ExpiryOrder,
  standing: StandingDecision,
): Promise<boolean> {
  const folder = storage === null ? undefined : order.folders[storage];
  if (storage === null || folder === undefined) return false;
  const catalog = await pool.connect();
  try {
    if (!(await tryLockVolume(catalog, mediaid))) return false;
    try {
      const leaving = await standing.find(catalog, mediaid);
      if (!leaving || !(await purgeVolume(catalog, leaving.volume, leaving.runs))) return false;
      standing.leave(leaving);
      const removal = await removeVolumeFile(catalog, { name: storage, folder }, volumename, order.files.of(folder));
      // A disk that hangs keeps no volume of another one.
      const remains = 'reason' in removal ? `, and ${remainingFile(removal, volumeFile(folder, volumename))}` : '';
      order.onNotice(`Purged volume ${volumename}: its retention has expired and no retained run needs it${remains}.`);
      return true;
    } finally {
      await unlockVolume(catalog, mediaid);
    }
  } finally {
    catalog.release();
  }
}

/** File rows of purged and of deleted runs go a part at a time; what a crash left over goes the next time. */
async function deletePurgedFiles(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ jobid: number }>(
    `SELECT jobid FROM job WHERE purgedfiles = 1 AND (EXISTS (SELECT 1 FROM file WHERE file.jobid = job.jobid)
       OR EXISTS (SELECT 1 FROM pathvisibility v WHERE v.jobid = job.jobid))
     UNION SELECT id FROM backup_console_deletion WHERE kind = 'run' AND NOT EXISTS (SELECT 1 FROM job WHERE job.jobid = id)`,
  );
  for (const { jobid } of rows) {
    let count: number;
    do {
      const { rowCount } = await pool.query(
        'DELETE FROM file WHERE ctid = ANY (ARRAY(SELECT ctid FROM file WHERE jobid = $1 LIMIT $2))',
        [jobid, rowsAtOnce],
      );
      count = rowCount ?? 0;
    } while (count > 0);
    await pool.query('DELETE FROM pathvisibility WHERE jobid = $1', [jobid]);
    await pool.query(
      `DELETE FROM backup_console_deletion WHERE kind = 'run' AND id = $1
         AND NOT EXISTS (SELECT 1 FROM job WHERE job.jobid = id)`,
      [jobid],
    );
  }
}
