import { type Pool } from 'pg';
import { isChainRun, isGoodBackup } from '../../../catalog/runs/retained-runs.js';
import { catalogTime } from '../catalog-connection.js';
import { levelOfLetter } from '../../../domain/job.js';
import { type ReportFigures } from './run-report.js';
import { type EndStatus, type RunType } from './run-letters.js';
import { fileSafe } from '../safe-file-name.js';
import { sleep } from '../../../platform/timing.js';

/** Bacula's unique job name: `<Job>.YYYY-MM-DD_HH.MM.SS_NN`, with underscores for characters that are invalid in file names. */
export function uniqueName(job: string, at: Date, sequence: number): string {
  const time = catalogTime(at).replace(' ', '_').replace(/:/g, '.');
  return `${fileSafe(job)}.${time}_${String(sequence).padStart(2, '0')}`;
}

export interface NewRun {
  readonly name: string;
  readonly type: RunType;
  readonly level: string;
  /** 0, as the three ids below: none. */
  readonly clientId: number;
  readonly filesetId: number;
  readonly poolId: number;
  readonly storageId: number;
  /** When it starts; in the future for a run that waits for its time. */
  readonly schedTime: Date;
  readonly comment: string;
}

export interface StoredRun {
  readonly jobId: number;
  readonly uniqueName: string;
  readonly name: string;
  readonly level: string;
}

export interface RunEnd {
  readonly jobId: number;
  readonly status: EndStatus;
  readonly errors: number;
  readonly at: Date;
  /** Given for runs whose totals are not written along the way. */
  readonly totals: { readonly files: number; readonly bytes: number } | null;
}

/** A good backup that is still on volumes. */
export interface RetainedBackup {
  readonly jobId: number;
  readonly name: string;
  readonly clientId: number;
  readonly fileset: string;
}

/** A run of a chain, or what the chain of a new run is made from. */
export interface ChainCandidate {
  readonly jobId: number;
  readonly level: string;
  readonly filesetId: number;
  readonly startedAt: string;
  readonly isDamaged: boolean;
}

export type UnfinishedRun = Omit<ReportFigures, 'endedAt' | 'errors' | 'status'>;

interface UnfinishedRow {
  job: string;
  type: string;
  level: string;
  client: string | null;
  fileset: string | null;
  pool: string | null;
  storage: string | null;
  jobfiles: number;
  jobbytes: string;
  started: number | null;
}

/** Clocks may be set by so much without anything being wrong. */
const toleratedSeconds = 300;
/** A believed clock may be behind by so much. A volume that is ahead by less only expires that much later. */
const toleratedDays = 2;
/** They order the backups that a verify reads. */
const verifyDates = [
  ['backup_console_verified', 'verifiedat'],
  ['backup_console_verify_attempt', 'attemptedat'],
] as const;
/** How often a connection that is being ended is checked again. */
const endTries = 40;
const endPauseMs = 50;

const storedColumns = 'jobid AS "jobId", job AS "uniqueName", name, level';

/** Job rows of the embedded Director's own runs. */
export class RunStore {
  private sequence = 0;

  constructor(private readonly pool: Pool) {}

  /** Stores a run as created and not yet started. The unique name is never reused: the catalog rejects a second one. */
  async create(run: NewRun, now: Date): Promise<StoredRun> {
    for (;;) {
      this.sequence = (this.sequence % 99) + 1;
      const { rows } = await this.pool.query<StoredRun>(
        `INSERT INTO job (job, name, type, level, clientid, filesetid, poolid, writestorageid, schedtime, jobstatus, jobtdate, comment)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'C', $10, $11) ON CONFLICT (job) DO NOTHING RETURNING ${storedColumns}`,
        [
          uniqueName(run.name, now, this.sequence),
          run.name,
          run.type,
          run.level,
          run.clientId,
          run.filesetId,
          run.poolId,
          run.storageId,
          catalogTime(run.schedTime),
          Math.floor(run.schedTime.getTime() / 1000),
          run.comment,
        ],
      );
      if (rows[0]) return rows[0];
    }
  }

  async findByTag(mark: string): Promise<StoredRun | null> {
    const { rows } = await this.pool.query<StoredRun>(
      `SELECT ${storedColumns} FROM job WHERE comment = $1 AND comment <> '' ORDER BY jobid LIMIT 1`,
      [mark],
    );
    return rows[0] ?? null;
  }

  async findStatus(jobId: number): Promise<string | null> {
    const { rows } = await this.pool.query<{ jobstatus: string }>('SELECT jobstatus FROM job WHERE jobid = $1', [
      jobId,
    ]);
    return rows[0]?.jobstatus ?? null;
  }

  /**
   * Marks the run as started. JobTDate orders the runs of a chain, so it is never before an earlier run of the same client, even
   * if the clock went back.
   */
  async markRunning(jobId: number, level: string, at: Date, filesetId: number | null): Promise<void> {
    await this.pool.query(
      `UPDATE job SET jobstatus = 'R', level = $2, starttime = $3, realstarttime = $3, filesetid = COALESCE($5, filesetid),
         jobtdate = GREATEST($4::bigint, (SELECT max(b.jobtdate) FROM job b WHERE b.clientid = job.clientid
           AND b.type = 'B' AND b.jobstatus IN ('T', 'W'))) WHERE jobid = $1`,
      [jobId, level, catalogTime(at), Math.floor(at.getTime() / 1000), filesetId],
    );
  }

  /** Of a run that still waits. */
  async setLevel(jobId: number, level: string): Promise<void> {
    await this.pool.query("UPDATE job SET level = $2 WHERE jobid = $1 AND jobstatus = 'C'", [jobId, level]);
  }

  /**
   * Replaces dates of runs, volumes and verifies in the future by now: otherwise later runs could not follow them in a chain, such
   * volumes would never expire, and such backups would always be verified last. Ties are ordered by id. `now` must be trusted.
   */
  async bringBackDates(now: Date): Promise<void> {
    const seconds = Math.floor(now.getTime() / 1000);
    await this.pool.query(
      `UPDATE job SET jobtdate = $1 WHERE jobtdate > $1 + ${toleratedSeconds} AND jobstatus NOT IN ('C', 'R')`,
      [seconds],
    );
    await this.pool.query(
      `UPDATE media SET lastwritten = $1, firstwritten = LEAST(firstwritten, $1::timestamp)
       WHERE lastwritten > $1::timestamp + make_interval(days => ${toleratedDays})`,
      [catalogTime(now)],
    );
    for (const [table, column] of verifyDates) {
      await this.pool.query(`UPDATE ${table} SET ${column} = $1 WHERE ${column} > $1::timestamp`, [catalogTime(now)]);
    }
  }

  /** Records the end once: a try whose answer was lost, or another process, may have done so already. */
  async finish(end: RunEnd, report: string): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      const { rowCount } = await client.query(
        `UPDATE job SET jobstatus = $2, endtime = $3, realendtime = $3, starttime = COALESCE(starttime, $3),
           joberrors = $4, jobfiles = COALESCE($5, jobfiles), jobbytes = COALESCE($6, jobbytes)
         WHERE jobid = $1 AND jobstatus IN ('C', 'R')`,
        [end.jobId, end.status, catalogTime(end.at), end.errors, end.totals?.files ?? null, end.totals?.bytes ?? null],
      );
      if (rowCount === 1) {
        const line = [end.jobId, catalogTime(end.at), report];
        await client.query('INSERT INTO log (jobid, "time", logtext) VALUES ($1, $2, $3)', line);
      }
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }

  /** Runs that a process before this one left unfinished. `mine` are this process's own. */
  async listUnfinished(mine: readonly number[]): Promise<readonly number[]> {
    const { rows } = await this.pool.query<{ jobid: number }>(
      "SELECT jobid FROM job WHERE jobstatus IN ('C', 'R') AND NOT jobid = ANY ($1::int[]) ORDER BY jobid",
      [mine],
    );
    return rows.map((row) => row.jobid);
  }

  /** What the catalog knows of a run whose process is gone, for its closing report. */
  async describeUnfinished(jobId: number): Promise<UnfinishedRun> {
    const { rows } = await this.pool.query<UnfinishedRow>(
      `SELECT j.job, j.type, j.level, c.name AS client, f.fileset, p.name AS pool, s.name AS storage, j.jobfiles, j.jobbytes,
         extract(epoch FROM j.starttime)::float8 AS started
       FROM job j LEFT JOIN client c USING (clientid) LEFT JOIN fileset f USING (filesetid) LEFT JOIN pool p USING (poolid)
         LEFT JOIN storage s ON s.storageid = j.writestorageid WHERE j.jobid = $1`,
      [jobId],
    );
    const [row] = rows;
    if (!row) throw new Error(`Run ${jobId} is no longer in the catalog.`);
    return {
      jobId,
      uniqueName: row.job,
      type: row.type === 'R' || row.type === 'V' ? row.type : 'B',
      level: levelOfLetter(row.level),
      client: row.client ?? '',
      fileset: row.fileset ?? '',
      pool: row.pool ?? '',
      storage: row.storage ?? '',
      priority: 10,
      startedAt: row.started === null ? null : new Date(row.started * 1000),
      files: row.jobfiles,
      bytes: Number(row.jobbytes),
      volumes: await this.listVolumes(jobId),
    };
  }

  /** Runs to build upon, since and with the newest Full of this client and fileset name, ascending by the data's time. */
  async listSinceFull(clientId: number, fileset: string): Promise<readonly ChainCandidate[]> {
    const good = `j.clientid = $1 AND f.fileset = $2 AND j.type = 'B' AND ${isChainRun} AND j.purgedfiles = 0`;
    const { rows } = await this.pool.query<ChainCandidate>(
      `WITH newest AS (
         SELECT j.jobtdate, j.jobid FROM job j JOIN fileset f USING (filesetid) WHERE ${good} AND j.level = 'F'
         ORDER BY j.jobtdate DESC, j.jobid DESC LIMIT 1)
       SELECT j.jobid AS "jobId", j.level, j.filesetid AS "filesetId", j.starttime::text AS "startedAt",
         EXISTS (SELECT 1 FROM jobmedia m JOIN media USING (mediaid) WHERE m.jobid = j.jobid AND volstatus = 'Error') AS "isDamaged"
       FROM job j JOIN fileset f USING (filesetid), newest
       WHERE ${good} AND (j.jobtdate, j.jobid) >= (newest.jobtdate, newest.jobid) ORDER BY j.jobtdate, j.jobid`,
      [clientId, fileset],
    );
    return rows;
  }

  async listVolumes(jobId: number): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ volumename: string }>(
      `SELECT volumename FROM jobmedia JOIN media USING (mediaid) WHERE jobid = $1
       GROUP BY volumename ORDER BY min(jobmediaid)`,
      [jobId],
    );
    return rows.map((row) => row.volumename);
  }

  /** Good backups of these jobs, or of all, with their data. */
  async listRetained(jobs: readonly string[] | null): Promise<readonly RetainedBackup[]> {
    const { rows } = await this.pool.query<RetainedBackup>(
      `SELECT j.jobid AS "jobId", j.name, j.clientid AS "clientId", f.fileset FROM job j JOIN fileset f USING (filesetid)
       WHERE ${isGoodBackup} AND j.purgedfiles = 0 AND ($1::text[] IS NULL OR j.name = ANY ($1)) ORDER BY j.jobid`,
      [jobs],
    );
    return rows;
  }

  /** Names of the storages with data of these runs. */
  async listStorages(jobIds: readonly number[]): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ name: string }>(
      `SELECT DISTINCT s.name FROM jobmedia jm JOIN media m USING (mediaid) JOIN storage s ON s.storageid = m.storageid
       WHERE jm.jobid = ANY ($1::int[])`,
      [jobIds],
    );
    return rows.map((row) => row.name);
  }

  async findTotals(jobId: number): Promise<{ readonly files: number; readonly bytes: number }> {
    const { rows } = await this.pool.query<{ files: number; bytes: string }>(
      'SELECT jobfiles AS files, jobbytes AS bytes FROM job WHERE jobid = $1',
      [jobId],
    );
    return { files: rows[0]?.files ?? 0, bytes: Number(rows[0]?.bytes ?? 0) };
  }

  /**
   * Ends the connections that a run's process left behind, so that nothing it began can still be committed, and waits until their
   * locks are free. Returns whether there were any.
   */
  async endWorkerConnections(jobId: number): Promise<boolean> {
    for (let tries = 0; tries < endTries; tries += 1) {
      const { rowCount } = await this.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = ANY ($1::text[]) AND pid <> pg_backend_pid()`,
        [[`backup ${jobId}`, `backup ${jobId} chain`, `restore ${jobId}`, `verify ${jobId}`]],
      );
      if (rowCount === 0) return tries > 0;
      await sleep(endPauseMs);
    }
    return true;
  }

  /** Lets no run append to the volumes that this one may have written on; returns their names. */
  async closeVolumes(jobId: number): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ volumename: string }>(
      `UPDATE media SET volstatus = 'Used' FROM job WHERE job.jobid = $1 AND media.poolid = job.poolid
         AND media.storageid = job.writestorageid AND media.volstatus = 'Append' RETURNING volumename`,
      [jobId],
    );
    return rows.map((row) => row.volumename);
  }
}
