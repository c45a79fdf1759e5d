import { type Client } from 'pg';
import { decodeLStat } from '../../../domain/lstat.js';
import { SkippedFile } from './skipped-file.js';
import { type RelocatedTarget } from './relocated-target.js';
import { type ChosenEntry } from './restore-progress.js';
import { type SetChange } from './restore-set.js';
import { Spool } from './spool.js';
import { printablePath } from './target-path.js';

const pageRows = 1000;

const tables = `
CREATE TEMP TABLE restore_target (rank integer NOT NULL, fileindex integer NOT NULL, target text NOT NULL);
CREATE TEMP TABLE restore_folder_target (id bigint NOT NULL, target text NOT NULL);
`;

const entryColumns = `f.rank, f.fileindex, j.jobid, f.lstat,
  convert_to(p.path, 'SQL_ASCII') AS path, convert_to(f.filename, 'SQL_ASCII') AS filename`;
const entryJoins = 'JOIN restore_job j ON j.rank = f.rank JOIN path p ON p.pathid = f.pathid';
const entries = `SELECT ${entryColumns} FROM restore_file f ${entryJoins}
  WHERE (f.rank, f.fileindex) > ($1, $2) ORDER BY f.rank, f.fileindex LIMIT ${pageRows}`;

/** Of the entries with one target all but the first by path, each with the path of the first. */
const collisions = `
CREATE TEMP TABLE restore_collision AS SELECT rank, fileindex, target, first_path FROM (
  SELECT f.rank, f.fileindex, t.target, first_value(p.path || f.filename) OVER same AS first_path, row_number() OVER same AS place
  FROM restore_target t JOIN restore_file f ON f.rank = t.rank AND f.fileindex = t.fileindex JOIN path p ON p.pathid = f.pathid
  WHERE t.target IN (SELECT target FROM restore_target GROUP BY target HAVING count(*) > 1)
  WINDOW same AS (PARTITION BY t.target ORDER BY p.path, f.filename)) n WHERE place > 1`;
const collided = `SELECT ${entryColumns}, convert_to(c.target, 'SQL_ASCII') AS target, convert_to(c.first_path, 'SQL_ASCII') AS first
  FROM restore_collision c JOIN restore_file f ON f.rank = c.rank AND f.fileindex = c.fileindex ${entryJoins}
  WHERE (f.rank, f.fileindex) > ($1, $2) ORDER BY f.rank, f.fileindex LIMIT ${pageRows}`;

/**
 * Folders sorted by their targets, parents first. One that was not selected stays only if it is part of a target's path: a
 * stripped prefix must not come back as an empty folder.
 */
const movedFolders = `
CREATE TEMP TABLE restore_moved AS
WITH RECURSIVE way (folder) AS (
  SELECT DISTINCT regexp_replace(target, '[^/]+/?$', '') FROM restore_target
  UNION SELECT regexp_replace(folder, '[^/]+/$', '') FROM way)
SELECT row_number() OVER (ORDER BY target) AS id, path, target, lstat, jobid, selected, settle FROM (
  SELECT DISTINCT ON (t.target) f.path, t.target, f.lstat, f.jobid, f.selected, f.settle
  FROM restore_folder f JOIN restore_folder_target t ON t.id = f.id
  WHERE f.selected OR t.target IN (SELECT folder FROM way)
  ORDER BY t.target, f.selected DESC, (f.lstat IS NULL), f.path) n;
DROP TABLE restore_folder;
ALTER TABLE restore_moved RENAME TO restore_folder;`;

interface EntryColumns {
  readonly rank: number;
  readonly fileindex: number;
  readonly jobid: number;
  readonly lstat: string;
  readonly path: Buffer;
  readonly filename: Buffer;
  /** Of an entry whose target is another's too. */
  readonly target?: Buffer;
  readonly first?: Buffer;
}

interface Moved {
  readonly rank: number;
  readonly fileIndex: number;
  readonly target: Buffer;
}

/** Gives the set of a restore its targets, before anything is written: what cannot have one leaves the set. */
export class RelocatedSet implements SetChange {
  constructor(
    private readonly client: Client,
    private readonly targets: RelocatedTarget,
    private readonly reject: (entry: ChosenEntry, error: unknown) => void,
  ) {}

  async moveFiles(): Promise<void> {
    await this.client.query(tables);
    const moved = new Spool<Moved>((items) => this.storeTargets(items));
    await this.eachEntry(entries, (row, entry) => {
      const target = this.targets.of(entry.path);
      return moved.add({ rank: row.rank, fileIndex: row.fileindex, target });
    });
    await moved.flush();
    await this.client.query('ANALYZE restore_target');
    await this.client.query(collisions);
    await this.client.query('ANALYZE restore_collision');
    await this.eachEntry(collided, (row) => {
      throw new SkippedFile(this.collisionText(row));
    });
  }

  async moveFolders(): Promise<void> {
    const moved = new Spool<{ readonly id: string; readonly target: Buffer }>(async (items) => {
      await this.client.query(
        `INSERT INTO restore_folder_target (id, target)
         SELECT id, convert_from(target, 'SQL_ASCII') FROM unnest($1::bigint[], $2::bytea[]) AS t (id, target)`,
        [items.map(({ id }) => id), items.map(({ target }) => target)],
      );
    });
    for (let after = '0'; ;) {
      const { rows } = await this.client.query<{ id: string; path: Buffer }>(
        `SELECT id, convert_to(path, 'SQL_ASCII') AS path FROM restore_folder WHERE id > $1 ORDER BY id LIMIT ${pageRows}`,
        [after],
      );
      for (const { id, path } of rows) {
        const target = this.targetIfAny(path);
        if (target !== null) await moved.add({ id, target });
      }
      after = rows.at(-1)?.id ?? after;
      if (rows.length < pageRows) break;
    }
    await moved.flush();
    await this.client.query('ANALYZE restore_folder_target');
    await this.client.query(movedFolders);
  }

  /** Selected folders have one by now; others are only part of the path to what was selected. */
  private targetIfAny(path: Buffer): Buffer | null {
    try {
      return this.targets.of(path);
    } catch (error) {
      if (error instanceof SkippedFile) return null;
      throw error;
    }
  }

  private async eachEntry(
    query: string,
    take: (row: EntryColumns, entry: ChosenEntry) => Promise<void>,
  ): Promise<void> {
    for (let after: readonly number[] = [0, 0]; ;) {
      const { rows } = await this.client.query<EntryColumns>(query, [...after]);
      const skipped: EntryColumns[] = [];
      for (const row of rows) {
        const entry = {
          path: Buffer.concat([row.path, row.filename]),
          lstat: decodeLStat(row.lstat),
          jobId: row.jobid,
        };
        try {
          await take(row, entry);
        } catch (error) {
          if (!(error instanceof SkippedFile)) throw error;
          this.reject(entry, error);
          skipped.push(row);
        }
      }
      if (skipped.length > 0) await this.drop(skipped);
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageRows) return;
      after = [last.rank, last.fileindex];
    }
  }

  private async storeTargets(moved: readonly Moved[]): Promise<void> {
    await this.client.query(
      `INSERT INTO restore_target (rank, fileindex, target)
       SELECT rank, fileindex, convert_from(target, 'SQL_ASCII')
       FROM unnest($1::integer[], $2::integer[], $3::bytea[]) AS t (rank, fileindex, target)`,
      [moved.map(({ rank }) => rank), moved.map(({ fileIndex }) => fileIndex), moved.map(({ target }) => target)],
    );
  }

  private async drop(rows: readonly EntryColumns[]): Promise<void> {
    await this.client.query(
      `DELETE FROM restore_file f USING unnest($1::integer[], $2::integer[]) AS d (rank, fileindex)
       WHERE f.rank = d.rank AND f.fileindex = d.fileindex`,
      [rows.map(({ rank }) => rank), rows.map(({ fileindex }) => fileindex)],
    );
  }

  private collisionText({ target = Buffer.of(), first = Buffer.of(), filename }: EntryColumns): string {
    const same = `its new path ${printablePath(this.targets.whole(target))} is also that of ${printablePath(first)}`;
    return filename.length === 0 ? `${same}; its content is restored, its mode and times are not` : same;
  }
}
