// Each verify is a run with a process of its own.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  linkSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync,
} from 'node:fs'; // prettier-ignore
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { diagnose } from '../../src/domain/diagnosis.js';
import { type DirectorObservation } from '../../src/domain/director.port.js';
import { fullScope } from '../../src/domain/principal.js';
import { EmbeddedMachine, type RunRow } from '../harness/fixtures/embedded-machine.js';
import { testOptions } from '../harness/fixtures/test-options.js';
import { until } from '../harness/fixtures/until.js';
import { refusalOf } from '../harness/lab/lab-director.js';

const rounds = testOptions.roundsOr(testOptions.isFull ? 50 : 8);
/** Of the header of a gzip member: a time, an operating system and flags that stand for no content and have no checksum. */
const headerBytes = 10;

let machine: EmbeddedMachine;

beforeEach(async () => {
  machine = await EmbeddedMachine.make();
  configure();
});
afterEach(() => machine.remove());

/** `Verify` reads what the newest restore would, `Verify All` each retained run, `Verify Second` the backups of one job. */
function configure(fields = ''): void {
  machine.configure({
    schedules: 'director: { timezone: UTC }\nschedules: [{ name: Yearly, starts: [{ level: Full, at: "0 4 1 1 *" }] }]',
    more: [
      `  - { name: Verify, type: Verify, schedule: Yearly${fields} }`,
      '  - { name: Verify All, type: Verify, runs: all }',
      '  - { name: Verify Second, type: Verify, jobs: [Second Job] }',
    ].join('\n'),
  });
}

function configureAllOfSecond(): void {
  machine.configure({
    more: [
      '  - { name: Verify Second, type: Verify, jobs: [Second Job] }',
      '  - { name: Verify All Second, type: Verify, runs: all, jobs: [Second Job] }',
    ].join('\n'),
  });
}

const volume = (): string => join(machine.volumes, 'Default-0001.tar.gz');

const verify = (job = 'Verify'): Promise<RunRow> => machine.run('Data', job);

const differencesIn = (log: string): readonly string[] =>
  log.split('\n').filter((line) => line.includes('Not as backed up: '));

async function verified(): Promise<DirectorObservation | undefined> {
  const observations = await machine.director.observe(fullScope);
  return observations.find(({ id }) => id === 'backups.verified');
}

/** Every kind of entry; one file is larger than a gzip member. */
function fill(): void {
  mkdirSync(join(machine.source, 'folder', 'empty folder'), { recursive: true });
  writeFileSync(join(machine.source, 'small'), 'small');
  writeFileSync(join(machine.source, 'empty'), '');
  writeFileSync(join(machine.source, 'folder', 'Größe'), 'name');
  writeFileSync(join(machine.source, 'large'), noise('large', 6 * 2 ** 20));
  linkSync(join(machine.source, 'small'), join(machine.source, 'folder', 'second name'));
  symlinkSync('small', join(machine.source, 'link'));
  writeFileSync(join(machine.source, 'hole'), '');
  truncateSync(join(machine.source, 'hole'), 8 * 2 ** 20);
}

/** Bytes that do not compress. */
function noise(seed: string, bytes: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(bytes / 32) }, (_, at) =>
    createHash('sha256').update(`${seed} ${at}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, bytes);
}

/** A number from 0 up to `end`, the same for each seed and purpose. */
function chosen(purpose: string, end: number): number {
  return createHash('sha256').update(`${testOptions.seed} ${purpose}`).digest().readUInt32BE() % end;
}

interface Member {
  readonly start: number;
  readonly end: number;
}

/** The gzip members of the first volume that have files. */
async function members(): Promise<readonly Member[]> {
  const { rows } = await machine.catalog.query<Member>(
    `SELECT (startfile * 4294967296 + startblock)::float8 AS start, (endfile * 4294967296 + endblock + 1)::float8 AS end
     FROM jobmedia ORDER BY jobmediaid`,
  );
  return rows;
}

function flip(at: number, mask: number): void {
  const bytes = readFileSync(volume());
  bytes[at] = (bytes[at] ?? 0) ^ mask;
  writeFileSync(volume(), bytes);
}

test(`finds one flipped byte in each of ${rounds} rounds, and nothing in as many clean ones (SEED=${testOptions.seed})`, async () => {
  fill();
  await machine.start();
  const full = await machine.run('Full');
  writeFileSync(join(machine.source, 'folder', 'later'), noise('later', 3000));
  const later = await machine.run('Incremental');
  const before = readFileSync(volume());
  const all = await members();
  for (let round = 0; round < rounds; round += 1) {
    const { start, end } = all[chosen(`member ${round}`, all.length)]!;
    const at = start + headerBytes + chosen(`byte ${round}`, end - start - headerBytes);
    flip(at, 0xff);
    const found = await verify();
    const log = await machine.log(found.jobid);
    expect({ round, at, status: found.status }).toEqual({ round, at, status: 'E' });
    expect(differencesIn(log)).toHaveLength(found.errors);
    for (const line of differencesIn(log)) {
      expect(line).toMatch(/Not as backed up: (?:\/.* of )?run [12] \(Source\): .*volume Default-0001/);
    }
    expect(await verified()).toMatchObject({ status: 'crit', code: 'backups.differ', value: found.errors });
    flip(at, 0xff);
    const clean = await verify();
    expect({ round, ...clean }).toMatchObject({
      round,
      status: 'T',
      errors: 0,
      files: full.files + later.files,
      bytes: full.bytes + later.bytes,
    });
    expect(await verified()).toMatchObject({ status: 'ok', code: 'backups.verified', value: 2, unit: 'runs' });
  }
  expect(readFileSync(volume()).equals(before)).toBe(true);
  expect(await machine.media()).toMatchObject([{ name: 'Default-0001', status: 'Append', bytes: before.length }]);
});

describe('a volume that cannot be read', () => {
  const logOf = async ({ jobid }: RunRow) => {
    const text = await machine.log(jobid);
    const lines = text.split('\n').map((line, id) => ({ id, at: new Date(), text: line }));
    return { text, diagnosis: diagnose('error', lines)?.code };
  };

  test('ends its run as it was judged, though the console is too busy to listen while the process ends', async () => {
    const many = 4_000;
    for (let file = 0; file < many; file += 1) writeFileSync(join(machine.source, `file ${file}`), `${file}`);
    await machine.start();
    const full = await machine.run('Full');
    renameSync(volume(), `${volume()}.away`);
    const jobid = await machine.order('Verify', 'Data');
    await until(async () => differencesIn(await machine.log(jobid)).length > 0);
    // Nothing reads what the process writes, until long after it has written it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_000);
    expect(await machine.waitForEnd(jobid)).toMatchObject({ status: 'E', errors: full.files });
  });

  test('that is missing differs in every file; a thousand are named, the others counted', async () => {
    const many = 1_100;
    for (let file = 0; file < many; file += 1) writeFileSync(join(machine.source, `file ${file}`), `${file}`);
    await machine.start();
    const full = await machine.run('Full');
    renameSync(volume(), `${volume()}.away`);
    const found = await verify();
    expect(found).toMatchObject({ status: 'E', files: 0, bytes: 0, errors: full.files });
    const { text, diagnosis } = await logOf(found);
    expect(differencesIn(text)).toHaveLength(1_000);
    expect(text).toContain(`${full.files - 1_000} more warnings are not listed.`);
    expect(text).toContain(
      `run ${full.jobid} (Source): volume Default-0001 is not available: the file ${volume()} does`,
    );
    expect(text).toContain('*** Verify Differences ***');
    expect(diagnosis).toBe('verify_differences');
    expect(await verified()).toMatchObject({
      status: 'crit',
      value: full.files,
      unit: 'differences',
      params: { runs: `${full.jobid} (Source)`, more: 0 },
    });
    renameSync(`${volume()}.away`, volume());
    expect(await verify()).toMatchObject({ status: 'T', errors: 0 });
    expect((await verified())?.code).toBe('backups.verified');
  });

  test('that ends early differs in the files behind its end', async () => {
    fill();
    await machine.start();
    const full = await machine.run('Full');
    const segments = await members();
    truncateSync(volume(), segments.at(-1)!.end - 1);
    const found = await verify();
    expect(found.status).toBe('E');
    expect(found.files).toBeGreaterThan(0);
    expect(found.files + found.errors).toBe(full.files);
    const { text, diagnosis } = await logOf(found);
    expect(text).toMatch(/volume Default-0001 is not available: it ends at byte \d+, before byte \d+/);
    expect(diagnosis).toBe('verify_differences');
  });
});

test('says since when damage of a retained run is known until that run is read again without differences, or is deleted', async () => {
  writeFileSync(join(machine.source, 'file'), noise('old', 5000));
  await machine.start();
  expect(await verified()).toMatchObject({ status: 'ok', code: 'backups.unverified' });
  const old = await machine.run('Full');
  const [first] = await members();
  writeFileSync(join(machine.source, 'file'), noise('new', 5000));
  const recent = await machine.run('Full');
  flip(first!.end - 1, 0x01);
  expect((await verify()).status).toBe('T');
  expect((await verified())?.code).toBe('backups.verified');
  expect((await verify('Verify All')).status).toBe('E');
  const damage = { code: 'backups.differ', params: { runs: `${old.jobid} (Source)` } };
  expect(await verified()).toMatchObject(damage);
  expect(await verify()).toMatchObject({ status: 'T', files: recent.files });
  expect(await verified()).toMatchObject(damage);
  await machine.director.deleteRun(fullScope, old.jobid);
  expect((await verified())?.code).toBe('backups.verified');
  expect(await verify('Verify All')).toMatchObject({ status: 'T', files: recent.files });
});

test('dates of a clock that was ahead are brought back, so that each backup has its turn', async () => {
  writeFileSync(join(machine.source, 'file'), 'content');
  await machine.start();
  const { jobid } = await machine.run('Full');
  await verify();
  for (const table of ['backup_console_verified SET verifiedat', 'backup_console_verify_attempt SET attemptedat']) {
    await machine.catalog.query(`UPDATE ${table} = '2099-01-01'`);
  }
  // Another backup than that.
  await verify('Verify Second');
  const { rows } = await machine.catalog.query<{ jobid: number }>(
    `SELECT jobid FROM backup_console_verified JOIN backup_console_verify_attempt USING (jobid)
     WHERE GREATEST(verifiedat, attemptedat) < now() AT TIME ZONE 'UTC' + interval '1 minute'`,
  );
  expect(rows).toEqual([{ jobid }]);
});

test('reads backups of the named jobs, and warns of a job without one', async () => {
  writeFileSync(join(machine.source, 'file'), 'content');
  await machine.start();
  const nothing = await verify();
  expect(nothing).toMatchObject({ status: 'T', files: 0, errors: 1 });
  expect(await machine.log(nothing.jobid)).toContain('There is no good backup to verify.');
  await machine.run('Full');
  const none = await verify('Verify Second');
  expect(none).toMatchObject({ status: 'T', files: 0, errors: 1 });
  expect(await machine.log(none.jobid)).toContain('Job Second Job has no good backup to verify.');
  const second = await machine.run('Full', 'Second Job');
  expect(await verify('Verify Second')).toMatchObject({ status: 'T', files: second.files, errors: 0 });
});

test('warns of a job whose only backup read nothing, or is an Incremental without a good Full', async () => {
  writeFileSync(join(machine.source, 'file'), 'content');
  configureAllOfSecond();
  await machine.start();
  const full = await machine.run('Full', 'Second Job');
  await machine.catalog.query('UPDATE job SET jobfiles = 0, joberrors = 1 WHERE jobid = $1', [full.jobid]);
  for (const job of ['Verify Second', 'Verify All Second']) {
    const none = await verify(job);
    expect(none).toMatchObject({ status: 'T', files: 0, errors: 1 });
    expect(await machine.log(none.jobid)).toContain('Job Second Job has no good backup to verify.');
  }
  await machine.catalog.query("UPDATE job SET jobfiles = 1, level = 'I' WHERE jobid = $1", [full.jobid]);
  expect(await verify('Verify Second')).toMatchObject({ status: 'T', files: 0, errors: 1 });
});

test('a run that reads is canceled, with what it has read on record', async () => {
  writeFileSync(join(machine.source, 'sparse'), 'not one hole, which would not be read');
  truncateSync(join(machine.source, 'sparse'), 2 ** 30);
  await machine.start();
  await machine.run('Full');
  const jobId = await machine.order('Verify', 'Data');
  await machine.untilReading(jobId);
  const live = (await machine.director.liveRuns(fullScope, [jobId])).get(jobId);
  expect(live?.progress?.currentFile).toBe(join(machine.source, 'sparse'));
  await machine.director.cancelRun(fullScope, jobId);
  const canceled = await machine.waitForEnd(jobId);
  expect(canceled.status).toBe('A');
  expect(canceled.bytes).toBeGreaterThan(2 ** 20);
  expect(canceled.bytes).toBeLessThan(2 ** 30);
  expect(await machine.log(jobId)).toContain('Verify Canceled');
  expect((await verified())?.code).toBe('backups.unverified');
});

describe('a volume that does not answer', () => {
  beforeEach(async () => {
    configure(', runs: all, maxRunTime: 2 seconds');
    writeFileSync(join(machine.source, 'file'), 'content');
    await machine.start();
  });

  /** Opening a pipe waits for its writer, who never comes. */
  async function hang(): Promise<RunRow> {
    const full = await machine.run('Full');
    await machine.director.changeVolume(fullScope, 'Default-0001', { status: 'Used' });
    rmSync(volume());
    execFileSync('mkfifo', [volume()]);
    return full;
  }

  test('costs no more than the maximum run time', async () => {
    await hang();
    const ended = await verify();
    expect(ended.status).toBe('A');
    expect(await machine.log(ended.jobid)).toContain('Max run time exceeded');
  });

  test('keeps only its own backup unverified: each has its turn, and the log says what did not fit into the time', async () => {
    const hanging = await hang();
    const sound = await machine.run('Full');
    const ended = async (): Promise<{ code: string | undefined; value: unknown; lines: readonly string[] }> => {
      const { jobid, status } = await verify();
      expect(status).toBe('A');
      const log = await machine.log(jobid);
      const lines = log.split('\n').filter((line) => /Not verified|alone/.test(line));
      const health = await verified();
      return { code: health?.code, value: health?.value, lines };
    };
    const left = (...runs: readonly RunRow[]): unknown =>
      expect.stringContaining(
        `Not verified for lack of time: runs ${runs.map(({ jobid }) => `${jobid} (Source)`).join(', ')}.`,
      );
    const alone = `Run ${hanging.jobid} (Source) alone takes longer than the maximum run time of 2 s`;
    expect(await ended()).toEqual({
      code: 'backups.unverified',
      value: null,
      lines: [
        left(sound, hanging),
        expect.stringMatching(new RegExp(`${alone.replace(/[()]/g, '\\$&')}.*begins with another run`)),
      ],
    });
    const one = { code: 'backups.verified', value: 1 };
    expect(await ended()).toEqual({ ...one, lines: [left(hanging)] });
    // It was cut short behind the other one, which does not cost it its turn.
    expect(await ended()).toMatchObject({
      ...one,
      lines: [left(sound, hanging), expect.stringContaining(alone)],
    });
  });

  test('is neither purged nor are its runs deleted while it is read, and a second verify waits', async () => {
    const full = await hang();
    const jobId = await machine.order('Verify All', 'Data');
    await until(async () => (await machine.record(jobId)).status === 'R');
    expect(await refusalOf(machine.director.purgeVolume(fullScope, 'Default-0001'))).toMatchObject({
      code: 'conflict',
    });
    expect(await refusalOf(machine.director.deleteRun(fullScope, full.jobid))).toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining(`verify reads run ${full.jobid}`) as unknown,
    });
    expect((await machine.director.listStorages(fullScope))[0]?.devices[0]?.status).toBe('reading');
    const second = await machine.order('Verify', 'Data');
    const live = await machine.director.liveRuns(fullScope, [second]);
    expect(live.get(second)?.waitingFor).toMatchObject({ code: 'verify_busy', params: { runsAhead: 0 } });
    for (const id of [second, jobId]) await machine.director.cancelRun(fullScope, id);
    for (const id of [second, jobId]) expect((await machine.waitForEnd(id)).status).toBe('A');
  });
});

test('runs beside a backup of the same client that writes on the same volume, and leaves that alone', async () => {
  writeFileSync(join(machine.source, 'file'), 'content');
  await machine.start();
  const full = await machine.run('Full');
  machine.makeEndless();
  const writing = await machine.order('Source', 'Full');
  await machine.untilReading(writing);
  expect(await verify()).toMatchObject({ status: 'T', files: full.files, errors: 0 });
  expect((await machine.record(writing)).status).toBe('R');
  await machine.director.cancelRun(fullScope, writing);
  expect((await machine.waitForEnd(writing)).status).toBe('A');
  expect(machine.volumeSize()).toBe(await machine.storedBytes());
  expect(await verify()).toMatchObject({ status: 'T', files: full.files, errors: 0 });
});

test('is no backup: the next Incremental builds on the Full before it', async () => {
  writeFileSync(join(machine.source, 'file'), 'content');
  await machine.start();
  const full = await machine.run('Full');
  const between = await verify();
  writeFileSync(join(machine.source, 'more'), 'content');
  expect(await machine.run('Incremental')).toMatchObject({ level: 'I', status: 'T' });
  const { rows } = await machine.catalog.query<object>(
    'SELECT type, level, clientid, filesetid, poolid, writestorageid FROM job WHERE jobid = $1',
    [between.jobid],
  );
  expect(rows).toEqual([{ type: 'V', level: 'A', clientid: 0, filesetid: 0, poolid: 0, writestorageid: 0 }]);
  await machine.director.deleteRun(fullScope, between.jobid);
  expect(await verify()).toMatchObject({ status: 'T', files: full.files + 2 });
});

test('is listed and planned with its one level, starts by its schedule, and takes no client', async () => {
  machine.clock.shiftMs = new Date('2031-01-01T03:59:00Z').getTime() - Date.now();
  await machine.start();
  const jobs = await machine.director.listJobs(fullScope);
  const none = { client: '', fileset: '', storage: '', pool: '' };
  const about = { type: 'Verify', level: 'Data' };
  expect(jobs.find(({ name }) => name === 'Verify')).toMatchObject({
    ...about,
    ...none,
    allowedLevels: ['Data'],
    schedule: 'Yearly',
    enabled: true,
  });
  const from = new Date('2031-01-01T00:00:00Z');
  const planned = await machine.director.schedulePreview(fullScope, from, new Date('2031-01-02T00:00:00Z'), 10);
  expect(planned).toMatchObject([{ ...about, job: 'Verify', client: '', fileset: '', pool: '' }]);
  const order = { job: 'Verify', mark: 'x' };
  const start = (more: { level: string; client?: string }): Promise<unknown> =>
    machine.director.startRun(fullScope, { ...order, ...more });
  expect(await refusalOf(start({ level: 'Full' }))).toMatchObject({ code: 'invalid_level' });
  expect(await refusalOf(start({ level: 'Data', client: 'local' }))).toMatchObject({ code: 'job_not_runnable' });
  machine.clock.shiftMs += 120_000;
  const { jobid } = await until(async () => {
    const { rows } = await machine.catalog.query<{ jobid: number }>(
      "SELECT jobid FROM job WHERE name = 'Verify' AND comment = 'schedule:Yearly'",
    );
    return rows[0] ?? null;
  });
  expect(await machine.waitForEnd(jobid)).toMatchObject({ level: 'A', status: 'T' });
});
