// Takes half a minute. Every test runs jobs, each in a process of its own.
import { execFileSync } from 'node:child_process';
import {
  chmodSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync,
  writeFileSync,
} from 'node:fs'; // prettier-ignore
import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { decodeLStat } from '../../src/domain/lstat.js';
import { EmbeddedMachine } from '../harness/fixtures/embedded-machine.js';

let machine: EmbeddedMachine;

beforeEach(async () => {
  machine = await EmbeddedMachine.make();
  machine.configure();
});
afterEach(() => machine.remove());

const paths = async (jobId: number): Promise<string[]> =>
  (await machine.files(jobId)).filter((row) => row.fileindex > 0).map((row) => row.path);
const deleted = async (jobId: number): Promise<string[]> =>
  (await machine.files(jobId)).filter((row) => row.fileindex <= 0).map((row) => row.path);
const write = (name: string, text: string): void => writeFileSync(join(machine.source, name), text);

describe('levels', () => {
  beforeEach(async () => {
    mkdirSync(join(machine.source, 'sub/empty'), { recursive: true });
    write('one.txt', 'one');
    write('sub/two.txt', 'two');
    await machine.start();
  });

  test('a Full holds everything, numbered in order, with checksums and exact times', async () => {
    const run = await machine.run('Full');
    expect(run).toMatchObject({ status: 'T', level: 'F', files: 5, bytes: 6, errors: 0 });
    const files = await machine.files(run.jobid);
    expect(files.map((row) => row.fileindex)).toEqual([1, 2, 3, 4, 5]);
    expect(files.map((row) => row.path).sort()).toEqual(['', 'one.txt', 'sub/', 'sub/empty/', 'sub/two.txt']);
    const one = files.find((row) => row.path === 'one.txt')!;
    expect(one.md5).toBe(createHash('sha256').update('one').digest('base64').replace(/=+$/, ''));
    const stat = statSync(join(machine.source, 'one.txt'), { bigint: true });
    const recorded = decodeLStat(one.lstat);
    expect(BigInt(recorded.mtime) * 1_000_000_000n + BigInt(recorded.mtimeNs)).toBe(stat.mtimeNs);
    expect(recorded).toMatchObject({ mode: Number(stat.mode), size: 3, ino: stat.ino, linkFileIndex: 0 });
  });

  test('an Incremental after a change in place holds just that file', async () => {
    await machine.run('Full');
    write('one.txt', 'eins');
    const run = await machine.run('Incremental');
    expect(run).toMatchObject({ status: 'T', level: 'I', files: 1, bytes: 4 });
    expect(await paths(run.jobid)).toEqual(['one.txt']);
    expect((await machine.run('Incremental')).files).toBe(0);
  });

  test('a change that keeps size and mtime is seen by its ctime', async () => {
    utimesSync(join(machine.source, 'one.txt'), 1_000, 1_000);
    await machine.run('Full');
    write('one.txt', 'ONE');
    utimesSync(join(machine.source, 'one.txt'), 1_000, 1_000);
    const run = await machine.run('Incremental');
    expect(await paths(run.jobid)).toEqual(['one.txt']);
  });

  test('a Differential holds what changed since the Full, an Incremental after it only the rest', async () => {
    await machine.run('Full');
    write('one.txt', 'eins');
    await machine.run('Incremental');
    write('sub/two.txt', 'zwei');
    const differential = await machine.run('Differential');
    expect(differential.level).toBe('D');
    expect((await paths(differential.jobid)).sort()).toEqual(['one.txt', 'sub/two.txt']);
    write('one.txt', 'uno');
    const incremental = await machine.run('Incremental');
    expect(await paths(incremental.jobid)).toEqual(['one.txt']);
  });

  test('deletions are recorded, a whole subtree with its folder, and not again by the next run', async () => {
    await machine.run('Full');
    rmSync(join(machine.source, 'sub'), { recursive: true });
    const run = await machine.run('Incremental');
    expect((await deleted(run.jobid)).sort()).toEqual(['sub/', 'sub/empty/', 'sub/two.txt']);
    expect(await paths(run.jobid)).toEqual(['']);
    const next = await machine.run('Incremental');
    expect(await machine.files(next.jobid)).toEqual([]);
    mkdirSync(join(machine.source, 'sub'));
    write('sub/two.txt', 'again');
    const back = await machine.run('Incremental');
    expect((await paths(back.jobid)).sort()).toEqual(['', 'sub/', 'sub/two.txt']);
  });

  test('without a Full they become one and say so as Bacula does', async () => {
    const run = await machine.run('Incremental');
    expect(run).toMatchObject({ status: 'T', level: 'F', files: 5 });
    expect(await machine.log(run.jobid)).toContain(
      'No prior or suitable Full backup found in catalog. Doing FULL backup.',
    );
    expect((await machine.run('Differential')).level).toBe('D');
  });

  test('a changed fileset needs a new Full, and a failed Full is none', async () => {
    await machine.run('Full');
    await machine.stop();
    machine.configure({ fileset: `include: [${machine.source}], exclude: [empty]` });
    await machine.start();
    const run = await machine.run('Incremental');
    expect(run).toMatchObject({ level: 'F', files: 4 });
    await machine.catalog.query("UPDATE job SET jobstatus = 'f' WHERE jobid = $1", [run.jobid]);
    expect((await machine.run('Incremental')).level).toBe('F');
  });

  test('the log ends with a report, lines with line breaks, and the cache for browsing is made', async () => {
    const run = await machine.run('Full');
    const log = await machine.log(run.jobid);
    expect(log).toMatch(/Termination: +Backup OK\n$/);
    expect(log).toContain('Extended attributes and access control lists are not backed up.');
    expect(log).toContain('Volume name(s):         Default-0001');
    const { rows } = await machine.catalog.query<{ path: string; parent: string | null }>(
      `SELECT p.path, q.path AS parent FROM pathvisibility v JOIN path p USING (pathid) JOIN pathhierarchy h USING (pathid)
       LEFT JOIN path q ON q.pathid = h.ppathid WHERE v.jobid = $1 ORDER BY p.path`,
      [run.jobid],
    );
    expect(rows[0]).toEqual({ path: '/', parent: null });
    expect(rows).toContainEqual({ path: `${machine.source}/sub/`, parent: `${machine.source}/` });
    expect(rows).toContainEqual({ path: `${machine.source}/`, parent: `${machine.folder}/` });
    const job = await machine.catalog.query<{ hascache: number }>('SELECT hascache FROM job WHERE jobid = $1', [
      run.jobid,
    ]);
    expect(job.rows[0]?.hascache).toBe(1);
  });
});

/** Each JobMedia row is a gzip member of its own that holds exactly the entries it names. */
async function expectMembersToHoldTheirEntries(jobId: number): Promise<void> {
  const { rows } = await machine.catalog.query<{ first: number; last: number; from: number; to: number }>(
    `SELECT firstindex AS first, lastindex AS last, startfile * 4294967296.0::float8 + startblock AS from,
       endfile * 4294967296.0::float8 + endblock AS to FROM jobmedia WHERE jobid = $1 ORDER BY jobmediaid`,
    [jobId],
  );
  const volume = readFileSync(join(machine.volumes, 'Default-0001.tar.gz'));
  for (const { first, last, from, to } of rows) {
    const input = volume.subarray(from, to + 1);
    const names = execFileSync('tar', ['-tzf', '-'], { input }).toString().trimEnd().split('\n');
    const entries = names.filter((name) => !name.startsWith('.backup-console/'));
    expect(entries).toHaveLength(last - first + 1);
  }
  const { files } = await machine.record(jobId);
  expect(rows.reduce((sum, { first, last }) => sum + last - first + 1, 0)).toBe(files);
}

describe('what is in the source', () => {
  const raw = (name: Buffer): Buffer => Buffer.concat([Buffer.from(`${machine.source}/`), name]);

  test('odd names, empty folders, symlinks, modes: the volume is readable by tar and sha256sum', async () => {
    const latin1 = Buffer.from('Gr\xf6\xdfe \\ "x"\'y\'\n\t', 'latin1');
    writeFileSync(raw(latin1), 'latin1');
    const long = 'x'.repeat(255);
    write(long, 'long');
    write('sp ace %41', 'percent');
    mkdirSync(join(machine.source, 'deep', ...Array.from({ length: 12 }, () => 'y'.repeat(100))), { recursive: true });
    symlinkSync('/nowhere/at all', join(machine.source, 'dangling'));
    write('setuid', 'x');
    chmodSync(join(machine.source, 'setuid'), 0o4755);
    execFileSync('mkfifo', [join(machine.source, 'fifo')]);
    await machine.start();
    const run = await machine.run('Full');
    expect(run).toMatchObject({ status: 'T', errors: 0 });
    expect(await paths(run.jobid)).toEqual(
      expect.arrayContaining([latin1.toString('latin1'), long, 'fifo', 'dangling']),
    );

    const volume = join(machine.volumes, 'Default-0001.tar.gz');
    const listed = execFileSync('tar', ['-tzf', volume]).toString().trimEnd().split('\n');
    expect(listed).toHaveLength(run.files + 1);
    expect(listed.at(-1)).toBe(`.backup-console/run-${run.jobid}.sha256`);
    const out = join(machine.folder, 'out');
    mkdirSync(out);
    execFileSync('tar', ['-xzpf', volume, '-C', out]);
    execFileSync('sha256sum', ['-c', '--quiet', '--strict', `.backup-console/run-${run.jobid}.sha256`], { cwd: out });
    expect(statSync(join(out, machine.source, 'setuid')).mode & 0o7777).toBe(0o4755);
    expect(existsSync(join(out, machine.source, 'Gr%F6%DFe \\ "x"\'y\'\n\t'))).toBe(true);
  });

  test('later names of a hard link point to the first', async () => {
    write('a', 'same');
    linkSync(join(machine.source, 'a'), join(machine.source, 'b'));
    await machine.start();
    const run = await machine.run('Full');
    expect(run).toMatchObject({ files: 3, bytes: 4 });
    const files = await machine.files(run.jobid);
    const [a, b] = ['a', 'b'].map((name) => files.find((row) => row.path === name)!);
    expect(decodeLStat(b!.lstat).linkFileIndex).toBe(a!.fileindex);
    expect(b!.md5).toBe(a!.md5);
    const list = execFileSync('tar', ['-tvzf', join(machine.volumes, 'Default-0001.tar.gz')]).toString();
    expect(list).toContain(`b link to ${machine.source.slice(1)}/a`);
  });

  test('sockets are skipped with a line, a missing include is a warning', async () => {
    machine.configure({ fileset: `include: [${machine.source}, ${machine.folder}/missing]` });
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(machine.source, 'sock'), resolve));
    await machine.start();
    const run = await machine.run('Full');
    server.close();
    expect(run).toMatchObject({ status: 'T', files: 1, errors: 1 });
    const log = await machine.log(run.jobid);
    expect(log).toContain('Socket file skipped');
    expect(log).toContain(`Could not stat "${machine.folder}/missing": ERR=No such file or directory`);
    expect(log).toContain('Backup OK -- with warnings');
  });

  test('a run that can read none of its includes fails with the reason', async () => {
    machine.configure({ fileset: `include: [${machine.folder}/missing]` });
    await machine.start();
    const run = await machine.run('Full');
    expect(run).toMatchObject({ status: 'f', files: 0 });
    expect(await machine.log(run.jobid)).toContain('Nothing that the fileset includes could be read.');
    expect(await machine.media()).toEqual([]);
  });

  test('what cannot be read is a warning, and is not taken for deleted', async () => {
    mkdirSync(join(machine.source, 'shut'));
    write('shut/inside', 'x');
    write('secret', 'x');
    write('open', 'x');
    await machine.start();
    await machine.run('Full');
    chmodSync(join(machine.source, 'secret'), 0);
    chmodSync(join(machine.source, 'shut'), 0);
    const run = await machine.run('Incremental');
    chmodSync(join(machine.source, 'shut'), 0o755);
    // Nothing is closed to the superuser: there both are simply read.
    const isRoot = process.getuid?.() === 0;
    expect(run).toMatchObject({ status: 'T', errors: isRoot ? 0 : 2 });
    expect(await deleted(run.jobid)).toEqual([]);
    expect((await paths(run.jobid)).sort()).toEqual(isRoot ? ['secret', 'shut/'] : ['shut/']);
    if (!isRoot) expect(await machine.log(run.jobid)).toContain('ERR=Permission denied');
  });

  test('DATA_DIR is never in a backup, however it is spelt, but for director.yaml', async () => {
    writeFileSync(join(machine.data, 'instance.key'), 'secret');
    symlinkSync(machine.data, join(machine.source, 'way-in'));
    machine.configure({
      fileset: `include: [${machine.folder}, ${machine.source}/way-in/instance.key, ${machine.data}/volumes]`,
    });
    await machine.start();
    const run = await machine.run('Full');
    const files = (await machine.files(run.jobid)).map((row) => row.path);
    expect(files.filter((path) => path.startsWith(machine.data))).toEqual([join(machine.data, 'director.yaml')]);
    expect(files).toContain('way-in');
    expect(files.join()).not.toContain('instance.key');
    expect(await machine.log(run.jobid)).toContain('is never backed up');
  });

  test('a hard link to a secret of DATA_DIR is left out, under whatever name', async () => {
    mkdirSync(join(machine.data, 'postgres'));
    const secrets = ['instance.key', 'admin-password', 'postgres/superuser-password'];
    for (const [index, secret] of secrets.entries()) {
      writeFileSync(join(machine.data, secret), 'secret');
      linkSync(join(machine.data, secret), join(machine.source, `harmless-${index}`));
    }
    write('one.txt', 'one');
    linkSync(join(machine.source, 'one.txt'), join(machine.source, 'two.txt'));
    machine.configure({ fileset: `include: [${machine.source}, ${machine.source}/harmless-0]` });
    await machine.start();
    const run = await machine.run('Full');
    expect(await paths(run.jobid)).toEqual(
      [machine.source + '/', 'one.txt', 'two.txt'].map((path) => path.replace(`${machine.source}/`, '')),
    );
    expect(await machine.log(run.jobid)).toContain("another name of one of the console's own files");
  });

  test('a file larger than a member is streamed and whole', async () => {
    const big = Buffer.alloc(9 * 2 ** 20 + 17);
    for (let at = 0; at < big.length; at += 4096) big.writeUInt32LE(at, Math.min(at, big.length - 4));
    writeFileSync(join(machine.source, 'big'), big);
    write('after', 'x');
    await machine.start();
    const run = await machine.run('Full');
    expect(run).toMatchObject({ status: 'T', bytes: big.length + 1 });
    await expectMembersToHoldTheirEntries(run.jobid);
    const out = execFileSync(
      'tar',
      ['-xzOf', join(machine.volumes, 'Default-0001.tar.gz'), `${machine.source.slice(1)}/big`],
      {
        maxBuffer: 2 ** 25,
      },
    );
    expect(out.equals(big)).toBe(true);
    rmSync(join(machine.source, 'after'));
    const alone = await machine.run('Full');
    expect(alone).toMatchObject({ status: 'T', files: 2 });
    await expectMembersToHoldTheirEntries(alone.jobid);
    expect(readdirSync(join(machine.data, 'director'))).toEqual(['clients.json', 'director.yaml.revision']);
    expect(readFileSync(join(machine.data, 'director', 'clients.json'), 'utf8')).toContain('local');
  });
});
