import { encodeLStat } from '../../../src/domain/lstat.js';

export interface MadeRun {
  readonly name?: string;
  readonly type?: string;
  readonly level?: string;
  readonly status?: string;
  readonly client?: string | null;
  readonly fileset?: string;
  /** A further definition of the fileset of that name. */
  readonly filesetMd5?: string;
  readonly pool?: string;
  readonly storage?: string;
  /** By default the job's name and the scheduled time. */
  readonly uniqueName?: string;
  /** Local times of the Director, `YYYY-MM-DD HH:MM:SS`; null: never. */
  readonly scheduled?: string | null;
  readonly started?: string | null;
  readonly ended?: string | null;
  /** Seconds; defaults to the end taken as UTC. */
  readonly dataTime?: number;
  readonly files?: number;
  readonly bytes?: number | string;
  readonly errors?: number;
  readonly purged?: boolean;
  readonly hasBase?: boolean;
  readonly priorJobId?: number;
  readonly isVirtualFull?: boolean;
  readonly comment?: string;
}

export interface MadeFile {
  /** Absolute; a folder's ends in `/`. Text is stored as UTF-8. */
  readonly path: string | Buffer;
  /** A mark that the path is gone. */
  readonly isDeleted?: boolean;
  readonly size?: number;
  /** Seconds. */
  readonly mtime?: number;
  readonly mtimeNs?: number;
  readonly mode?: number;
  /** FileIndex of the first name of this hard link. */
  readonly linkFileIndex?: number;
  readonly checksum?: string;
  /** Place in a row of differences that begins with 0. */
  readonly deltaSeq?: number;
}

const noStat = { dev: 1n, ino: 1n, nlink: 1, uid: 0, gid: 0, rdev: 0n, blksize: 4096, blocks: 8, atime: 0, ctime: 0 };

export function lstatOf(file: MadeFile, isFolder: boolean): string {
  return encodeLStat({
    ...noStat,
    mode: file.mode ?? (isFolder ? 0o040755 : 0o100644),
    size: file.size ?? (isFolder ? 4096 : 10),
    mtime: file.mtime ?? 1_767_225_600,
    mtimeNs: file.mtimeNs ?? 0,
    ctimeNs: 0,
    linkFileIndex: file.linkFileIndex ?? 0,
    flags: 0,
    stream: 0,
  });
}
