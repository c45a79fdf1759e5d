import { constants } from 'node:fs';
import { access, readdir, readFile, realpath, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { errorCode } from '../backup/failure-text.js';
import { MountPoints } from '../backup/source-folders.js';
import { deviceName } from './device-name.js';

/** A path that may not exist yet. */
export interface InspectedPlace {
  /** With links resolved, as far as it exists. */
  readonly realPath: string;
  /** Whether it is a folder. */
  readonly exists: boolean;
  /** Whether the console can write into it, or make it. */
  readonly isWritable: boolean;
  /** Of its disk; null: unknown. */
  readonly freeBytes: number | null;
  readonly totalBytes: number | null;
  /** Words for the disks that it is on; equal words are the same disk. */
  readonly disks: readonly string[];
}

/** Fails only where the system cannot say whether it exists. */
export async function inspectPlace(path: string): Promise<InspectedPlace> {
  const { existing, missing } = await nearestExisting(resolve(path));
  const real = await realpath(existing);
  const found = await stat(real, { bigint: true });
  const { bavail, blocks, bsize } = await statfs(real);
  // File systems of the kernel, and some of networks, report no size.
  const hasSize = blocks > 0;
  return {
    realPath: resolve(real, missing),
    exists: missing === '' && found.isDirectory(),
    isWritable: found.isDirectory() && (await isWritable(real)),
    freeBytes: hasSize ? bavail * bsize : null,
    totalBytes: hasSize ? blocks * bsize : null,
    disks: await disksOf(real, found.dev),
  };
}

async function nearestExisting(path: string): Promise<{ readonly existing: string; readonly missing: string }> {
  try {
    await stat(path);
    return { existing: path, missing: '' };
  } catch (error) {
    const code = errorCode(error);
    if ((code !== 'ENOENT' && code !== 'ENOTDIR') || path === '/') throw error;
    const above = await nearestExisting(dirname(path));
    return { existing: above.existing, missing: join(above.missing, basename(path)) };
  }
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** As far as the kernel reports them; otherwise the file system itself. */
async function disksOf(path: string, dev: bigint): Promise<readonly string[]> {
  const mounts = MountPoints.read();
  const raw = Buffer.from(path);
  const mount = mounts.at(Buffer.from(mounts.nearest(raw) ?? '/', 'latin1'));
  // A pool of ZFS has several file systems, whose source is its name and theirs.
  if (mount?.type === 'zfs') return [`zfs ${mount.source.split('/')[0] ?? ''}`];
  return [...new Set(await disksBelow((await blockDevice(mount?.source ?? '')) ?? deviceName(dev)))];
}

/** Each subvolume of btrfs has a device number of its own, which is no disk. */
async function blockDevice(source: string): Promise<string | null> {
  if (!source.startsWith('/dev/')) return null;
  try {
    const found = await stat(source, { bigint: true });
    return found.isBlockDevice() ? deviceName(found.rdev) : null;
  } catch {
    return null;
  }
}

/** The disks of a partition, a logical volume, an array or an encrypted device. */
async function disksBelow(device: string): Promise<readonly string[]> {
  const node = await textOr(realpath(`/sys/dev/block/${device}`));
  if (node === '') return [device];
  const below = await readdir(join(node, 'slaves')).catch((): string[] => []);
  if (below.length > 0) {
    const devices = await Promise.all(below.map((name) => textOr(readFile(join(node, 'slaves', name, 'dev'), 'utf8'))));
    return (await Promise.all(devices.filter((one) => one !== '').map(disksBelow))).flat();
  }
  const isPartition = (await textOr(readFile(join(node, 'partition'), 'utf8'))) !== '';
  const whole = isPartition ? await textOr(readFile(join(dirname(node), 'dev'), 'utf8')) : '';
  return [whole === '' ? device : whole];
}

async function textOr(read: Promise<string>): Promise<string> {
  try {
    return (await read).trim();
  } catch {
    return '';
  }
}
