import { spawnSync, type SpawnOptions } from 'node:child_process';
import { chownSync, readFileSync } from 'node:fs';

/**
 * How to start PostgreSQL so that it does not see itself as root: PostgreSQL refuses to run as root.
 * `prepare` hands a folder over to the user that the programs will run as.
 */
export interface Unprivileged {
  command(program: string, args: readonly string[]): { readonly file: string; readonly args: string[] };
  readonly spawnOptions: Pick<SpawnOptions, 'uid' | 'gid'>;
  prepare(folder: string): void;
}

const asOurselves: Unprivileged = {
  command: (program, args) => ({ file: program, args: [...args] }),
  spawnOptions: {},
  prepare: () => undefined,
};

const nobody = '65534';
const unshareArgs = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`];

/** A user namespace maps us to "nobody" while files stay root's, so that it also works below a folder only root may enter. */
const inUserNamespace: Unprivileged = {
  ...asOurselves,
  command: (program, args) => ({ file: 'unshare', args: [...unshareArgs, program, ...args] }),
};

export function findUnprivileged(program: string, folder: string): Unprivileged {
  if (process.getuid?.() !== 0) return asOurselves;
  if (spawnSync('unshare', [...unshareArgs, program, '--version'], { stdio: 'ignore' }).status === 0) {
    return inUserNamespace;
  }
  const user = systemUser('postgres') ?? systemUser('nobody');
  if (user && canEnter(user, program, folder)) return asUser(user);
  throw new Error(
    'PostgreSQL refuses to run as root, and here neither a user namespace nor another user can run it. ' +
      `Start as an ordinary user, move DATA_DIR and the program out of folders that only root may enter, or set DATABASE_URL.`,
  );
}

interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

function systemUser(name: string): SystemUser | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid !== undefined && gid !== undefined ? { uid: Number(uid), gid: Number(gid) } : null;
}

function canEnter(user: SystemUser, program: string, folder: string): boolean {
  const runs = spawnSync(program, ['--version'], { ...user, stdio: 'ignore' }).status === 0;
  return runs && spawnSync('test', ['-x', folder], { ...user, stdio: 'ignore' }).status === 0;
}

function asUser(user: SystemUser): Unprivileged {
  return { ...asOurselves, spawnOptions: user, prepare: (folder) => chownSync(folder, user.uid, user.gid) };
}
