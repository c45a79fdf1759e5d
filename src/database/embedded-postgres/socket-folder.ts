import { mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** sun_path has 104 bytes on macOS and 108 on Linux, the last one is 0. */
const mostPathBytes = 103;
const prefix = 'backup-console-socket-';

/** Sockets are called by a port, though nothing listens on it. */
export const socketName = (port: number): string => `.s.PGSQL.${port}`;

/** The cluster's folder, or a new temporary one where its path is too long for a socket. Only we may enter either. */
export function makeSocketFolder(clusterFolder: string, port: number): string {
  const fits = (folder: string): boolean => Buffer.byteLength(join(folder, socketName(port))) <= mostPathBytes;
  if (fits(clusterFolder)) return clusterFolder;
  const parent = fits(join(tmpdir(), `${prefix}123456`)) ? tmpdir() : '/tmp';
  return mkdtempSync(join(parent, prefix));
}

/** Removes a folder that makeSocketFolder made, with the socket and nothing else. */
export function removeSocketFolder(folder: string, port: number): void {
  if (!basename(folder).startsWith(prefix)) return;
  for (const name of [socketName(port), `${socketName(port)}.lock`]) rmSync(join(folder, name), { force: true });
  try {
    rmdirSync(folder);
  } catch {
    // It is gone, or it is something else: what is in it stays.
  }
}

/** Where the postmaster of this data folder, alive or not, has its socket; null where its lock does not say. */
export function readSocketFolder(dataFolder: string): string | null {
  try {
    return readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[4] || null;
  } catch {
    return null;
  }
}
