import { describe, expect, test } from '@jest/globals';
import { fullScope } from '../../src/domain/principal.js';
import { deviceStatuses } from '../../src/domain/storages.js';
import { readPaged } from '../harness/fixtures/paging.js';
import { type History } from './history.js';
import { type Fixture } from './fixture.js';

export function declareMedia(fixture: () => Fixture, history: () => Promise<History>): void {
  const director = () => fixture().subject.director;
  const catalog = () => fixture().subject.catalog;

  describe('storage media', () => {
    test('every storage is told of with its devices, and those that answer have some', async () => {
      const { storages } = await director().describe(fullScope);
      const told = await director().listStorages(fullScope);
      expect(told.map(({ storage }) => storage).sort()).toEqual([...storages].sort());
      for (const { storage, answers, error, devices } of told) {
        expect({ storage, answers, error }).toEqual({ storage, answers: true, error: null });
        expect(devices.length).toBeGreaterThan(0);
        for (const device of devices) {
          expect(device).toMatchObject({ storage, error: null, enabled: true });
          expect(deviceStatuses.filter((status) => status !== 'unknown')).toContain(device.status);
          expect(device.drive === null).toBe(device.autochanger === null);
        }
      }
    });

    test('a storage that is not there has no places of a changer', async () => {
      const slots = director().listSlots(fullScope, 'No Such Storage');
      await expect(slots).rejects.toMatchObject({ code: 'unknown_storage' });
    });

    test('the volumes of a run are in the list, in pools and storages that the Director has', async () => {
      const { last } = await history();
      const described = await director().describe(fullScope);
      const [part] = await catalog().runs.listRunVolumes(fullScope, last.jobId);
      const volumes = await readPaged(2, (page) => catalog().volumes.listVolumes(fullScope, {}, 'name', page));
      const listed = volumes.find(({ volume }) => volume === part?.volume);
      expect(listed).toMatchObject({ pool: part?.pool, mediaType: part?.mediaType, enabled: true });
      expect(await catalog().volumes.findVolume(fullScope, part!.volume)).toMatchObject({ mediaId: listed?.mediaId });
      expect(described.pools).toContain(listed?.pool);
      expect(described.storages).toContain(listed?.storage);
      expect(Math.abs(Date.now() - (listed?.lastWrittenAt?.getTime() ?? 0))).toBeLessThan(3_600_000);
      expect(listed?.bytes).toBeGreaterThan(0);
      const shares = await readPaged(5, (page) => catalog().volumes.listVolumeShares(fullScope, listed!.mediaId, page));
      expect(shares.map(({ jobId }) => jobId)).toContain(last.jobId);
    });

    test('a fresh volume is labeled, changed, purged, relabeled and deleted, as far as its Director can', async () => {
      const { abilities } = await director().describe(fullScope);
      const needed = ['label', 'change-volume', 'purge', 'delete-volume'];
      const relabels = abilities.includes('relabel');
      if (!needed.every((ability) => abilities.includes(ability))) return;
      const { last } = await history();
      const [part] = await catalog().runs.listRunVolumes(fullScope, last.jobId);
      const used = await catalog().volumes.findVolume(fullScope, part!.volume);
      const [volume, newName] = [`Conformance-${Date.now()}`, `Conformance-${Date.now()}-new`];
      const [pool, storage] = [used!.pool!, used!.storage!];
      const stateOf = async (name: string) => (await catalog().volumes.findVolume(fullScope, name))?.status ?? null;
      await director().labelVolume(fullScope, { volume, pool, storage });
      const again = director().labelVolume(fullScope, { volume, pool, storage });
      await expect(again).rejects.toMatchObject({ code: 'name_taken' });
      expect(await stateOf(volume)).toBe('Append');
      const relabel = { volume, newName, pool, storage };
      const code = relabels ? 'conflict' : 'not_supported_by_director';
      await expect(director().relabelVolume(fullScope, relabel)).rejects.toMatchObject({ code });
      await director().changeVolume(fullScope, volume, { status: 'Used', retentionSeconds: 86_400 });
      expect(await catalog().volumes.findVolume(fullScope, volume)).toMatchObject({
        status: 'Used',
        retentionSeconds: 86_400,
      });
      await director().purgeVolume(fullScope, volume);
      expect(await stateOf(volume)).toBe('Purged');
      const { kind } = await director().describe(fullScope);
      // Bacula would not rename the file, and refuses nothing itself.
      const isFile = kind === 'bacula' && { code: 'conflict', extras: { reason: 'volume_is_file' } };
      if (!relabels) await expect(director().relabelVolume(fullScope, relabel)).rejects.toMatchObject({ code });
      else if (isFile) await expect(director().relabelVolume(fullScope, relabel)).rejects.toMatchObject(isFile);
      else await director().relabelVolume(fullScope, relabel);
      const keepsName = isFile !== false || !relabels;
      const remaining = keepsName ? volume : newName;
      expect([await stateOf(volume), await stateOf(newName)]).toEqual(keepsName ? ['Purged', null] : [null, 'Append']);
      await director().deleteVolume(fullScope, remaining);
      expect(await stateOf(remaining)).toBeNull();
      await expect(director().deleteVolume(fullScope, remaining)).rejects.toMatchObject({ code: 'unknown_volume' });
    });

    test('a run is deleted once, and what is lost by it is named before, by a Director that can', async () => {
      const { abilities } = await director().describe(fullScope);
      const { beta } = fixture().jobs;
      if (beta === undefined || !abilities.includes('delete-run')) return;
      const { jobId } = await fixture().run(beta, 'Full');
      expect(await catalog().volumes.runImpact(fullScope, jobId)).toMatchObject({ jobids: [jobId], pointsLost: 1, unfinished: [] }); // prettier-ignore
      expect((await director().deleteRun(fullScope, jobId)).words).toContain(String(jobId));
      expect(await catalog().runs.findRun(fullScope, jobId)).toBeNull();
      await expect(director().deleteRun(fullScope, jobId)).rejects.toMatchObject({ code: 'unknown_run' });
    });

    test('pools have as many volumes as the list', async () => {
      const pools = await catalog().volumes.listPools(fullScope);
      const { last } = await history();
      const pool = pools.find((one) => one.pool === last.pool);
      expect((await director().describe(fullScope)).pools).toContain(pool?.pool);
      expect(pool?.groups.length).toBeGreaterThan(0);
      expect(pool?.storages.length).toBeGreaterThan(0);
    });
  });
}
