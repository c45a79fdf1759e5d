import { constants, type Dirent } from 'node:fs';
import { access, lstat, opendir, realpath, stat } from 'node:fs/promises';
import { type FolderEntryKind } from '../../../domain/configuration-reader.port.js';
import { MountPoints } from '../backup/source-folders.js';
import { errorCode } from '../backup/failure-text.js';
import { deviceName } from './device-name.js';

/** An entry of a folder, as FolderEntry. */
export interface ListedEntry {
  /** Raw, as latin1 text. */
  readonly name: string;
  readonly kind: FolderEntryKind;
  readonly size: number | null;
  readonly isReadable: boolean | null;
  readonly device: string;
}

export interface ListedFolder {
  readonly device: string;
  /** Folders first, each part by name. */
  readonly entries: readonly ListedEntry[];
  readonly isTruncated: boolean;
}

const mostEntries = 5_000;
/** Of a larger folder these are sorted, so that it costs no more time and memory. */
const mostNames = 50_000;
const atOnce = 64;
/** Less than FileHelper waits: a disk that is slow, or has a folder of a million files, does respond. */
const usualLimitMs = 1_200;

interface Named {
  readonly name: Buffer;
  readonly kind: FolderEntryKind;
}

/**
 * What is in a folder, given as latin1 text of its raw path with the final slash. Links in the path are followed. After the limit it
 * ends with what it has.
 */
export async function listFolder(folder: string, limitMs = usualLimitMs): Promise<ListedFolder> {
  const startMs = performance.now();
  const path = Buffer.from(folder, 'latin1');
  const device = deviceName((await stat(path, { bigint: true })).dev);
  const { names, isWhole } = await namesIn(path, startMs + limitMs / 2);
  const shown = names.sort(foldersFirst).slice(0, mostEntries);
  const mounts = MountPoints.read();
  const place = await realpath(path, { encoding: 'buffer' });
  const entries: ListedEntry[] = [];
  let end = 0;
  while (end < shown.length && (end === 0 || performance.now() < startMs + limitMs)) {
    const batch = shown.slice(end, end + atOnce);
    end += batch.length;
    const listed = await Promise.all(
      batch.map((named) => {
        const mount = named.kind === 'folder' ? mounts.at(joined(place, named.name)) : null;
        return mount === null ? entryOf(path, named, device) : Promise.resolve(mounted(named, mount.device));
      }),
    );
    entries.push(...listed.filter((entry) => entry !== null));
  }
  return { device, entries, isTruncated: !isWhole || end < names.length };
}

interface Names {
  readonly names: Named[];
  readonly isWhole: boolean;
}

async function namesIn(folder: Buffer, endMs: number): Promise<Names> {
  const names: Named[] = [];
  const handle = await opendir(folder, { encoding: 'buffer' as BufferEncoding, bufferSize: 1024 });
  // Closes the folder, however it ends.
  for await (const entry of handle) {
    if (names.length >= mostNames || (names.length > 0 && performance.now() >= endMs)) return { names, isWhole: false };
    // The type declarations know text only.
    names.push({ name: entry.name as unknown as Buffer, kind: kindOf(entry) });
  }
  return { names, isWhole: true };
}

function foldersFirst(one: Named, other: Named): number {
  const isFolder = ({ kind }: Named): number => (kind === 'folder' ? 0 : 1);
  return isFolder(one) - isFolder(other) || one.name.compare(other.name);
}

function kindOf(entry: Pick<Dirent, 'isDirectory' | 'isFile' | 'isSymbolicLink'>): FolderEntryKind {
  if (entry.isDirectory()) return 'folder';
  if (entry.isFile()) return 'file';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

/** A disk that is mounted there may hang: looking at it would keep the whole folder from being listed. */
function mounted({ name, kind }: Named, device: string): ListedEntry {
  return { name: name.toString('latin1'), kind, size: null, isReadable: null, device };
}

/** null: it was removed meanwhile. */
async function entryOf(folder: Buffer, { name, kind }: Named, device: string): Promise<ListedEntry | null> {
  const path = joined(folder, name);
  const text = name.toString('latin1');
  try {
    const found = await lstat(path, { bigint: true });
    const size = found.isFile() ? Number(found.size) : null;
    const own = { name: text, kind: kindOf(found), size, device: deviceName(found.dev) };
    return { ...own, isReadable: await isReadable(path, own.kind) };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    return { name: text, kind, size: null, isReadable: false, device };
  }
}

/** Of a link and of special files a backup reads no content. */
async function isReadable(path: Buffer, kind: FolderEntryKind): Promise<boolean> {
  if (kind !== 'file' && kind !== 'folder') return true;
  try {
    await access(path, kind === 'file' ? constants.R_OK : constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function joined(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, ...(folder.at(-1) === 0x2f ? [] : [Buffer.from('/')]), name]);
}
