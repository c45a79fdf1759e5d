// Takes some seconds for each version: the changer's script loads and unloads media.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ConnectedDirector } from '../../src/domain/director-connector.port.js';
import { type DirectorPort } from '../../src/domain/director.port.js';
import { fullScope } from '../../src/domain/principal.js';
import { connectToLab, refusalOf } from '../harness/lab/lab-director.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { type Lab } from '../harness/lab/lab.js';
import { startLab } from '../harness/lab/start-lab.js';

// Version 9.6 asks before it labels by barcode: it lacks the ability.
const versions = ['15'] as const;

await describeWithLab('an autochanger of Bacula', versions, () => {
  describe.each(versions)('%s', (version) => {
    let lab: Lab;
    let connected: ConnectedDirector;
    let director: DirectorPort;

    beforeAll(async () => {
      lab = await startLab({ version, changer: true });
      connected = connectToLab(lab);
      director = connected.director;
    });

    afterAll(async () => {
      await connected.close();
      await lab.stop();
    });

    const found = (volume: string) => connected.catalog.volumes.findVolume(fullScope, volume);

    test('gets labels by barcode in some slots, once, and new labels on emptied volumes', async () => {
      const order = { storage: 'Tapes', pool: 'ManualPool', slots: [1, 2] };
      expect((await director.labelBarcodes(fullScope, order)).words).toContain('Volume "BAR002", Slot 2');
      expect(await found('BAR001')).toMatchObject({ slot: 1, inChanger: true, status: 'Append' });
      expect(await found('BAR003')).toBeNull();
      const again = await refusalOf(director.labelBarcodes(fullScope, order));
      expect(again).toMatchObject({ code: 'conflict' });
      expect(again.detail).toContain('already exists');
      await director.purgeVolume(fullScope, 'BAR001');
      const renamed = { volume: 'BAR001', newName: 'NEW001', pool: 'ManualPool', storage: 'Tapes', slot: 1 };
      expect((await director.relabelVolume(fullScope, renamed)).words).toContain('3000 OK label');
      expect([await found('BAR001'), await found('NEW001')]).toEqual([null, expect.objectContaining({ slot: 1 })]);
    });

    test('has its slots compared with the catalog', async () => {
      const { words } = await director.updateSlots(fullScope, { storage: 'Tapes' });
      expect(words).toContain('"BAR002" is up to date');
      expect((await director.updateSlots(fullScope, { storage: 'Tapes', slots: [2] })).words).not.toContain('BAR003');
      const none = await refusalOf(director.updateSlots(fullScope, { storage: 'File2' }));
      expect(none.detail).toContain('No slots in changer');
    });
  });
});
