import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import pg, { type Pool } from 'pg';
import { catalogPool } from '../../../src/directors/embedded/catalog-connection.js';
import { FileHelper, FolderHangs } from '../../../src/directors/embedded/file-helper/file-helper.js';
import { expireVolumes } from '../../../src/directors/embedded/volumes/expire-volumes.js';
import { withVolume } from '../../../src/directors/embedded/volumes/volume-lock.js';
import { copyDatabase } from '../../harness/fixtures/database.js';

const day = 86_400;
const now = new Date('2031-03-10T12:00:00Z');
let pool: Pool;
let folder: string;
let otherFolder: string;
let notices: string[];
let files: FileHelper;

beforeEach(async () => {
  pool = catalogPool(await copyDatabase('template_catalog'), 'test');
  folder = mkdtempSync(join(tmpdir(), 'backup-console-expiry-'));
  otherFolder = mkdtempSync(join(tmpdir(), 'backup-console-expiry-'));
  notices = [];
  files = new FileHelper();
  await pool.query(
    `INSERT INTO client (clientid, name) VALUES (1, 'local');
     INSERT INTO fileset (filesetid, fileset, md5, createtime) VALUES (1, 'Source', 'a', now());
     INSERT INTO pool (poolid, name) VALUES (1, 'Default');
     INSERT INTO storage (storageid, name) VALUES (1, 'Local'), (2, 'Other')`,
  );
});
afterEach(async () => {
  files.close();
  await pool.end();
  for (const one of [folder, otherFolder]) rmSync(one, { recursive: true });
});

const fileOf = (name: string): string => join(folder, `${name}.tar.gz`);

/** A volume whose retention of a day is over since `hours`. */
async function volume(mediaId: number, hours: number, more: { status?: string; comment?: string } = {}): Promise<void> {
  const written = new Date(now.getTime() - (day + hours * 3600) * 1000).toISOString();
  await pool.query(
    `INSERT INTO media (mediaid, volumename, poolid, storageid, volstatus, comment, volretention, lastwritten, volbytes)
     VALUES ($1, $2, 1, 1, $3, $4, $5, $6, 4)`,
    [mediaId, `V${mediaId}`, more.status ?? 'Full', more.comment ?? '', day, written],
  );
  writeFileSync(fileOf(`V${mediaId}`), 'data');
}

/** A Full on these volumes; without a status, one that ended well. */
async function full(jobId: number, volumes: readonly number[], status = 'T'): Promise<void> {
  await pool.query(
    `INSERT INTO job (jobid, job, name, type, level, clientid, filesetid, poolid, jobstatus, jobfiles, jobtdate, starttime)
     VALUES ($1, $2, 'Source', 'B', 'F', 1, 1, 1, $4, 1, $3, to_timestamp($3::bigint))`,
    [jobId, `Source.${jobId}`, 1_000_000 + jobId, status],
  );
  await pool.query('INSERT INTO jobmedia (jobid, mediaid) SELECT $1, unnest($2::int[])', [jobId, volumes]);
}

const expire = (inUse: () => readonly number[] = () => [], mayContinue = () => true) =>
  expireVolumes(pool, {
    now,
    timezone: 'UTC',
    folders: { Local: folder, Other: otherFolder },
    files,
    inUse,
    onNotice: (text) => notices.push(text),
    mayContinue,
  });

/** While an expiry removes the file of its first volume. */
function duringRemoval(work: () => unknown): void {
  const of = files.of.bind(files);
  jest.spyOn(files, 'of').mockImplementationOnce((path) => {
    const calls = of(path);
    const removeMarked: typeof calls.removeMarked = async (...given) => {
      await work();
      return calls.removeMarked(...given);
    };
    return new Proxy(calls, {
      get: (_, call: keyof typeof calls) => (call === 'removeMarked' ? removeMarked : calls[call]),
    });
  });
}

async function purgedRuns(): Promise<readonly number[]> {
  const { rows } = await pool.query<{ jobid: number }>('SELECT jobid FROM job WHERE purgedfiles = 1 ORDER BY jobid');
  return rows.map(({ jobid }) => jobid);
}

test.each(['Archive', 'Read-Only', 'Disabled'])(
  'a volume that was %s before its file was missing does not expire',
  async (comment) => {
    await volume(1, 3, { status: 'Error', comment });
    await volume(2, 2, { status: 'Error', comment: 'Full' });
    await volume(3, 1);
    await full(1, [1]);
    await full(2, [2]);
    await full(3, [3]);
    expect(await expire()).toEqual(['V2']);
    expect(await purgedRuns()).toEqual([2]);
    expect(existsSync(fileOf('V1'))).toBe(true);
  },
);

test('a volume with data of an unfinished run does not expire', async () => {
  await volume(1, 2);
  await volume(2, 1);
  await full(1, [2]);
  await full(2, [1], 'R');
  await full(3, []);
  expect(await expire()).toEqual(['V2']);
  await pool.query("UPDATE job SET jobstatus = 'f' WHERE jobid = 2");
  expect(await expire()).toEqual(['V1']);
});

test('a volume that was archived while another one was removed stays, with its runs', async () => {
  await volume(1, 2);
  await volume(2, 1);
  for (const jobId of [1, 2]) await full(jobId, [jobId]);
  await full(3, []);
  duringRemoval(() => pool.query("UPDATE media SET volstatus = 'Archive' WHERE mediaid = 2"));
  expect(await expire()).toEqual(['V1']);
  expect(await purgedRuns()).toEqual([1]);
});

test('what a restore needs that started while another volume was removed stays', async () => {
  await volume(1, 2);
  await volume(2, 1);
  for (const jobId of [1, 2]) await full(jobId, [jobId]);
  await full(3, []);
  let inUse: readonly number[] = [];
  duringRemoval(() => (inUse = [2]));
  expect(await expire(() => inUse)).toEqual(['V1']);
  expect(await purgedRuns()).toEqual([1]);
});

test('what a run builds on that ended while another volume was removed stays', async () => {
  await volume(1, 3);
  await volume(2, 2);
  await volume(3, -1);
  for (const jobId of [1, 2]) await full(jobId, [jobId]);
  await full(5, []);
  duringRemoval(async () => {
    await full(4, [3]);
    await pool.query("UPDATE job SET level = 'I' WHERE jobid = 4");
  });
  expect(await expire()).toEqual(['V1']);
  expect(await purgedRuns()).toEqual([1]);
});

test('an expiry that must not continue ends between two volumes, and the next one takes the rest', async () => {
  for (const mediaId of [1, 2, 3]) {
    await volume(mediaId, 9 - mediaId);
    await full(mediaId, [mediaId]);
  }
  await full(4, []);
  let mayContinue = true;
  duringRemoval(() => (mayContinue = false));
  const cut = await expire(undefined, () => mayContinue);
  expect(cut).toEqual(['V1']);
  expect(await expire()).toEqual(['V2', 'V3']);
});

test('the runs are read once for all volumes, and again after one has changed', async () => {
  for (const mediaId of [1, 2, 3, 4]) {
    await volume(mediaId, 9 - mediaId);
    await full(mediaId, [mediaId]);
  }
  // It goes with the volume of the run that it builds on.
  await pool.query("UPDATE job SET level = 'I' WHERE jobid = 2");
  await full(50, []);
  const reads = jest.spyOn(pg.Client.prototype, 'query');
  const readRuns = () => reads.mock.calls.filter(([text]) => text.includes('AS grouping')).length;
  expect(await withVolume(pool, 4, () => expire())).toEqual(['V1', 'V2', 'V3']);
  expect(readRuns()).toBe(1);
  await volume(6, 3);
  await full(6, [6]);
  duringRemoval(() => pool.query('UPDATE job SET jobtdate = jobtdate - 1 WHERE jobid = 50'));
  expect(await expire()).toEqual(['V4', 'V6']);
  expect(readRuns()).toBe(3);
  reads.mockRestore();
});

test('a run loses no data with a volume of another run', async () => {
  await volume(1, 3);
  await volume(2, 2);
  await volume(3, 1);
  await full(1, [1, 2]);
  await full(2, [3]);
  await full(3, []);
  const first = await withVolume(pool, 3, () => expire());
  expect(first).toEqual(['V1', 'V2']);
  expect(await purgedRuns()).toEqual([1]);
  expect(await expire()).toEqual(['V3']);
});

test('a volume whose disk hangs is purged without its file, and keeps no volume on another disk', async () => {
  await volume(1, 2);
  await volume(2, 1);
  await pool.query('UPDATE media SET storageid = 2 WHERE mediaid = 2');
  renameSync(fileOf('V2'), join(otherFolder, 'V2.tar.gz'));
  for (const jobId of [1, 2]) await full(jobId, [jobId]);
  await full(3, []);
  duringRemoval(() => {
    throw new FolderHangs(folder);
  });
  expect(await expire()).toEqual(['V1', 'V2']);
  expect([existsSync(fileOf('V1')), existsSync(join(otherFolder, 'V2.tar.gz'))]).toEqual([true, false]);
  const purged = (name: string) => `Purged volume ${name}: its retention has expired and no retained run needs it`;
  expect(notices).toEqual([
    `${purged('V1')}, and its file ${fileOf('V1')} could not be removed (The folder ${folder} does not respond. Check its disk.) and will be removed at the next start or use.`,
    `${purged('V2')}.`,
  ]);
});

test('a volume expires without the file of this name on a disk of another catalog', async () => {
  await pool.query("INSERT INTO backup_console_storage_mark (storageid, mark) VALUES (1, 'own')");
  writeFileSync(join(folder, '.backup-console-storage-other'), '');
  await volume(1, 1);
  await full(1, [1]);
  await full(2, []);
  expect(await expire()).toEqual(['V1']);
  expect(existsSync(fileOf('V1'))).toBe(true);
  expect(notices).toEqual([expect.stringContaining('will be removed at the next start with its disk mounted.')]);
});

test('a storage without a mark removes no file beside the mark of another storage', async () => {
  writeFileSync(join(folder, '.backup-console-storage-other'), '');
  await volume(1, 1);
  await full(1, [1]);
  await full(2, []);
  expect(await expire()).toEqual(['V1']);
  expect(existsSync(fileOf('V1'))).toBe(true);
});
