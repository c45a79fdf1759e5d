import { spawnSync, type SpawnOptions } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, basename } from 'node:path';
import { tmpdir } from 'node:os';
import { type PostgresBinaries } from './binaries.js';

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

/**
 * How to start PostgreSQL so that it does not see itself as root: PostgreSQL refuses to run as root.
 * `prepare` hands a folder, with all that is in it, or a file over to the user that the programs will run as.
 */
export interface Unprivileged {
  command(program: string, args: readonly string[]): { readonly file: string; readonly args: string[] };
  readonly spawnOptions: Pick<SpawnOptions, 'uid' | 'gid'>;
  prepare(folder: string): void;
  /** Where in the cluster's folder its socket may be made: there only the console's user and that of the programs come in. */
  socketFolder(clusterFolder: string): string;
}

const asOurselves: Unprivileged = {
  command: (program, args) => ({ file: program, args: [...args] }),
  spawnOptions: {},
  prepare: (path) => {
    const [uid, gid] = [process.getuid?.(), process.getgid?.()];
    if (uid === 0 && gid !== undefined) grantDatabase(path, { uid, gid });
  },
  socketFolder: (clusterFolder) => clusterFolder,
};

const nobody = '65534';
const unshareArgs = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`];

/** A user namespace maps us to "nobody" while files stay root's, so that it also works below a folder only root may enter. */
const inUserNamespace: Unprivileged = {
  ...asOurselves,
  command: (program, args) => ({ file: 'unshare', args: [...unshareArgs, program, ...args] }),
};

/** `clusterFolder` is a folder below DATA_DIR, which may be for root alone. */
export function findUnprivileged({ postgres }: PostgresBinaries, clusterFolder: string): Unprivileged {
  if (process.getuid?.() !== 0) return asOurselves;
  if (spawnSync('unshare', [...unshareArgs, postgres, '--version'], { stdio: 'ignore' }).status === 0) {
    return inUserNamespace;
  }
  // Containers run as root and may make no user namespaces.
  const user = systemUser('postgres') ?? systemUser('nobody');
  if (user === null) throw new Error(`${refused} and there is no user "postgres" or "nobody". ${ways}`);
  letThrough(dirname(clusterFolder), user);
  letThrough(clusterFolder, user);
  for (const path of [clusterFolder, postgres]) {
    const closed = closedFolder(path, user);
    if (closed !== null) throw new Error(`${refused} and "${user.name}" cannot access ${closed}. ${ways}`);
  }
  return asUser(user);
}

const refused = 'PostgreSQL refuses to run as root, a user namespace cannot be created here,';
const ways = 'Make that folder accessible, move DATA_DIR or the program, start as a regular user, or set DATABASE_URL.';

interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

function systemUser(name: string): SystemUser | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid !== undefined && gid !== undefined ? { name, uid: Number(uid), gid: Number(gid) } : null;
}

/** Lets the user's group pass through the folder, not see what is in it. */
function letThrough(folder: string, { gid }: SystemUser): void {
  const { uid, mode } = statSync(folder);
  if ((mode & 0o001) !== 0) return;
  chownSync(folder, uid, gid);
  chmodSync(folder, (mode & 0o700) | 0o010);
}

/** The uppermost folder on the way to the path that the user may not pass, with its mode, or null. */
function closedFolder(path: string, { uid, gid }: SystemUser): string | null {
  if (spawnSync('test', ['-x', path], { uid, gid, stdio: 'ignore' }).status === 0) return null;
  const above = dirname(path);
  const closed = above === path ? null : closedFolder(above, { name: '', uid, gid });
  return closed ?? `${path} (mode ${(statSync(path).mode & 0o777).toString(8).padStart(4, '0')})`;
}

/** The cluster's folder stays root's: what root writes there, that user must not be able to exchange for a symbolic link. */
function asUser({ uid, gid }: SystemUser): Unprivileged {
  const prepare = (path: string): void => grantDatabase(path, { uid, gid });
  return {
    ...asOurselves,
    spawnOptions: { uid, gid },
    prepare,
    socketFolder: (clusterFolder) => {
      const folder = join(clusterFolder, 'socket');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      prepare(folder);
      return folder;
    },
  };
}

/** Another way to run it, or a copy of the folder, may have left it with another owner. */
function grantDatabase(path: string, { uid, gid }: { readonly uid: number; readonly gid: number }): void {
  if (statSync(path).uid === uid) return;
  const { status, stderr } = spawnSync('chown', ['-R', `${uid}:${gid}`, path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Could not change the owner of ${path} to the PostgreSQL user: ${stderr.trim()}`);
}
