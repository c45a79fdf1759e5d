import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { baculaVersions } from './bacula-version.js';
import { startLabServer } from './lab-server.js';
import { type Lab } from './lab.js';
import { startLab } from './start-lab.js';

/** Starts a lab of each version over one PostgreSQL in the folder. `stops` take all of it down, in their order, also after a failure. */
export async function startEveryLab(folder: string, stops: (() => Promise<void>)[]): Promise<Lab[]> {
  const server = await startLabServer(join(folder, 'postgres'));
  stops.push(() => server.stop());
  const started = await Promise.allSettled(baculaVersions.map((version) => startLab({ version, server: server.url })));
  const labs = started.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  stops.unshift(...labs.map((lab) => () => lab.stop()));
  const failed = started.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return labs;
}

/** Writes a DIRECTORS_FILE with the embedded Director and these labs, and answers its path. It holds passwords. */
export function writeDirectorsFile(folder: string, labs: readonly Lab[]): string {
  const file = join(folder, 'directors.yaml');
  const directors = [{ name: 'embedded', kind: 'embedded', default: true }, ...labs.map(directorEntry)];
  writeFileSync(file, stringify({ directors }), { mode: 0o600 });
  return file;
}

function directorEntry(lab: Lab): Record<string, unknown> {
  const { web } = lab.consoles;
  return {
    name: `bacula-${lab.version}`,
    kind: 'bacula',
    address: lab.address,
    port: lab.port,
    console: web.name,
    password: web.password,
    tls: lab.tls === 'none' ? 'none' : 'required',
    catalogUrl: lab.catalogUrl,
    timezone: lab.timezone,
  };
}
