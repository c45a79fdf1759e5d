import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { testedVersions } from '../harness/lab/bacula-version.js';
import { type Lab } from '../harness/lab/lab.js';
import { startLab } from '../harness/lab/start-lab.js';
import { startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';

export interface LabConsole {
  readonly app: TestConsole;
  /** By the names of their Directors in the console. */
  readonly labs: ReadonlyMap<string, Lab>;
  close(): Promise<void>;
}

export const labDirectors = testedVersions.map((version) => `bacula-${version}`);

/** A whole console whose Directors are the embedded one and a lab of each version; `more` are members of their entries. */
export async function startLabConsole(more: (lab: Lab) => object = () => ({})): Promise<LabConsole> {
  const started = await Promise.all(testedVersions.map((version) => startLab({ version })));
  const labs = new Map(started.map((lab) => [`bacula-${lab.version}`, lab]));
  let file = '';
  const prepare = (dataDir: string): void => {
    file = join(dataDir, 'directors.yaml');
    const remote = [...labs].map(([name, lab]) => ({ ...entryOf(name, lab), ...more(lab) }));
    writeFileSync(file, stringify({ directors: [{ name: 'embedded', kind: 'embedded', default: true }, ...remote] }));
  };
  const environment = {
    get DIRECTORS_FILE() {
      return file;
    },
  };
  const app = await startTestConsole({ prepare, environment });
  const close = async (): Promise<void> => {
    await app.close();
    for (const lab of started) await lab.stop();
  };
  return { app, labs, close };
}

/** Of a DIRECTORS_FILE. */
export function entryOf(name: string, lab: Lab): object {
  const { web } = lab.consoles;
  return {
    name,
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
