import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AppError } from '../../src/domain/error-codes.js';
import { startFakeApp, type FakeApp } from '../harness/fakes/fake-app.js';
import { itemsOf } from '../harness/fixtures/access-calls.js';

let fake: FakeApp;

beforeAll(async () => {
  fake = await startFakeApp();
  const limits = { maxVolumes: null, maxVolumeBytes: null, maxPoolBytes: 100_000, retentionSeconds: null };
  const rest = { recycle: false, autoPrune: false, labelFormat: null, nextPool: null, scratchPool: null, keep: null };
  fake.one.records.pools.push({
    pool: 'Default',
    type: 'Backup',
    groups: [{ status: 'Append', volumes: 1, bytes: 10 }],
    ...limits,
    ...rest,
    recyclePool: null,
    storages: ['File'],
    releases: [],
    storedShare: 1,
  });
  fake.one.storages = [
    {
      storage: 'File',
      mediaType: 'File',
      autochanger: false,
      address: null,
      answers: true,
      error: null,
      freeBytes: 500,
      totalBytes: 1_000,
      devices: [],
    },
  ];
});

afterAll(() => fake.app.stop());

test('a pool keeps the free space of its disk as it was known while its Director does not answer', async () => {
  const room = async () => itemsOf(await fake.readonly.get('/storage-media/pools?name=Default'));
  const known = { capacityBytes: 510, remainingBytes: 500, limitedBy: 'disk' };
  expect(await room()).toEqual([expect.objectContaining(known)]);
  fake.one.gate = () => Promise.reject(new AppError('director_unreachable', 'Connection refused.'));
  expect(await room()).toEqual([expect.objectContaining(known)]);
});
