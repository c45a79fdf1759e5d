// Takes half a minute to a minute. Starts a real Bacula, whose runs take seconds each.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { type ConnectedDirector } from '../../src/domain/director-connector.port.js';
import { type DirectorPort } from '../../src/domain/director.port.js';
import { fullScope } from '../../src/domain/principal.js';
import { type DeviceState } from '../../src/domain/storages.js';
import { type Lab } from '../harness/lab/lab.js';
import { runToEnd } from '../harness/lab/lab-runs.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { startLab } from '../harness/lab/start-lab.js';
import { declareFinalActions } from './bacula-final-actions.js';
import { declareForgetting } from './bacula-volume-purge.js';
import { declareWaiting } from './bacula-blocked-runs.js';
import { until } from '../harness/fixtures/until.js';
import { connectToLab, refusalOf } from '../harness/lab/lab-director.js';
import { testedVersions } from '../harness/lab/bacula-version.js';

await describeWithLab('media commands of Bacula', testedVersions, () => {
  describe.each(testedVersions)('%s', (version) => {
    let lab: Lab;
    let connected: ConnectedDirector;
    let director: DirectorPort;

    beforeAll(async () => {
      lab = await startLab({ version });
      connected = connectToLab(lab);
      director = connected.director;
    });

    afterAll(async () => {
      await connected.close();
      await lab.stop();
    });

    const label = (volume: string, more: { pool?: string; storage?: string; slot?: number; drive?: number } = {}) =>
      director.labelVolume(fullScope, { volume, pool: 'ManualPool', storage: 'File2', ...more });

    async function media(): Promise<readonly Record<string, unknown>[]> {
      const catalog = new Client({ connectionString: lab.catalogUrl });
      await catalog.connect();
      try {
        const { rows } = await catalog.query<Record<string, unknown>>(
          `SELECT volumename AS volume, pool.name AS pool, volstatus AS status, media.volretention::int AS retention,
             media.recycle, media.enabled, (SELECT count(*)::int FROM jobmedia JOIN job USING (jobid)
               WHERE jobmedia.mediaid = media.mediaid) AS runs
           FROM media JOIN pool USING (poolid) ORDER BY mediaid`,
        );
        return rows;
      } finally {
        await catalog.end();
      }
    }

    async function volume(name: string): Promise<Record<string, unknown> | undefined> {
      return (await media()).find((row) => row['volume'] === name);
    }

    /** A volume with a backup on it, no longer written to. */
    async function writtenVolume(): Promise<string> {
      const { jobId, status } = await runToEnd(lab, 'run job=BackupBeta level=Full yes');
      expect(status).toBe('T');
      const [written] = await connected.catalog.runs.listRunVolumes(fullScope, jobId);
      await director.changeVolume(fullScope, written!.volume, { status: 'Used' });
      return written!.volume;
    }

    // First, while the pool has no volume that could be written to.
    declareWaiting(() => ({ lab, director }));

    test.each(['File1', 'File2'])('labels a new volume at %s, a changer or a device alone', async (storage) => {
      const name = `New-${storage}`;
      const { words } = await label(name, { storage });
      expect(words).toContain('3000 OK label');
      expect(await volume(name)).toMatchObject({ pool: 'ManualPool', status: 'Append' });
    });

    test('refuses to label a volume under a name that the catalog has', async () => {
      await label('Twice');
      const before = await media();
      expect(await refusalOf(label('Twice'))).toMatchObject({ code: 'name_taken' });
      expect(await media()).toEqual(before);
    });

    test.each(['Man 0001', '../escape', 'a/b', '', '-first', 'x'.repeat(128), 'a"b', 'Ä'])(
      'refuses %j as the name of a volume, whatever the Director would take',
      async (name) => {
        const before = await media();
        expect(await refusalOf(label(name))).toMatchObject({
          code: 'validation_failed',
          extras: { errors: [{ field: 'volume' }] },
        });
        expect(await media()).toEqual(before);
      },
    );

    test('refuses names of pools and storages that the Director lacks before it can ask back', async () => {
      const before = await media();
      expect(await refusalOf(label('V1', { pool: 'NoPool' }))).toMatchObject({ code: 'unknown_pool' });
      expect(await refusalOf(label('V1', { storage: 'NoStorage' }))).toMatchObject({ code: 'unknown_storage' });
      const device = director.mountDevice(fullScope, { storage: 'NoStorage' });
      expect(await refusalOf(device)).toMatchObject({ code: 'unknown_storage' });
      expect(await media()).toEqual(before);
    });

    test("tells in the Director's words why a label could not be written, though the Director said OK", async () => {
      const refusal = await refusalOf(label('V2', { storage: 'File1', slot: 3, drive: 9 }));
      expect(refusal).toMatchObject({ code: 'director_error' });
      expect(refusal.detail).toContain('3999 Device "FileChanger" not found');
      expect(await volume('V2')).toBeUndefined();
    });

    test('changes status, pool, retention, recycling and use of a volume at once', async () => {
      await label('Changed');
      const change = { status: 'Used', pool: 'FullPool', retentionSeconds: 7200, recycle: false, enabled: false };
      const { words } = await director.changeVolume(fullScope, 'Changed', change);
      expect(words).toContain('New Volume status is: Used');
      const changed = { status: 'Used', pool: 'FullPool', retention: 7200, recycle: 0, enabled: 0 };
      expect(await volume('Changed')).toMatchObject(changed);
      await director.changeVolume(fullScope, 'Changed', { enabled: true, recycle: true });
      expect(await volume('Changed')).toMatchObject({ ...changed, recycle: 1, enabled: 1 });
    });

    test.each(['Append', 'Archive', 'Cleaning', 'Disabled', 'Error', 'Full', 'Read-Only', 'Recycle', 'Used'])(
      'sets the status %s',
      async (status) => {
        if ((await volume('States')) === undefined) await label('States');
        await director.changeVolume(fullScope, 'States', { status });
        expect(await volume('States')).toMatchObject({ status });
      },
    );

    test.each([
      [{ status: 'Bogus' }, 'validation_failed'],
      [{ status: 'Purged' }, 'validation_failed'],
      [{ status: 'used' }, 'validation_failed'],
      [{ retentionSeconds: -1 }, 'validation_failed'],
      [{ retentionSeconds: 1.5 }, 'validation_failed'],
      [{}, 'validation_failed'],
      [{ pool: 'NoPool', status: 'Used' }, 'unknown_pool'],
    ])('refuses the change %j and changes nothing', async (change, code) => {
      if ((await volume('Kept')) === undefined) await label('Kept');
      const before = await media();
      expect(await refusalOf(director.changeVolume(fullScope, 'Kept', change))).toMatchObject({ code });
      expect(await media()).toEqual(before);
    });

    test('refuses to touch a volume that the catalog lacks', async () => {
      const touching: (() => Promise<unknown>)[] = [
        () => director.changeVolume(fullScope, 'NoSuch', { status: 'Used' }),
        () => director.pruneVolume(fullScope, 'NoSuch'),
        () => director.purgeVolume(fullScope, 'NoSuch'),
      ];
      for (const touch of touching) expect(await refusalOf(touch())).toMatchObject({ code: 'unknown_volume' });
    });

    test('prunes runs whose retention is over, and none before', async () => {
      const name = await writtenVolume();
      await director.pruneVolume(fullScope, name);
      expect(await volume(name)).toMatchObject({ status: 'Used', runs: 1 });
      await director.changeVolume(fullScope, name, { retentionSeconds: 1 });
      const pruned = await until(async () => {
        await director.pruneVolume(fullScope, name).catch(() => undefined);
        const row = await volume(name);
        return row?.['status'] === 'Purged' ? row : null;
      });
      expect(pruned).toMatchObject({ runs: 0 });
    });

    test('answers a prune that the state of the volume forbids with a conflict', async () => {
      await label('Appendable');
      const refusal = await refusalOf(director.pruneVolume(fullScope, 'Appendable'));
      expect(refusal).toMatchObject({ code: 'conflict' });
      expect(refusal.detail).toContain('should be Full or Used');
    });

    test('purges a volume whatever its retention, and once only', async () => {
      const name = await writtenVolume();
      const { words } = await director.purgeVolume(fullScope, name);
      expect(words).toContain('Marking it purged');
      expect(words).not.toContain('DANGEROUS');
      expect(await volume(name)).toMatchObject({ status: 'Purged', runs: 0 });
      const again = await refusalOf(director.purgeVolume(fullScope, name));
      expect(again).toMatchObject({ code: 'conflict' });
      expect(again.detail).toContain('has VolStatus "Purged" and cannot be purged');
    });

    declareForgetting(() => ({ lab, connected, writtenVolume }));
    declareFinalActions(() => ({ lab, connected, writtenVolume }));

    test.each(['File1', 'File2'])('mounts, unmounts and releases %s', async (storage) => {
      expect((await director.mountDevice(fullScope, { storage })).words).toContain('is always mounted');
      expect((await director.unmountDevice(fullScope, { storage })).words).toContain('unmounted');
      expect((await director.releaseDevice(fullScope, { storage })).words).toContain('released');
    });

    test('calls a drive that is not there a failure, though the Director said OK', async () => {
      const refusal = await refusalOf(director.mountDevice(fullScope, { storage: 'File1', drive: 9 }));
      expect(refusal).toMatchObject({ code: 'director_error' });
      expect(refusal.detail).toContain('3999');
      const impossible = director.mountDevice(fullScope, { storage: 'File1', drive: -1 });
      expect(await refusalOf(impossible)).toMatchObject({ code: 'validation_failed' });
    });

    test('tells which drive of the changer writes on which volume, and which devices are idle', async () => {
      const device = async (is: (one: DeviceState) => boolean): Promise<DeviceState | null> =>
        (await director.listStorages(fullScope)).flatMap(({ devices }) => devices).find(is) ?? null;
      const order = { job: 'BackupEndless', level: 'Full', mark: 'media:devices' };
      const { jobId } = await director.startRun(fullScope, order);
      const writing = await until(() =>
        device(({ status, volume: loaded }) => status === 'writing' && loaded !== null),
      );
      expect(writing).toMatchObject({ storage: 'File1', autochanger: 'FileChanger', pool: 'FullPool', waitsFor: null });
      expect(writing.device).toBe(`FileChanger-${writing.drive! + 1}`);
      expect(await volume(writing.volume!)).toMatchObject({ pool: 'FullPool' });
      expect(writing.freeBytes).toBeLessThanOrEqual(writing.totalBytes!);
      expect(await device(({ storage }) => storage === 'File2')).toMatchObject({
        device: 'FileDevice',
        status: 'idle',
      });
      await director.cancelRun(fullScope, jobId);
      await until(async () => (await device(({ status }) => status === 'writing')) === null);
    });

    test('has no places of a changer where there is none, and says why one cannot be looked into', async () => {
      expect(await director.listSlots(fullScope, 'File2')).toEqual([]);
      const refusal = await refusalOf(director.listSlots(fullScope, 'File1'));
      expect(refusal).toMatchObject({ code: 'director_error' });
      expect(refusal.detail).toContain('3996 Open bpipe to changer failed');
    });

    test('calls a storage that is down a failure, also where the Director says OK', async () => {
      await lab.killStorage();
      try {
        const down = { answers: false, error: expect.stringContaining('does not answer'), freeBytes: null };
        const unknown = { status: 'unknown', error: down.error };
        const storages = await until(async () => {
          const told = await director.listStorages(fullScope);
          return told.every(({ answers }) => !answers) ? told : null;
        });
        expect(storages).toMatchObject([
          { ...down, storage: 'File1', devices: [unknown] },
          { ...down, storage: 'File2', devices: [unknown] },
        ]);
        const mount = await refusalOf(director.mountDevice(fullScope, { storage: 'File1' }));
        expect(mount).toMatchObject({ code: 'director_error' });
        expect(await refusalOf(label('Unwritten'))).toMatchObject({ code: 'director_error' });
        expect(await volume('Unwritten')).toBeUndefined();
      } finally {
        await lab.startStorage();
      }
    });
  });
});
