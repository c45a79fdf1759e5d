import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RestoreOrder } from '../../../../src/domain/director.port.js';
import { RawPath } from '../../../../src/domain/catalog-entry.js';
import { relocationOf } from '../../../../src/domain/restore-target.js';
import { fullScope } from '../../../../src/domain/principal.js';
import { bareosSettings, type BareosFixture, openBareosFixture } from '../../../harness/fixtures/bareos-fixture.js';
import { BareosDirector } from '../../../../src/directors/bareos/bareos-director.js';
import { FakeClock } from '../../../harness/fakes/fake-clock.js';
import { until } from '../../../harness/fixtures/until.js';
import { type BareosVersion } from '../../../harness/fakes/fake-bareos.js';

/** Recorded from 25.1.0. */
const waitingStorage = `JobId=13 Level=Full Type=Backup Name=BackupMount Status=Waiting for mount
Writing: Volume="Mount-A"
    pool="MountPool" device="FileManual" (/volumes/manual)
    spooling=0 despooling=0 despool_wait=0
====

Device status:

Device "FileManual" (/volumes/manual) is not open.
    Device is BLOCKED waiting for mount of volume "Mount-A",
       Pool:        MountPool
       Media type:  FileManual
==
====
`;

describe.each<BareosVersion>(['24.0.10', '25.1.0'])('a Director of Bareos %s', (version) => {
  let fixture: BareosFixture;
  const isNew = version === '25.1.0';
  const schedule = { schedule: 'WeeklyCycle', priority: 12 };

  beforeAll(async () => {
    fixture = await openBareosFixture(version);
  });

  afterAll(() => fixture.close());

  const sentLast = (verb: string): string | undefined =>
    fixture.bareos.texts.filter((text) => text.startsWith(`${verb} `)).at(-1);

  test('tells what it is and has', async () => {
    expect(await fixture.director.describe(fullScope)).toMatchObject({
      name: 'site',
      kind: 'bareos',
      version,
      timezone: 'Europe/Berlin',
      startedAt: new Date('2026-11-20T19:33:00Z'),
      filesets: ['Home'],
      pools: ['Full', 'Incremental'],
      storages: ['File'],
      clients: ['a-fd', 'b-fd'],
      restoreRoots: ['/srv/restored'],
    });
  });

  test('lists its jobs with their levels, schedules and next starts', async () => {
    const jobs = await fixture.director.listJobs(fullScope);
    const names = { director: 'site', fileset: 'Home', storage: 'File', pool: 'Full', enabled: true };
    const levels = ['Full', 'Incremental', 'Differential', 'VirtualFull'];
    const nextRunAt = isNew ? new Date('2026-11-21T20:00:00Z') : null;
    expect(jobs).toEqual([
      { ...names, ...schedule, name: 'backup-a', type: 'Backup', level: 'Incremental', allowedLevels: levels, client: 'a-fd', nextRunAt, verifies: null }, // prettier-ignore
      { ...names, ...schedule, name: 'backup b', type: 'Backup', level: 'Full', allowedLevels: levels, client: 'b-fd', nextRunAt: null, verifies: null }, // prettier-ignore
      { ...names, schedule: null, priority: 10, name: 'RestoreFiles', type: 'Restore', level: 'None', allowedLevels: [], client: 'a-fd', nextRunAt: null, verifies: null }, // prettier-ignore
    ]);
  });

  test('starts a run of what was ordered, at its time in the Director’s zone', async () => {
    const when = new Date('2026-12-01T09:00:00Z');
    const order = { job: 'backup b', level: 'Full', client: 'b-fd', pool: 'Full', priority: 11, when, mark: 'o:1' };
    const started = await fixture.director.startRun(fullScope, order);
    expect(started).toMatchObject({ job: 'backup b', level: 'Full', director: 'site' });
    expect(started.uniqueName).toMatch(/^backup b\./);
    expect(sentLast('run')).toBe(
      'run job="backup b" level=Full client=b-fd pool=Full priority=11 when="2026-12-01 10:00:00" comment=o:1 yes',
    );
    expect(await fixture.director.findRunByTag(fullScope, 'o:1')).toMatchObject({ jobId: started.jobId });
    expect(await fixture.director.findRunByTag(fullScope, 'o:none')).toBeNull();
  });

  test('cancels a run that is on its way, and tells one that has ended from one that never was', async () => {
    const jobId = await fixture.catalog.maker.makeRun({ name: 'backup-a', status: 'R', ended: null });
    fixture.bareos.current.set(jobId, 'R');
    await fixture.director.cancelRun(fullScope, jobId);
    expect(sentLast('cancel')).toBe(`cancel jobid=${jobId} yes`);
    const ended = await fixture.catalog.maker.makeRun({ name: 'backup-a' });
    await expect(fixture.director.cancelRun(fullScope, ended)).rejects.toMatchObject({ code: 'run_already_ended' });
    await expect(fixture.director.cancelRun(fullScope, 99_999)).rejects.toMatchObject({ code: 'not_found' });
    await expect(fixture.director.cancelRun(fullScope, jobId)).rejects.toMatchObject({
      code: 'director_error',
      detail: expect.stringContaining(`JobId ${jobId} is not running.`),
    });
  });

  test('tells a run that ended between the look and the wish as ended', async () => {
    const jobId = await fixture.catalog.maker.makeRun({ name: 'backup-a', status: 'R', ended: null });
    const ending = { begun: false };
    fixture.bareos.answers.set('cancel ', () => ({ error: [`JobId ${jobId} is not running.\n`] }));
    const findRun = fixture.catalog.catalog.runs.findRun.bind(fixture.catalog.catalog.runs);
    fixture.catalog.catalog.runs.findRun = async (scope, id) => {
      if (ending.begun) await fixture.catalog.maker.client.query("UPDATE job SET jobstatus = 'T' WHERE jobid = $1", [id]); // prettier-ignore
      ending.begun = true;
      return findRun(scope, id);
    };
    await expect(fixture.director.cancelRun(fullScope, jobId)).rejects.toMatchObject({ code: 'run_already_ended' });
    fixture.catalog.catalog.runs.findRun = findRun;
    fixture.bareos.answers.clear();
  });

  test('takes a job out of its schedule until it restarts', async () => {
    const enabledOf = async (): Promise<unknown> =>
      (await fixture.director.listJobs(fullScope)).find(({ name }) => name === 'backup b')?.enabled;
    expect(await fixture.director.setJobEnabled(fullScope, 'backup b', false)).toEqual({ persistent: false });
    expect(sentLast('disable')).toBe('disable job="backup b"');
    expect(await enabledOf()).toBe(false);
    await fixture.director.setJobEnabled(fullScope, 'backup b', true);
    expect(await enabledOf()).toBe(true);
  });

  test('shows figures of runs that send data, and why others wait', async () => {
    const running = await fixture.catalog.maker.makeRun({ name: 'backup-a', client: 'a-fd', status: 'R', ended: null });
    const waiting = await fixture.catalog.maker.makeRun({ name: 'backup b', client: 'b-fd', status: 'R', ended: null });
    fixture.bareos.current.clear();
    fixture.bareos.current.set(running, 'R').set(waiting, 's').set(99_999, 'R');
    const live = await fixture.director.liveRuns(fullScope, [running, waiting, 12_345]);
    expect([...live.keys()]).toEqual([running, waiting]);
    expect(live.get(running)).toEqual({
      progress: { files: 1189, bytes: 2_149_959, bytesPerSecond: 21_716, currentFile: '/data/a=b.txt', fraction: null },
      waitingFor: null,
    });
    expect(live.get(waiting)).toMatchObject({ progress: null, waitingFor: { kind: 'storage' } });
    const asked = fixture.bareos.said.filter(({ text }) => /^\.status (?:dir running|client=.* running)/.test(text));
    expect(asked.map(({ mode, text }) => `${mode} ${text}`)).toEqual(['text .status dir running', 'text .status client=a-fd running']); // prettier-ignore
    fixture.bareos.current.clear();
  });

  test.each([
    ['m', 'appendable_volume'],
    ['M', 'mount'],
  ])('tells that a run waits for a volume, which the catalog calls running (%s)', async (letter, code) => {
    const jobId = await fixture.catalog.maker.makeRun({ name: 'backup-a', client: 'a-fd', status: 'R', ended: null });
    fixture.bareos.current.set(jobId, letter);
    await until(async () => (await fixture.director.liveRuns(fullScope, [jobId])).has(jobId));
    expect((await fixture.director.liveRuns(fullScope, [jobId])).get(jobId)).toMatchObject({
      progress: null,
      waitingFor: { code, kind: 'media' },
    });
    fixture.bareos.current.clear();
  });

  test('names the volume, pool and device that a run waits for, from the status of its storage', async () => {
    const jobId = await fixture.catalog.maker.makeRun({ name: 'backup-a', client: 'a-fd', status: 'R', ended: null });
    fixture.bareos.current.set(jobId, 'M');
    fixture.bareos.answers.set('status storage=File', () => ({ text: waitingStorage.replaceAll('13', String(jobId)) }));
    const wait = await until(async () => {
      const live = (await fixture.director.liveRuns(fullScope, [jobId])).get(jobId);
      return live?.waitingFor?.code === 'volume_to_mount' ? live.waitingFor : null;
    });
    expect(wait).toMatchObject({
      params: { volume: 'Mount-A', pool: 'MountPool', device: 'FileManual', storage: 'File' },
      text: 'Waiting for volume Mount-A of pool MountPool to be mounted on device FileManual of storage File.',
    });
    fixture.bareos.answers.delete('status storage=File');
    fixture.bareos.current.clear();
  });

  test('restores by the ids of the catalog, and cleans up', async () => {
    const { maker } = fixture.catalog;
    const jobId = await maker.makeRun({ name: 'backup-a', client: 'a-fd' });
    const link = { path: '/data/docs/hard', linkFileIndex: 1 };
    await maker.recordFiles(jobId, [
      { path: '/data/docs/a.txt' },
      link,
      { path: '/data/docs/sub/' },
      { path: '/data/b' },
    ]);
    const selection = [RawPath.ofText('/data/docs/sub/'), RawPath.ofText('/data/docs/hard')];
    const order: RestoreOrder = {
      jobids: [jobId],
      selection,
      restoreClient: 'b-fd',
      where: '/srv/restored/today',
      replace: 'ifnewer',
      anywhere: false,
      mark: 'o:2',
    };
    const started = await fixture.director.startRestore(fullScope, order);
    expect(started).toMatchObject({ job: 'RestoreFiles', director: 'site' });
    const ids = await fixture.catalog.catalog.restore.restoreIds([jobId], selection);
    const { rows: firstNames } = await maker.client.query<{ id: string }>(
      'SELECT fileid::text AS id FROM file WHERE jobid = $1 AND fileindex = 1',
      [jobId],
    );
    const firstName = firstNames[0]?.id;
    const sent = fixture.bareos.texts.slice(-4).map((text) => text.replaceAll(/b2\d+/g, 'b2N'));
    expect(sent).toEqual([
      `.bvfs_update jobid=${jobId}`,
      `.bvfs_restore path=b2N jobid=${jobId} fileid=${ids.fileIds.join(',')},${firstName} dirid=${ids.pathIds.join(',')}`,
      'restore file=?b2N client=a-fd restoreclient=b-fd restorejob=RestoreFiles where=/srv/restored/today replace=ifnewer comment=o:2 yes',
      '.bvfs_cleanup path=b2N',
    ]);
    expect([ids.fileIds.length, ids.pathIds.length]).toEqual([1, 1]);
    expect(ids.hardLinks).toEqual([{ jobId, fileIndex: 1, fileId: firstName }]);
  });

  test('restores a hard link with its first name, each once, without the option that Bareos fails at', async () => {
    const { maker } = fixture.catalog;
    const jobId = await maker.makeRun({ name: 'backup-a', client: 'a-fd' });
    const links = [1, 1].map((linkFileIndex, n) => ({ path: `/data/links/hard-${n}`, linkFileIndex }));
    await maker.recordFiles(jobId, [{ path: '/data/first' }, ...links]);
    const chosen = async (...paths: string[]): Promise<readonly (string | undefined)[]> => {
      const selection = paths.map((path) => RawPath.ofText(path));
      const order = { where: '/srv/restored/links', restoreClient: 'a-fd', replace: 'never', anywhere: false } as const;
      await fixture.director.startRestore(fullScope, { ...order, jobids: [jobId], selection, mark: 'o:4' });
      const sent = sentLast('.bvfs_restore') ?? '';
      expect(sent).not.toContain('hardlink');
      return [/fileid=(\S+)/.exec(sent)?.[1]?.replaceAll(/\d+/g, (id) => nameOf.get(id) ?? '?'), / (dirid=)/.exec(sent)?.[1]]; // prettier-ignore
    };
    const { rows } = await maker.client.query<{ id: string; index: number }>(
      'SELECT fileid::text AS id, fileindex AS index FROM file WHERE jobid = $1',
      [jobId],
    );
    const nameOf = new Map(rows.map(({ id, index }) => [id, ['first', 'second', 'third'][index - 1] ?? '?']));
    expect(await chosen('/data/links/hard-0')).toEqual(['second,first', undefined]);
    expect(await chosen('/data/links/')).toEqual(['first', 'dirid=']);
    expect((await chosen('/data/first', '/data/links/hard-1'))[0]?.split(',').sort()).toEqual(['first', 'third']);
    expect(await chosen('/data/')).toEqual([undefined, 'dirid=']);
  });

  test('writes a restore nowhere but below its folders without the right to', async () => {
    const jobId = await fixture.catalog.maker.makeRun({ name: 'backup-a', client: 'a-fd' });
    const order = { jobids: [jobId], selection: [], restoreClient: 'a-fd', replace: 'never', mark: 'o:3' } as const;
    const before = fixture.bareos.texts.filter((text) => text.startsWith('restore')).length;
    await expect(
      fixture.director.startRestore(fullScope, { ...order, where: '/etc', anywhere: false }),
    ).rejects.toMatchObject({ code: 'where_not_allowed' });
    expect(fixture.bareos.texts.filter((text) => text.startsWith('restore'))).toHaveLength(before);
    await fixture.director.startRestore(fullScope, { ...order, where: '/', anywhere: true });
    expect(sentLast('restore')).toContain(' where=/ ');
  });

  test('restores to other paths by the expressions of the console alone, and only where they are proven to lead', async () => {
    const jobId = await fixture.catalog.maker.makeRun({ name: 'backup-a', client: 'a-fd' });
    const order = { jobids: [jobId], selection: [], restoreClient: 'a-fd', replace: 'never', mark: 'o:3' } as const;
    const relocation = relocationOf({ addPrefix: '/srv/restored/r 1' });
    await fixture.director.startRestore(fullScope, { ...order, where: '/etc', relocation, anywhere: false });
    expect(sentLast('restore')).toContain(
      ' restorejob=RestoreFiles regexwhere="!^([A-Za-z]):/!$1/!,!^/*!/srv/restored/r 1/!" replace=never ',
    );
    const elsewhere = { ...order, relocation: relocationOf({ addPrefix: '/etc' }), anywhere: false };
    await expect(fixture.director.startRestore(fullScope, elsewhere)).rejects.toMatchObject({
      code: 'where_not_allowed',
    });
  });

  test.each([
    ['/srv/r 1', '"!^([A-Za-z]):/!$1/!,!^/*!/srv/r 1/!"'],
    ['/', '"!^/!/!"'],
  ])('overrides the expressions of the restore job by the same place in expressions (%s)', async (where, sent) => {
    const jobId = await fixture.catalog.maker.makeRun({ name: 'backup-a', client: 'a-fd' });
    const shown = { name: 'RestoreFiles', type: 'Restore', client: 'a-fd', regexwhere: '!^!/elsewhere!' };
    fixture.bareos.answers.set('show jobs verbose', () => ({ result: { jobs: { RestoreFiles: shown } } }));
    const order = { jobids: [jobId], selection: [], restoreClient: 'a-fd', replace: 'never', mark: 'o:3' } as const;
    await fixture.director.startRestore(fullScope, { ...order, where, anywhere: true });
    fixture.bareos.answers.delete('show jobs verbose');
    expect(sentLast('restore')).toContain(` regexwhere=${sent} replace=never `);
    expect(sentLast('restore')).not.toMatch(/ where=/);
  });

  test('gives plugin options as one argument of the command that the Director makes of its own', async () => {
    const jobId = await fixture.catalog.maker.makeRun({ name: 'backup-a', client: 'a-fd' });
    const base = { jobids: [jobId], selection: [], restoreClient: 'a-fd', replace: 'never', mark: 'o:3' } as const;
    const restore = (pluginOptions: string) =>
      fixture.director.startRestore(fullScope, { ...base, where: '/srv/restored', anywhere: false, pluginOptions });
    await restore('bpipe:file=/a:writer=tee /b where=/etc');
    expect(sentLast('restore')).toMatch(/ pluginoptions="\\"bpipe:file=\/a:writer=tee \/b where=\/etc\\""$/);
    for (const text of ['a" where=/etc', 'a\\', 'a\nb'])
      await expect(restore(text)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  test('restores as no job and from no storage that the Director does not have', async () => {
    const jobId = await fixture.catalog.maker.makeRun({ name: 'backup-a', client: 'a-fd' });
    const order = { jobids: [jobId], selection: [], restoreClient: 'a-fd', replace: 'never', mark: 'o:3' } as const;
    const there = { ...order, where: '/srv/restored', anywhere: false };
    for (const [more, code] of [
      [{ restoreJob: 'backup-a' }, 'unknown_job'],
      [{ storage: 'none' }, 'unknown_storage'],
    ] as const)
      await expect(fixture.director.startRestore(fullScope, { ...there, ...more })).rejects.toMatchObject({ code });
  });

  test('makes runs ready to be browsed once, and only those that are not', async () => {
    const { maker, catalog } = fixture.catalog;
    const [fresh, ready] = [await maker.makeRun(), await maker.makeRun()];
    await maker.client.query('UPDATE job SET hascache = 1 WHERE jobid = $1', [ready]);
    await fixture.director.prepareBrowsing(fullScope, [fresh, ready]);
    expect(sentLast('.bvfs_update')).toBe(`.bvfs_update jobid=${fresh}`);
    const before = fixture.bareos.texts.length;
    await fixture.director.prepareBrowsing(fullScope, [ready]);
    expect(fixture.bareos.texts).toHaveLength(before);
    expect(await catalog.restore.unprepared([ready])).toEqual([]);
  });

  test('is told to live in another zone, or to have a wrong clock', async () => {
    const { time } = fixture.bareos;
    const ofClock = async (): Promise<unknown[]> =>
      (await fixture.director.observe(fullScope))
        .filter(({ component }) => component === 'configuration')
        .map(({ id, status, value }) => [id, status, value]);
    expect(await ofClock()).toEqual([]);
    fixture.bareos.time = { ...time, hour: '21', second: '30' };
    expect(await ofClock()).toEqual([['director.timezone', 'warn', -59]]);
    fixture.bareos.time = { ...time, minute: '07' };
    expect(await ofClock()).toEqual([['director.clock', 'warn', 7]]);
    fixture.bareos.time = time;
  });
});

test('of several restore jobs the configured one is taken, and none where none is', async () => {
  const fixture = await openBareosFixture();
  fixture.bareos.jobs.set('RestoreOther', { type: 'Restore', level: 'Restore', client: 'b-fd', enabled: true });
  const jobId = await fixture.catalog.maker.makeRun({ name: 'backup-a', client: 'a-fd' });
  const order = { jobids: [jobId], selection: [], restoreClient: 'a-fd', replace: 'never', anywhere: false } as const;
  const settings = bareosSettings(fixture.bareos.peer.port, { restoreJob: 'RestoreOther', restoreRoots: ['/tmp'] });
  const configured = new BareosDirector(settings, { catalog: fixture.catalog.catalog, clock: new FakeClock() });
  try {
    await expect(fixture.director.startRestore(fullScope, { ...order, mark: 'o:1' })).rejects.toMatchObject({
      code: 'not_supported_by_director',
      detail: expect.stringContaining('RestoreFiles, RestoreOther'),
    });
    await configured.startRestore(fullScope, { ...order, mark: 'o:1' });
    expect(fixture.bareos.texts.at(-2)).toContain(' restorejob=RestoreOther where=/tmp ');
  } finally {
    void configured.close();
    await fixture.close();
  }
});

test('the plan expands each start to the enabled jobs of its schedule, soonest first', async () => {
  const fixture = await openBareosFixture();
  try {
    const [from, until] = [new Date('2026-11-20T21:00:00Z'), new Date('2026-11-23T21:00:00Z')];
    const plan = await fixture.director.schedulePreview(fullScope, from, until, 10);
    expect(plan.map(({ job, level, at }) => [job, level, at.toISOString()])).toEqual([
      ['backup-a', 'Incremental', '2026-11-21T20:00:00.000Z'],
      ['backup-a', 'Full', '2026-11-22T20:00:00.000Z'],
    ]);
    expect(plan[0]).toMatchObject({ type: 'Backup', client: 'a-fd', fileset: 'Home', pool: 'Full', priority: 12 });
    expect(fixture.bareos.texts).toContain('status scheduler days=3');
    expect(await fixture.director.schedulePreview(fullScope, from, until, 1)).toHaveLength(1);
    expect(await fixture.director.schedulePreview(fullScope, from, new Date('2026-11-21T20:00:00Z'), 9)).toEqual([]);
  } finally {
    await fixture.close();
  }
});
