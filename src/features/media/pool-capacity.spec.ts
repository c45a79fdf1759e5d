import { describe, expect, test } from '@jest/globals';
import { roomOf } from './pool-capacity.js';
import { type Pool } from '../../domain/volumes.js';

const groups = [
  { status: 'Append', volumes: 2, bytes: 150 },
  { status: 'Full', volumes: 3, bytes: 290 },
  { status: 'Purged', volumes: 1, bytes: 90 },
  { status: 'Error', volumes: 1, bytes: 10 },
];

function pool(changes: Partial<Pool> = {}): Pool {
  return {
    pool: 'Default',
    type: 'Backup',
    groups,
    maxVolumes: null,
    maxVolumeBytes: null,
    maxPoolBytes: null,
    retentionSeconds: 60,
    keep: null,
    recycle: true,
    autoPrune: true,
    labelFormat: null,
    nextPool: null,
    scratchPool: null,
    recyclePool: null,
    storages: [],
    releases: [],
    storedShare: 1,
    ...changes,
  };
}

describe('the room of a pool', () => {
  test('is not known without a limit', () => {
    const unknown = { usedBytes: 450, capacityBytes: null, remainingBytes: null, limitedBy: null };
    expect(roomOf(pool(), null)).toEqual(unknown);
    expect(roomOf(pool({ maxVolumes: 10 }), null)).toEqual(unknown);
    expect(roomOf(pool({ maxVolumeBytes: 100 }), null)).toEqual(unknown);
  });

  test('is what volumes that are open, free or not yet made can take', () => {
    const room = roomOf(pool({ maxVolumes: 10, maxVolumeBytes: 100 }), null);
    expect(room).toEqual({
      usedBytes: 450,
      capacityBytes: 1000,
      remainingBytes: 3 * 100 + 100 + 50,
      limitedBy: 'volumes',
    });
  });

  test('is none where there are more volumes than allowed, and all are full', () => {
    const full = pool({ maxVolumes: 2, maxVolumeBytes: 100, groups: [{ status: 'Full', volumes: 3, bytes: 290 }] });
    expect(roomOf(full, null)).toMatchObject({ remainingBytes: 0 });
  });

  test('is the free disk space, plus the data on recyclable volumes', () => {
    expect(roomOf(pool(), 1_000)).toEqual({
      usedBytes: 450,
      capacityBytes: 1_540,
      remainingBytes: 1_090,
      limitedBy: 'disk',
    });
  });

  test('is the smallest of several', () => {
    const limited = pool({ maxVolumes: 10, maxVolumeBytes: 100, maxPoolBytes: 500 });
    expect(roomOf(limited, 1_000)).toMatchObject({ remainingBytes: 50, limitedBy: 'pool', capacityBytes: 500 });
    expect(roomOf(limited, 0)).toMatchObject({ remainingBytes: 50, limitedBy: 'pool' });
    expect(roomOf(pool({ maxVolumes: 10, maxVolumeBytes: 100 }), 1)).toMatchObject({
      remainingBytes: 91,
      limitedBy: 'disk',
    });
  });
});
