import { readdirSync, readFileSync } from 'node:fs';
import { type Client } from 'pg';
import { postmasterOf } from './console-process.js';

/** kill -9 of one process; one that has just ended by itself is as good. */
export function strike(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** kill -9 of a console's PostgreSQL with every process of it, the postmaster first so that it makes no new ones. */
export function strikePostgres(dataDir: string): void {
  const { pid } = postmasterOf(dataDir);
  const backends = childrenOf(pid);
  for (const each of [pid, ...backends]) strike(each);
}

/** kill -9 of one server process: that of the backup or restore under way, else any. PostgreSQL then restarts within itself. */
export async function strikeBackend(catalog: Client): Promise<void> {
  const { rows } = await catalog.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
     ORDER BY application_name LIKE 'backup %' OR application_name = 'restore' DESC, pid LIMIT 1`,
  );
  for (const { pid } of rows) strike(pid);
}

function childrenOf(parent: number): readonly number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && parentOf(pid) === parent);
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}
