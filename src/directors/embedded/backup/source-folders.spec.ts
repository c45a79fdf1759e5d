import { expect, test } from '@jest/globals';
import { MountPoints, compareSources, type Source } from './source-folders.js';

const mounts = MountPoints.parse('31 22 0:40 / /srv/data rw - ext4 /dev/sdb rw');
const source = (path: string, mount: string | null, isEmpty = false): Source => ({ path, mount, isEmpty });
const lost = (before: Source, now: Source[]): string[] =>
  compareSources([before], now, mounts).lost.map(({ path }) => path.toString());

test('a source is lost when its mount point is none now, unless one nearer to it took its place', () => {
  expect(lost(source('/srv/data/', '/srv/data'), [source('/srv/data/', '/srv/data')])).toEqual([]);
  expect(lost(source('/mnt/disk/', '/mnt/disk'), [source('/mnt/disk/', null)])).toEqual(['/mnt/disk/']);
  expect(lost(source('/mnt/disk/', '/mnt/disk'), [])).toEqual(['/mnt/disk/']);
  expect(lost(source('/srv/data/', '/srv'), [source('/srv/data/', '/srv/data')])).toEqual([]);
});

test('the facts of a lost source, or of one that could not be inspected, are kept for the next run', () => {
  const [gone, unread] = [source('/mnt/disk/', '/mnt/disk'), source('/srv/data/', null)];
  expect(compareSources([gone, unread], [source('/mnt/disk/', null, true)], mounts).sources).toEqual([gone, unread]);
});

test('a disk below a marked folder is forgotten while it is mounted, and stays lost where it was unmounted before', () => {
  const [mounted, gone] = [source('/srv/data/', '/srv/data'), source('/srv/gone/', '/srv/gone')];
  expect(compareSources([mounted], [], mounts, ['/srv/']).sources).toEqual([]);
  expect(compareSources([mounted], [], mounts, ['/srv/data/', '/home/']).sources).toEqual([mounted]);
  expect(compareSources([gone], [], mounts, ['/srv/'])).toMatchObject({
    sources: [gone],
    lost: [{ path: Buffer.from('/srv/gone/') }],
  });
});
