// Takes about a minute. Renames the resources of a Director that runs, and of one that was killed.
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type ConfigurationStep } from '../../src/domain/configuration.port.js';
import { fullScope } from '../../src/domain/principal.js';
import { EmbeddedMachine } from '../harness/fixtures/embedded-machine.js';
import { until } from '../harness/fixtures/until.js';

let machine: EmbeddedMachine;

beforeEach(async () => {
  machine = await EmbeddedMachine.make();
  machine.configure({
    pool: 'volumeSize: 1 GiB, retention: 60 days, keep: { last: 3 }',
    schedules: 'schedules: [{ name: Nightly, starts: [{ level: Full, at: "5 23 * * *" }] }]',
    job: ', schedule: Nightly',
  });
  writeFileSync(join(machine.source, 'small'), 'small');
});
afterEach(() => machine.remove());

let changes = 0;

/** What a request with these steps does; returns the names of the renames. */
async function apply(steps: readonly ConfigurationStep[]): Promise<void> {
  const { configuration } = machine.director;
  changes += 1;
  const edited = await configuration.edit(steps);
  const findings = await configuration.check(edited.edited.text, edited.renames);
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  await configuration.apply({ ...edited, id: `change-${changes}` });
}

const rename = (type: string, name: string, value: string): ConfigurationStep => ({ op: 'rename', type, name, value });
const everything: readonly ConfigurationStep[] = [
  rename('client', 'local', 'laptop'),
  rename('storage', 'Local', 'Disk'),
  rename('pool', 'Default', 'Main'),
  rename('fileset', 'Source', 'Files'),
  rename('schedule', 'Nightly', 'Daily'),
  rename('job', 'Source', 'Backup'),
];

interface Named {
  readonly jobid: number;
  readonly name: string;
  readonly client: string;
  readonly fileset: string;
  readonly pool: string;
  readonly storage: string;
}

async function namesOf(jobId: number): Promise<Named | undefined> {
  const { rows } = await machine.catalog.query<Named>(
    `SELECT j.jobid, j.name, c.name AS client, f.fileset, p.name AS pool, s.name AS storage FROM job j JOIN client c USING (clientid)
       JOIN fileset f USING (filesetid) JOIN pool p USING (poolid) JOIN storage s ON s.storageid = j.writestorageid
     WHERE j.jobid = $1`,
    [jobId],
  );
  return rows[0];
}

const renamed = { name: 'Backup', client: 'laptop', fileset: 'Files', pool: 'Main', storage: 'Disk' };

/** Starts a run and stops its process in the middle of its work; returns what lets it go on. */
async function startPaused(job: string): Promise<{ readonly jobId: number; readonly resume: () => void }> {
  writeFileSync(join(machine.source, 'big'), 'not one hole, which would not be read');
  truncateSync(join(machine.source, 'big'), 2 ** 30);
  const jobId = await machine.order(job, 'Full');
  const pidFile = join(machine.data, 'director', `task-${jobId}.pid`);
  const pid = await until(() => (existsSync(pidFile) && Number.parseInt(readFileSync(pidFile, 'utf8'), 10)) || null);
  process.kill(pid, 'SIGSTOP');
  return { jobId, resume: () => void process.kill(pid, 'SIGCONT') };
}

describe('a rename', () => {
  test('brings runs, volumes, keep rules and decisions of users along, and the chain continues', async () => {
    await machine.start();
    const full = await machine.run('Full');
    const seen = (await machine.director.listClients(fullScope)).find(({ name }) => name === 'local')?.firstSeenAt;
    await machine.catalog.query("UPDATE job SET comment = 'schedule:Nightly' WHERE jobid = $1", [full.jobid]);
    await machine.director.setJobEnabled(fullScope, 'Source', false);
    await apply(everything);
    expect(await namesOf(full.jobid)).toEqual({ jobid: full.jobid, ...renamed });
    expect(await machine.record(full.jobid)).toMatchObject({ comment: 'schedule:Daily' });
    const { rows } = await machine.catalog.query('SELECT pool, last FROM backup_console_pool_keep');
    expect(rows).toEqual([{ pool: 'Main', last: 3 }]);
    const jobs = await machine.director.listJobs(fullScope);
    expect(jobs.find(({ name }) => name === 'Backup')).toMatchObject({ enabled: false, schedule: 'Daily' });
    expect(
      (await machine.director.listClients(fullScope)).map(({ name, firstSeenAt }) => [name, firstSeenAt]),
    ).toContainEqual(['laptop', seen]);
    const next = await machine.run('Incremental', 'Backup');
    expect(next).toMatchObject({ status: 'T', level: 'I' });
    // Its lost disk would be noticed: what the last run saw is known under the new name.
    const sources = await machine.catalog.query('SELECT DISTINCT name FROM backup_console_source');
    expect(sources.rows).toEqual([{ name: 'Backup' }]);
    const media = await machine.catalog.query(
      'SELECT p.name AS pool, s.name AS storage FROM media m JOIN pool p USING (poolid) JOIN storage s USING (storageid)',
    );
    expect(media.rows).toEqual([{ pool: 'Main', storage: 'Disk' }]);
  });

  test('is found in the list of renames, once', async () => {
    await machine.start();
    await apply(everything);
    const listed = await machine.director.configuration.listRenames();
    expect(listed.map(({ type, from, to }) => `${type} ${from} ${to}`)).toEqual(
      everything.map(({ type, name, value }) => `${type} ${name} ${String(value)}`),
    );
    expect(new Set(listed.map(({ id }) => id)).size).toBe(everything.length);
  });

  test('reaches runs that wait or are in progress, which end under the new names', async () => {
    await machine.start();
    const { jobId: running, resume } = await startPaused('Source');
    const waiting = await machine.order('Source', 'Full');
    await apply(everything.filter(({ type }) => type !== 'storage'));
    resume();
    expect(await machine.waitForEnd(running)).toMatchObject({ status: 'T' });
    expect(await machine.waitForEnd(waiting)).toMatchObject({ status: 'T' });
    for (const jobId of [running, waiting]) {
      expect(await namesOf(jobId)).toMatchObject({ ...renamed, storage: 'Local' });
      expect(await machine.log(jobId)).toContain('laptop');
    }
  });

  test.each([
    ['job', 'Source', 'Backup', 'UPDATE job SET jobfiles = jobfiles'],
    ['pool', 'Default', 'Main', 'UPDATE pool SET numvols = numvols'],
  ])('of a %s waits for a change of a volume, which goes on', async (type, from, to, next) => {
    await machine.start();
    const full = await machine.run('Full');
    // As a backup that is in progress and a change of a volume do it.
    await machine.catalog.query('BEGIN');
    await machine.catalog.query('UPDATE media SET volblocks = volblocks + 1');
    const renaming = apply([rename(type, from, to)]);
    try {
      await until(async () => {
        await machine.catalog.query('SELECT pg_stat_clear_snapshot()');
        const { rowCount } = await machine.catalog.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return rowCount === 1;
      });
      await machine.catalog.query(next);
      await machine.catalog.query('COMMIT');
    } finally {
      await machine.catalog.query('ROLLBACK');
      await renaming;
    }
    expect(await namesOf(full.jobid)).toMatchObject({ [type === 'job' ? 'name' : type]: to });
  });

  test('of a storage that a run is using is rejected until the run has ended', async () => {
    await machine.start();
    const { jobId, resume } = await startPaused('Source');
    const steps = [rename('storage', 'Local', 'Disk')];
    await expect(apply(steps)).rejects.toMatchObject({
      code: 'conflict',
      extras: { reason: 'configuration_rejected' },
    });
    resume();
    await machine.waitForEnd(jobId);
    await apply(steps);
    expect(await namesOf(jobId)).toMatchObject({ storage: 'Disk' });
    expect(await machine.run('Incremental')).toMatchObject({ status: 'T', level: 'I' });
  });

  test('exchanges the names of two clients with their runs', async () => {
    await machine.start();
    const one = await machine.run('Full');
    const other = await machine.run('Full', 'Second Job');
    await apply([
      rename('client', 'local', 'between'),
      rename('client', 'second', 'local'),
      rename('client', 'between', 'second'),
    ]);
    expect((await namesOf(one.jobid))?.client).toBe('second');
    expect((await namesOf(other.jobid))?.client).toBe('local');
    expect(await machine.run('Incremental')).toMatchObject({ level: 'I' });
  });

  test('to a name with a history is rejected, and to one that was removed without runs is not', async () => {
    machine.configure({
      more: '  - { name: Third, client: local, fileset: Source, storage: Local, pool: Default }',
    });
    await machine.start();
    const third = await machine.run('Full', 'Third');
    const { configuration } = machine.director;
    await apply([{ op: 'remove', type: 'job', name: 'Third' }]);
    await apply([
      { op: 'remove', type: 'job', name: 'Second Job' },
      { op: 'remove', type: 'client', name: 'second' },
    ]);
    const { edited, renames } = await configuration.edit([rename('job', 'Source', 'Third')]);
    expect(await configuration.check(edited.text, renames)).toMatchObject([
      {
        severity: 'error',
        code: 'name_in_history',
        place: 'jobs[0].name',
        line: 7,
        params: { type: 'job', name: 'Third' },
      },
    ]);
    await expect(
      configuration.apply({ ...(await configuration.edit([rename('job', 'Source', 'Third')])), id: 'x' }),
    ).rejects.toMatchObject({
      extras: { reason: 'configuration_rejected' },
    });
    expect((await machine.record(third.jobid)).status).toBe('T');
    await apply([rename('client', 'local', 'second')]);
    expect((await namesOf(third.jobid))?.client).toBe('second');
  });

  test('is taken back by the reverse, and a start that fell due meanwhile is not lost', async () => {
    await machine.start();
    const full = await machine.run('Full');
    await apply(everything);
    await apply(everything.map(({ type, name, value }) => rename(type, String(value), name)).reverse());
    expect(await namesOf(full.jobid)).toMatchObject({ name: 'Source', client: 'local', fileset: 'Source' });
    expect(await machine.run('Incremental')).toMatchObject({ level: 'I' });
  });
});

describe('effects', () => {
  test('name what the catalog knows: the chain, the runs, the volumes', async () => {
    await machine.start();
    await machine.run('Full');
    const waiting = await machine.order('Source', 'Full', { when: new Date(Date.now() + 3_600_000) });
    const { configuration } = machine.director;
    const steps: readonly ConfigurationStep[] = [
      { op: 'set', type: 'fileset', name: 'Source', path: 'exclude', value: ['*.tmp'] },
      { op: 'set', type: 'pool', name: 'Default', path: 'retention', value: '2 days' },
      { op: 'set', type: 'storage', name: 'Local', path: 'folder', value: join(machine.folder, 'moved') },
    ];
    const effects = await configuration.effects(await configuration.edit(steps));
    const stored = { volumes: 1, bytes: expect.any(Number) as unknown, runs: 1 };
    expect(effects.jobs.map(({ job, nextRunIsFull }) => [job, nextRunIsFull])).toEqual([
      ['Source', true],
      // It never ran: it had to be a Full before.
      ['Second Job', false],
    ]);
    expect(effects.runs).toEqual([{ jobId: waiting, job: 'Source', status: 'queued', effect: 'follows' }]);
    expect(effects.pools).toMatchObject([{ pool: 'Default', retentionAfter: 2 * 86_400, ...stored }]);
    expect(effects.storages).toEqual([{ storage: 'Local', change: 'moved', ...stored }]);
  });

  test('of fewer keep rules name a pool whose volumes keep a retention that a user set, though it was the same', async () => {
    await machine.start();
    await machine.run('Full');
    await machine.director.changeVolume(fullScope, 'Default-0001', { retentionSeconds: 2 * 86_400 });
    await apply([{ op: 'set', type: 'pool', name: 'Default', path: 'retention', value: '2 days' }]);
    const { configuration } = machine.director;
    const forever: readonly ConfigurationStep[] = [
      { op: 'unset', type: 'pool', name: 'Default', path: 'keep' },
      { op: 'unset', type: 'pool', name: 'Default', path: 'retention' },
    ];
    expect((await configuration.effects(await configuration.edit(forever))).pools).toMatchObject([
      { pool: 'Default', retentionBefore: 2 * 86_400, retentionAfter: null, volumes: 1 },
    ]);
    await machine.director.changeVolume(fullScope, 'Default-0001', { retentionSeconds: 0 });
    expect((await configuration.effects(await configuration.edit(forever))).pools).toEqual([]);
  });

  test('of a change that loses nothing have no pool and no storage', async () => {
    await machine.start();
    const { configuration } = machine.director;
    const steps: readonly ConfigurationStep[] = [
      { op: 'set', type: 'pool', name: 'Default', path: 'retention', value: '2 days' },
    ];
    expect(await configuration.effects(await configuration.edit(steps))).toMatchObject({ pools: [], storages: [] });
    await machine.run('Full');
    expect(await configuration.effects(await configuration.edit(everything))).toMatchObject({
      pools: [],
      storages: [],
    });
  });
});

test('findings have what only the machine knows', async () => {
  await machine.start();
  await machine.run('Full');
  const moved = join(machine.folder, 'moved');
  mkdirSync(moved);
  const { configuration } = machine.director;
  const { edited, renames } = await configuration.edit([
    { op: 'set', type: 'fileset', name: 'Source', path: 'include', value: ['/no/such/folder', machine.source] },
    { op: 'set', type: 'storage', name: 'Local', path: 'folder', value: moved },
  ]);
  expect(await configuration.check(edited.text, renames)).toMatchObject([
    { severity: 'error', code: 'rejected', place: 'storages[0].folder', line: 2 },
    {
      severity: 'warning',
      code: 'path_missing',
      place: 'filesets[0].include',
      line: 4,
      params: { path: '/no/such/folder' },
    },
  ]);
});

describe('every column of the catalog that could have a name', () => {
  /** Names of resources that follow; all other texts are words, codes, hashes or names of files and volumes. */
  const follow = new Set([
    ...['client.name', 'pool.name', 'storage.name', 'fileset.fileset', 'job.name', 'job.comment'],
    ...['backup_console_source.name', 'backup_console_job_switch.name', 'backup_console_pool_keep.pool'],
  ]);
  const others: Readonly<Record<string, string>> = {
    'backup_console_configuration_history.changeid': 'an id',
    'backup_console_configuration_history.revision': 'a hash',
    'backup_console_deletion.kind': 'a word',
    'backup_console_rename.changeid': 'an id',
    'backup_console_rename.newname': 'of a rename',
    'backup_console_rename.oldname': 'of a rename',
    'backup_console_rename.type': 'a word',
    'backup_console_restored.reason': 'a sentence',
    'backup_console_source.sources': 'folders',
    'backup_console_storage_mark.mark': 'an id in the name of a file',
    'client.plugins': 'not used',
    'client.uname': 'the machine',
    'device.name': 'not used',
    'file.filename': 'a file',
    'file.lstat': 'of a file',
    'file.md5': 'of a file',
    'fileset.content': 'its definition, without its name',
    'fileset.md5': 'of its definition',
    'job.filetable': 'a word',
    'job.job': 'identifies a run, and keeps the name of its time',
    'job.lastreaddevice': 'not used',
    'job.priorjob': 'not used',
    'job.statusinfo': 'not used',
    'job.writedevice': 'not used',
    'log.logtext': 'what was written, with the names of that time',
    'media.comment': 'an earlier status',
    'media.mediatype': 'a word',
    'media.volstatus': 'a word',
    'media.volumename': 'the name of a file, and begins with the name that its pool had',
    'mediatype.mediatype': 'a word',
    'path.path': 'a folder',
    'pool.labelformat': 'is made again from the name of the pool',
    'pool.pooltype': 'a word',
    'restoreobject.objectname': 'not used',
    'restoreobject.pluginname': 'not used',
    'status.jobstatuslong': 'a word',
  };

  test('follows, or is listed here with the reason why it does not', async () => {
    const { rows } = await machine.catalog.query<{ name: string }>(
      `SELECT c.relname || '.' || a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
         AND format_type(a.atttypid, NULL) IN ('text', 'jsonb') ORDER BY 1`,
    );
    const names = rows.map(({ name }) => name);
    expect(names.filter((name) => !follow.has(name) && others[name] === undefined)).toEqual([]);
    expect([...follow, ...Object.keys(others)].filter((name) => !names.includes(name))).toEqual([]);
  });
});
