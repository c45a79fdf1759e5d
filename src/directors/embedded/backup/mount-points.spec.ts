import { describe, expect, test } from '@jest/globals';
import { MountPoints } from './source-folders.js';

const mounts = MountPoints.parse(
  [
    '22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw',
    '30 22 0:26 / /dev rw - devtmpfs udev rw',
    '31 22 0:40 / /srv/with\\040space rw,relatime - btrfs /dev/sdb rw',
    '32 22 0:41 / /var/lib/docker/overlay2/merged rw - overlay overlay rw',
    '',
  ].join('\n'),
);

describe('mount points', () => {
  test('are found by their real path, at or above a folder', () => {
    expect(mounts.has(Buffer.from('/srv/with space'))).toBe(true);
    expect(mounts.has(Buffer.from('/srv/with space/subvolume'))).toBe(false);
    expect(mounts.nearest(Buffer.from('/srv/with space/subvolume'))).toBe('/srv/with space');
    expect(mounts.nearest(Buffer.from('/home'))).toBeNull();
  });

  test('are found below a folder, which is not below itself', () => {
    expect(['/srv', '/', '/srv/with space', '/sr'].map((path) => mounts.hasBelow(Buffer.from(path)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('of disks are distinguished from those of the kernel and of containers', () => {
    expect(mounts.isKernels(Buffer.from('/dev'))).toBe(true);
    expect(mounts.holdsDisk(Buffer.from('/srv/with space'))).toBe(true);
    expect(mounts.holdsDisk(Buffer.from('/var/lib/docker/overlay2/merged'))).toBe(false);
  });

  test('name what is mounted there', () => {
    expect(mounts.at(Buffer.from('/srv/with space'))).toEqual({ type: 'btrfs', source: '/dev/sdb', device: '0:40' });
    expect(mounts.at(Buffer.from('/srv'))).toBeNull();
  });
});
