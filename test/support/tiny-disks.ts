import { execFileSync, spawnSync } from 'node:child_process';

const isRoot = process.getuid?.() === 0;
/** As root a mount namespace is enough; others become root in a user namespace of their own first. */
const enter = ['unshare', ...(isRoot ? [] : ['--user', '--map-root-user']), '--mount', '--propagation', 'private'];

/** A command that starts its arguments in its own place, where each of these folders is a disk of so many MiB. */
export function onTinyDisks(mebibytes: Readonly<Record<string, number>>): readonly string[] {
  const mounts = Object.entries(mebibytes).map(([folder, size]) => `mount -t tmpfs -o size=${size}m tiny '${folder}'`);
  return [...enter, 'sh', '-c', [...mounts, 'exec "$@"'].join(' && '), 'sh'];
}

/** Mounts one of its disks anew: `size=64m`, `ro`, `rw`. */
export function remount(pid: number, folder: string, options: string): void {
  const into = isRoot ? [] : ['--user', '--preserve-credentials'];
  execFileSync('nsenter', ['--target', String(pid), ...into, '--mount', 'mount', '-o', `remount,${options}`, folder]);
}

/** Linux, where namespaces are allowed. Without them the cases are left out loudly; with CI set they are tried and fail. */
export function triesTinyDisks(): boolean {
  const [command = '', ...args] = onTinyDisks({ '/mnt': 1 });
  const tried = spawnSync(command, [...args, 'true'], { encoding: 'utf8' });
  if (tried.status === 0 || process.env['CI'] !== undefined) return true;
  const reason = tried.error?.message ?? tried.stderr.trim();
  process.stderr.write(
    `SKIPPED: full and read-only disks are not tried, this system does not let them be made: ${reason}\n`,
  );
  return false;
}
