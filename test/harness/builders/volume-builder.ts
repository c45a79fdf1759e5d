import { createHash } from 'node:crypto';
import { once, type EventEmitter } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { pack, type Header } from 'tar-stream';
import { encodeLStat } from '../../../src/domain/lstat.js';

/** One thing in a made backup. Defaults never matter to a test. */
export interface MadeEntry {
  /** Absolute; a folder's ends in `/`. */
  readonly path: string | Buffer;
  readonly type?: 'file' | 'symlink' | 'fifo' | 'character-device';
  readonly content?: string | Buffer;
  readonly mode?: number;
  readonly mtime?: number;
  readonly mtimeNs?: number;
  readonly uid?: number;
  readonly gid?: number;
  readonly target?: string | Buffer;
  /** Path of the first name, which stands before this entry in the same run. */
  readonly linkTo?: string;
  /** Only a mark in the catalog that the name was gone. */
  readonly deleted?: boolean;
  /** What the catalog says in place of the true SHA-256. */
  readonly checksum?: string;
  readonly rdev?: bigint;
}

export interface MadeRun {
  readonly volume?: string;
  readonly storage?: string;
  readonly entriesPerSegment?: number;
  readonly entries: readonly MadeEntry[];
}

interface Placed extends Required<Omit<MadeEntry, 'linkTo' | 'checksum' | 'content' | 'target'>> {
  readonly linkTo: string | null;
  readonly checksum: string | null;
  readonly content: Buffer;
  readonly target: Buffer;
  readonly bytes: Buffer;
  readonly index: number;
}

const typeBits = { file: 0o100000, symlink: 0o120000, fifo: 0o010000, 'character-device': 0o020000 } as const;
export const madeTime = 1_700_000_000;

/** Makes backups by the book (docs/develop/volume-format.md): volumes, and what the catalog says of them. */
export class VolumeMaker {
  private runs = 0;

  private constructor(
    private readonly client: Client,
    readonly catalogUrl: string,
    readonly folder: string,
  ) {}

  static async start(catalogUrl: string, folder: string): Promise<VolumeMaker> {
    mkdirSync(folder, { recursive: true });
    const client = new Client({ connectionString: catalogUrl });
    await client.connect();
    await client.query(`SET client_encoding = 'SQL_ASCII'`);
    await client.query(`INSERT INTO storage (name) VALUES ('File'), ('Elsewhere') ON CONFLICT DO NOTHING`);
    return new VolumeMaker(client, catalogUrl, folder);
  }

  async stop(): Promise<void> {
    await this.client.end();
  }

  async query(sql: string, values: readonly unknown[] = []): Promise<void> {
    await this.client.query(sql, [...values]);
  }

  /** Adds a row of a run without files, as a restore has one. */
  async makeJob(type: string, status: string, storage = 'File'): Promise<number> {
    this.runs += 1;
    const { rows } = await this.client.query<{ jobid: number }>(
      `INSERT INTO job (job, name, type, level, jobstatus, jobtdate, writestorageid)
       SELECT $1, 'made', $2, 'F', $3, $4, storageid FROM storage WHERE name = $5 RETURNING jobid`,
      [`made.${this.runs}`, type, status, madeTime + this.runs, storage],
    );
    return rows[0]!.jobid;
  }

  async makeRun(run: MadeRun): Promise<number> {
    const jobId = await this.makeJob('B', 'T', run.storage);
    const volume = run.volume ?? 'Default-0001';
    const placed = place(run.entries);
    const onVolume = placed.filter((entry) => entry.index > 0);
    for (let start = 0; start < onVolume.length; start += run.entriesPerSegment ?? 3) {
      const part = onVolume.slice(start, start + (run.entriesPerSegment ?? 3));
      const isLast = start + part.length === onVolume.length;
      await this.addSegment(jobId, volume, run.storage ?? 'File', part, placed, isLast);
    }
    await this.addFiles(jobId, placed);
    return jobId;
  }

  volumeFile(volume = 'Default-0001'): string {
    return join(this.folder, `${volume}.tar.gz`);
  }

  private async addSegment(
    jobId: number,
    volume: string,
    storage: string,
    part: readonly Placed[],
    all: readonly Placed[],
    isLast: boolean,
  ): Promise<void> {
    const file = this.volumeFile(volume);
    const start = existsSync(file) ? statSync(file).size : 0;
    appendFileSync(file, gzipSync(await tarOf(jobId, part, all, isLast), { level: 1 }));
    const end = statSync(file).size - 1;
    const { rows } = await this.client.query<{ mediaid: number }>(
      `INSERT INTO media (volumename, volbytes, storageid) SELECT $1, $2, storageid FROM storage WHERE name = $3
       ON CONFLICT (volumename) DO UPDATE SET volbytes = excluded.volbytes RETURNING mediaid`,
      [volume, end + 1, storage],
    );
    await this.client.query(
      `INSERT INTO jobmedia (jobid, mediaid, firstindex, lastindex, startfile, endfile, startblock, endblock)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        jobId,
        rows[0]?.mediaid,
        part[0]?.index,
        part.at(-1)?.index,
        Math.floor(start / 2 ** 32),
        Math.floor(end / 2 ** 32),
        start % 2 ** 32,
        end % 2 ** 32,
      ],
    );
  }

  private async addFiles(jobId: number, entries: readonly Placed[]): Promise<void> {
    const folders = entries.map(({ bytes }) => bytes.subarray(0, bytes.lastIndexOf(0x2f) + 1));
    const links = entries.filter((entry) => entry.linkTo !== null);
    const names = entries.map(({ bytes }) => bytes.subarray(bytes.lastIndexOf(0x2f) + 1));
    await this.client.query(
      `INSERT INTO path (path) SELECT DISTINCT convert_from(p, 'SQL_ASCII') FROM unnest($1::bytea[]) p ON CONFLICT DO NOTHING`,
      [folders],
    );
    await this.client.query(
      `INSERT INTO file (jobid, fileindex, pathid, filename, lstat, md5)
       SELECT $1, e.i, p.pathid, convert_from(e.name, 'SQL_ASCII'), e.lstat, e.md5
       FROM unnest($2::integer[], $3::bytea[], $4::bytea[], $5::text[], $6::text[]) AS e (i, folder, name, lstat, md5)
       JOIN path p ON p.path = convert_from(e.folder, 'SQL_ASCII')`,
      [
        jobId,
        entries.map((entry) => entry.index),
        folders,
        names,
        entries.map((entry) => lstatOf(entry, entries, links)),
        entries.map(checksumOf),
      ],
    );
  }
}

function sha256Of(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64').replace(/=+$/, '');
}

const defaults = { type: 'file', mtime: madeTime, mtimeNs: 0, uid: 0, gid: 0, deleted: false, rdev: 0n } as const;

function place(entries: readonly MadeEntry[]): Placed[] {
  let index = 0;
  return entries.map((entry) => {
    if (entry.deleted !== true) index += 1;
    return {
      ...defaults,
      mode: entry.path.at(-1) === '/' ? 0o755 : 0o644,
      ...entry,
      linkTo: entry.linkTo ?? null,
      checksum: entry.checksum ?? null,
      content: Buffer.from(entry.content ?? ''),
      target: Buffer.from(entry.target ?? ''),
      bytes: Buffer.from(entry.path),
      index: entry.deleted === true ? 0 : index,
    };
  });
}

function isFolder(entry: Placed): boolean {
  return entry.bytes.at(-1) === 0x2f;
}

function isRegular(entry: Placed): boolean {
  return !isFolder(entry) && entry.type === 'file';
}

function checksumOf(entry: Placed): string {
  if (entry.checksum !== null) return entry.checksum;
  return isRegular(entry) && entry.linkTo === null && entry.index > 0 ? sha256Of(entry.content) : '0';
}

function firstNameOf(entry: Placed, all: readonly Placed[]): Placed | undefined {
  const { linkTo } = entry;
  return linkTo === null ? undefined : all.find((other) => other.bytes.equals(Buffer.from(linkTo)));
}

function lstatOf(entry: Placed, all: readonly Placed[], links: readonly Placed[]): string {
  const type = isFolder(entry) ? 0o040000 : typeBits[entry.type];
  const first = firstNameOf(entry, all);
  return encodeLStat({
    dev: 1n,
    ino: 1n,
    blksize: 4096,
    blocks: 8,
    flags: 0,
    stream: 0,
    ctimeNs: 0,
    mode: type | entry.mode,
    uid: entry.uid,
    gid: entry.gid,
    rdev: entry.rdev,
    size: entry.content.length,
    atime: madeTime,
    mtime: entry.mtime,
    ctime: entry.mtime,
    mtimeNs: entry.mtimeNs,
    nlink: 1 + links.filter((other) => firstNameOf(other, all) === (first ?? entry)).length,
    linkFileIndex: first?.index ?? 0,
  });
}

async function tarOf(jobId: number, part: readonly Placed[], all: readonly Placed[], isLast: boolean): Promise<Buffer> {
  const archive = pack();
  const chunks: Buffer[] = [];
  const whole = once(archive as unknown as EventEmitter, 'end');
  archive.on('data', (chunk) => chunks.push(chunk as Buffer));
  for (const entry of part) {
    const content = isRegular(entry) && entry.linkTo === null ? entry.content : Buffer.alloc(0);
    await new Promise<void>((resolve, reject) => {
      archive.entry(headerOf(entry, all), content, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }
  if (isLast) archive.entry({ name: `.backup-console/run-${jobId}.sha256` }, 'manifest');
  archive.finalize();
  await whole;
  // Without the end-of-archive marker: on a volume it stands nowhere.
  return Buffer.concat(chunks).subarray(0, -1024);
}

function headerOf(entry: Placed, all: readonly Placed[]): Partial<Header> & Pick<Header, 'name'> {
  const path = entry.bytes.subarray(1);
  const target = firstNameOf(entry, all)?.bytes.subarray(1) ?? entry.target;
  return {
    name: escaped(path),
    type: tarType(entry),
    mode: entry.mode,
    mtime: new Date(entry.mtime * 1000),
    ...(target.length > 0 ? { linkname: escaped(target) } : {}),
    ...paxOf(path, target),
  };
}

function tarType(entry: Placed): Header['type'] {
  if (isFolder(entry)) return 'directory';
  return entry.linkTo === null ? entry.type : 'link';
}

function paxOf(path: Buffer, target: Buffer): { readonly pax?: unknown } {
  const records = {
    ...(isUtf8(path) ? {} : { 'BACKUPCONSOLE.path': path.toString('base64') }),
    ...(isUtf8(target) ? {} : { 'BACKUPCONSOLE.linkpath': target.toString('base64') }),
  };
  return Object.keys(records).length > 0 ? { pax: records } : {};
}

function isUtf8(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes);
}

function escaped(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}
