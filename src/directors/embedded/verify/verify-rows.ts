import { type Client } from 'pg';
import { decodeLStat, type LStat } from '../../../domain/lstat.js';

/** An entry of a backup, as its catalog has it. */
export interface VerifyRow {
  readonly fileIndex: number;
  /** Raw; a folder's ends in `/`. */
  readonly path: Buffer;
  readonly lstat: LStat;
  /** SHA-256 in base64 without padding; `0` where there is no content. */
  readonly checksum: string;
}

interface Columns {
  readonly fileindex: number;
  readonly path: Buffer;
  readonly filename: Buffer;
  readonly lstat: string;
  readonly md5: string;
}

const table = `CREATE TEMP TABLE verify_file (
  fileindex integer NOT NULL, pathid integer NOT NULL, filename text NOT NULL, lstat text NOT NULL, md5 text NOT NULL);
  CREATE INDEX ON verify_file (fileindex)`;

/** The entries of one backup at a time, in the order on its volumes. The catalog has no index for that order. */
export class VerifyRows {
  private constructor(private readonly catalog: Client) {}

  static async open(catalog: Client): Promise<VerifyRows> {
    await catalog.query(table);
    return new VerifyRows(catalog);
  }

  /** Answers how many entries the backup has. */
  async load(jobId: number): Promise<number> {
    await this.catalog.query('TRUNCATE verify_file');
    const { rowCount } = await this.catalog.query(
      `INSERT INTO verify_file SELECT fileindex, pathid, filename, lstat, md5 FROM file WHERE jobid = $1 AND fileindex > 0`,
      [jobId],
    );
    await this.catalog.query('ANALYZE verify_file');
    return rowCount ?? 0;
  }

  /** Those after `after`, up to and with `last`; at most `limit`. */
  async between(after: number, last: number, limit: number | null = null): Promise<readonly VerifyRow[]> {
    const { rows } = await this.catalog.query<Columns>(
      `SELECT f.fileindex, convert_to(p.path, 'SQL_ASCII') AS path, convert_to(f.filename, 'SQL_ASCII') AS filename, f.lstat, f.md5
       FROM verify_file f JOIN path p USING (pathid) WHERE f.fileindex > $1 AND f.fileindex <= $2
       ORDER BY f.fileindex LIMIT $3`,
      [after, last, limit],
    );
    return rows.map((row) => ({
      fileIndex: row.fileindex,
      path: Buffer.concat([row.path, row.filename]),
      lstat: decodeLStat(row.lstat),
      checksum: row.md5,
    }));
  }
}
