import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { detectDirectors } from '../../src/directors/discovery/detect-directors.js';
import { type BaculaVersion, testedVersions } from '../harness/lab/bacula-version.js';
import { fetchBacula } from '../harness/lab/fetch-packages.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { type Lab } from '../harness/lab/lab.js';
import { startLab } from '../harness/lab/start-lab.js';

/** The Director's configuration in parts, each written in another way that Bacula accepts. Returns the folder of the first file. */
function writeParts(lab: Lab, root: string): string {
  const folder = join(root, 'etc/bacula');
  mkdirSync(folder, { recursive: true });
  const whole = readFileSync(join(lab.folders.root, 'etc/director.conf'), 'utf8');
  const [catalog = ''] = /^Catalog \{.*?^\}$/ms.exec(whole) ?? [];
  const [addresses = ''] = /^ *DirAddresses = .*$/m.exec(whole) ?? [];
  const part = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const nested = part('catalog.conf', catalog.replace('Catalog {', 'Catalog # the only one\n\n{'));
  const included = part('catalogs.conf', `# All catalogs\n@"${nested}"`);
  const listened = part('addresses.conf', addresses.replaceAll(/([{=])/g, ' $1 '));
  const text = whole
    .replace(catalog, `@${included} # in two steps`)
    .replace(addresses, ` @${listened};`)
    .replace('Director {', '\n  Director # this one\n{');
  part('bacula-dir.conf', `${text}\n@|"sh -c 'echo # made by a program'"\n`);
  return folder;
}

await describeWithLab('the reader of configurations', testedVersions, () => {
  test.each([...testedVersions])('reads what the Director of Bacula %s accepts', async (version: BaculaVersion) => {
    const [lab, programs] = [await startLab({ version }), await fetchBacula(version)];
    const root = mkdtempSync(join(tmpdir(), 'backup-console-detect-'));
    try {
      const folder = writeParts(lab, root);
      const { file, args } = programs.command('director', ['-t', '-c', join(folder, 'bacula-dir.conf')]);
      const { stdout, stderr } = await promisify(execFile)(file, [...args]);
      expect(stdout + stderr).toBe('');
      const { port, pathname } = new URL(lab.catalogUrl);
      expect(detectDirectors(root)).toMatchObject([
        {
          name: lab.directorName,
          address: '127.0.0.1',
          port: lab.port,
          unreadable: ['@|sh'],
          catalog: { database: pathname.slice(1), port: Number(port || 5432) },
        },
      ]);
    } finally {
      rmSync(root, { recursive: true, force: true });
      await lab.stop();
    }
  });
});
