import { Client } from 'pg';
import { embeddedShape, type CatalogShape } from './catalog-shapes.js';
import { lstatOf, type MadeFile, type MadeRun } from './catalog-records.js';

const midnight = Date.UTC(2026, 0, 1);

const usualRun = {
  name: 'BackupHome',
  type: 'B',
  level: 'F',
  status: 'T',
  client: 'ada',
  fileset: 'Home',
  filesetMd5: 'first',
  pool: 'Default',
  storage: 'Disk',
  files: 0,
  bytes: 0,
  errors: 0,
  purged: false,
  hasBase: false,
  priorJobId: 0,
  isVirtualFull: false,
  comment: '',
};

function localTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

/** As in a unique job name. */
function nameTime(local: string): string {
  return local.replace(' ', '_').replaceAll(':', '.');
}

function epochSeconds(local: string): number {
  return Math.floor(Date.parse(`${local.replace(' ', 'T')}Z`) / 1000);
}

/**
 * Fills a catalog with what a Director of its kind would have written. Whatever a test does not name has a value
 * that does not matter to it; runs follow each other by an hour.
 */
export class CatalogMaker {
  private runs = 0;

  private constructor(
    readonly client: Client,
    private readonly shape: CatalogShape,
  ) {}

  static async open(url: string, shape: CatalogShape = embeddedShape): Promise<CatalogMaker> {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query("SET client_encoding = 'SQL_ASCII'");
    return new CatalogMaker(client, shape);
  }

  async close(): Promise<void> {
    await this.client.end();
  }

  async makeClient(name: string): Promise<number> {
    return this.idOf(
      "INSERT INTO client (name, uname) VALUES ($1, '') ON CONFLICT (name) DO UPDATE SET name = $1 RETURNING clientid AS id",
      [name],
    );
  }

  async makePool(name: string): Promise<number> {
    return this.idOf(
      `WITH known AS (SELECT poolid AS id FROM pool WHERE name = $1),
         added AS (INSERT INTO pool (name, labelformat) SELECT $1, '*' WHERE NOT EXISTS (SELECT 1 FROM known) RETURNING poolid AS id)
       SELECT id FROM known UNION ALL SELECT id FROM added`,
      [name],
    );
  }

  async makeStorage(name: string): Promise<number> {
    return this.idOf(
      `WITH known AS (SELECT storageid AS id FROM storage WHERE name = $1),
         added AS (INSERT INTO storage (name) SELECT $1 WHERE NOT EXISTS (SELECT 1 FROM known) RETURNING storageid AS id)
       SELECT id FROM known UNION ALL SELECT id FROM added`,
      [name],
    );
  }

  async makeFileset(name: string, md5 = 'first'): Promise<number> {
    const known = await this.client.query<{ id: number }>(
      'SELECT filesetid AS id FROM fileset WHERE fileset = $1 AND md5 = $2',
      [name, md5],
    );
    if (known.rows[0]) return known.rows[0].id;
    return this.idOf(
      "INSERT INTO fileset (fileset, md5, createtime) VALUES ($1, $2, '2026-01-01') RETURNING filesetid AS id",
      [name, md5],
    );
  }

  async makeVolume(
    name: string,
    options: { status?: string; pool?: string; storage?: string; volType?: number } = {},
  ): Promise<number> {
    const volume = await this.idOf(
      `INSERT INTO media (volumename, volstatus, poolid, storageid, mediatype) VALUES ($1, $2, $3, $4, 'File')
       ON CONFLICT (volumename) DO UPDATE SET volstatus = $2 RETURNING mediaid AS id`,
      [
        name,
        options.status ?? 'Full',
        await this.makePool(options.pool ?? 'Default'),
        await this.makeStorage(options.storage ?? 'Disk'),
      ],
    );
    if (!this.shape.countsSegments)
      await this.client.query('UPDATE media SET voltype = $2 WHERE mediaid = $1', [volume, options.volType ?? 1]);
    return volume;
  }

  /** A good Full unless the test says otherwise. Answers its JobId. */
  async makeRun(made: MadeRun = {}): Promise<number> {
    this.runs += 1;
    const scheduled = midnight + this.runs * 3_600_000;
    const start = localTime(scheduled);
    const run = { ...usualRun, scheduled: start, started: start, ended: localTime(scheduled + 600_000), ...made };
    const columns = {
      job: made.uniqueName ?? `${run.name}.${nameTime(run.scheduled ?? start)}_${String(this.runs).padStart(2, '0')}`,
      name: run.name,
      type: run.type,
      level: run.level,
      jobstatus: run.status,
      clientid: run.client === null ? 0 : await this.makeClient(run.client),
      filesetid: await this.makeFileset(run.fileset, run.filesetMd5),
      poolid: await this.makePool(run.pool),
      schedtime: run.scheduled,
      starttime: run.started,
      endtime: run.ended,
      jobtdate: run.dataTime ?? epochSeconds(run.ended ?? start),
      jobfiles: run.files,
      jobbytes: run.bytes,
      joberrors: run.errors,
      purgedfiles: Number(run.purged),
      hasbase: Number(run.hasBase),
      priorjobid: run.priorJobId,
      comment: run.comment,
      ...(this.shape.hasNewJobColumns && {
        writestorageid: await this.makeStorage(run.storage),
        isvirtualfull: Number(run.isVirtualFull),
      }),
    };
    const names = Object.keys(columns);
    return this.idOf(
      `INSERT INTO job (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING jobid AS id`,
      Object.values(columns),
    );
  }

  /** Records files in this order, and what the browsing tables say of them. Answers the FileIndex of each. */
  async recordFiles(jobId: number, files: readonly MadeFile[]): Promise<number[]> {
    const { rows } = await this.client.query<{ last: number }>(
      'SELECT COALESCE(max(abs(fileindex)), 0) AS last FROM file WHERE jobid = $1',
      [jobId],
    );
    let last = rows[0]?.last ?? 0;
    const indexes: number[] = [];
    for (const file of files) {
      const path = typeof file.path === 'string' ? Buffer.from(file.path) : file.path;
      const cut = path.lastIndexOf(0x2f) + 1;
      const pathId = await this.makePath(path.subarray(0, cut), jobId);
      const place = last + 1;
      const fileIndex = file.isDeleted === true ? this.shape.deletionIndex(place) : place;
      if (fileIndex !== 0) last = place;
      indexes.push(fileIndex);
      const lstat = lstatOf(file, cut === path.length);
      const name = await this.nameColumn(path.subarray(cut));
      await this.client.query(
        `INSERT INTO file (fileindex, jobid, pathid, lstat, md5, deltaseq, ${name.column}) VALUES ($1, $2, $3, $4, $5, $6, ${name.value})`,
        [fileIndex, jobId, pathId, lstat, file.checksum ?? '0', file.deltaSeq ?? 0, name.parameter],
      );
    }
    return indexes;
  }

  /** The span of a run's files on a volume, with byte addresses as of a file volume; `end` is exclusive. */
  async recordSegment(
    jobId: number,
    volume: string,
    first: number,
    last: number,
    start = 0,
    end = 1000,
  ): Promise<void> {
    const { rows } = await this.client.query<{ mediaid: number }>('SELECT mediaid FROM media WHERE volumename = $1', [
      volume,
    ]);
    const high = (address: number) => Math.floor(address / 2 ** 32);
    const segment = await this.idOf(
      `INSERT INTO jobmedia (jobid, mediaid, firstindex, lastindex, startfile, startblock, endfile, endblock)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING jobmediaid AS id`,
      [
        jobId,
        rows[0]?.mediaid ?? 999_999,
        first,
        last,
        high(start),
        start % 2 ** 32,
        high(end - 1),
        (end - 1) % 2 ** 32,
      ],
    );
    if (this.shape.countsSegments)
      await this.client.query('UPDATE jobmedia SET jobbytes = $2 WHERE jobmediaid = $1', [segment, end - start]);
  }

  async recordLine(jobId: number, text: string | Buffer, at = '2026-01-01 00:00:00'): Promise<void> {
    await this.client.query(
      "INSERT INTO log (jobid, time, logtext) VALUES ($1, $2, convert_from($3::bytea, 'SQL_ASCII'))",
      [jobId, at, Buffer.from(text)],
    );
  }

  async recordBaseFiles(jobId: number, baseJobId: number): Promise<void> {
    await this.client.query(
      'INSERT INTO basefiles (jobid, fileid, fileindex, basejobid) SELECT $1, fileid, fileindex, jobid FROM file WHERE jobid = $2',
      [jobId, baseJobId],
    );
  }

  /** The path and its ancestors up to the root, each with its parent, all visible in the run. */
  private async makePath(path: Buffer, jobId: number): Promise<number> {
    const pathId = await this.idOf(
      `INSERT INTO path (path) VALUES (convert_from($1::bytea, 'SQL_ASCII')) ON CONFLICT (path) DO UPDATE SET path = path.path RETURNING pathid AS id`,
      [path],
    );
    await this.client.query('INSERT INTO pathvisibility (pathid, jobid) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      pathId,
      jobId,
    ]);
    const parent = path.subarray(0, path.lastIndexOf(0x2f, path.length - 2) + 1);
    if (path.length > 1 && parent.length > 0) {
      const parentId = await this.makePath(parent, jobId);
      await this.client.query('INSERT INTO pathhierarchy (pathid, ppathid) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        pathId,
        parentId,
      ]);
    }
    return pathId;
  }

  /** How File is told the name. */
  private async nameColumn(name: Buffer): Promise<{ column: string; value: string; parameter: unknown }> {
    if (this.shape.names !== 'apart')
      return { column: this.shape.names, value: "convert_from($7::bytea, 'SQL_ASCII')", parameter: name };
    const id = await this.idOf(
      `INSERT INTO filename (name) VALUES (convert_from($1::bytea, 'SQL_ASCII'))
       ON CONFLICT (name) DO UPDATE SET name = filename.name RETURNING filenameid AS id`,
      [name],
    );
    return { column: 'filenameid', value: '$7', parameter: id };
  }

  private async idOf(text: string, values: readonly unknown[]): Promise<number> {
    const { rows } = await this.client.query<{ id: number }>(text, [...values]);
    if (!rows[0]) throw new Error('The statement answered no id.');
    return rows[0].id;
  }
}
