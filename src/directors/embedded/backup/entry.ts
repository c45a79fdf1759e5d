import { type BigIntStats } from 'node:fs';
import { type LStat } from '../../../domain/lstat.js';
import { type Identity } from '../protected-folders.js';

/** Something that the walk found. */
export interface Found {
  /** Absolute raw path; a folder's ends in `/`. */
  readonly path: Buffer;
  readonly stat: BigIntStats;
  /** The folder it was found in: its path may lead elsewhere by the time it is read. */
  readonly folder: Identity;
  /** What a symbolic link points to, raw. */
  readonly target: Buffer | null;
}

/** The identity of the file behind a name. */
export function fileKey({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

/** As the catalog's Path has it: up to and with the last slash. */
export function folderOf(path: Buffer): Buffer {
  return path.subarray(0, path.lastIndexOf(0x2f) + 1);
}

/** As the catalog's Filename has it: empty for a folder. */
export function nameOf(path: Buffer): Buffer {
  return path.subarray(path.lastIndexOf(0x2f) + 1);
}

/** For log lines: invalid UTF-8 is shown as U+FFFD, and a line break cannot forge a line. */
export function shown(path: Buffer): string {
  return path.toString('utf8').replace(/\p{Cc}/gu, (character) => encodeURIComponent(character));
}

const nanosecondsPerSecond = 1_000_000_000n;

function seconds(ns: bigint): number {
  // Floors before 1970 too, so that the nanoseconds are never negative.
  const rest = ((ns % nanosecondsPerSecond) + nanosecondsPerSecond) % nanosecondsPerSecond;
  return Number((ns - rest) / nanosecondsPerSecond);
}

function nanoseconds(ns: bigint): number {
  return Number(((ns % nanosecondsPerSecond) + nanosecondsPerSecond) % nanosecondsPerSecond);
}

/** Data stream numbers of Bacula's attribute record: file data for a regular file, none else. */
const fileDataStream = 2;

export function attributesOf(stat: BigIntStats, linkFileIndex: number): LStat {
  return {
    dev: stat.dev,
    ino: stat.ino,
    mode: Number(stat.mode),
    nlink: Number(stat.nlink),
    uid: Number(stat.uid),
    gid: Number(stat.gid),
    rdev: stat.rdev,
    size: Number(stat.size),
    blksize: Number(stat.blksize),
    blocks: Number(stat.blocks),
    atime: seconds(stat.atimeNs),
    mtime: seconds(stat.mtimeNs),
    ctime: seconds(stat.ctimeNs),
    linkFileIndex,
    flags: 0,
    stream: stat.isFile() ? fileDataStream : 0,
    mtimeNs: nanoseconds(stat.mtimeNs),
    ctimeNs: nanoseconds(stat.ctimeNs),
  };
}
