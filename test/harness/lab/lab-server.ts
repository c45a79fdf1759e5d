import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { startTcpPostgres } from '../fixtures/tcp-postgres.js';

export interface LabServer {
  /** Connection URL of its superuser. */
  readonly url: string;
  stop(): Promise<void>;
}

/** When the pipe to us closes we are gone; then it ends the PostgreSQL that still serves the folder, if one does. */
const endWithUs = 'cat; [ -e "$1/postmaster.pid" ] && kill -QUIT "$(head -n 1 "$1/postmaster.pid")"';

/** A PostgreSQL for the catalogs of labs outside a test run, in a folder that is thrown away. It does not outlive us. */
export async function startLabServer(folder: string): Promise<LabServer> {
  const { postgres, url } = await startTcpPostgres(folder);
  const guard = spawn('sh', ['-c', endWithUs, 'sh', join(folder, 'data')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  return {
    url,
    stop: async () => {
      await postgres.stop();
      guard.stdin.end();
    },
  };
}
