import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { fetchBacula } from '../harness/lab/fetch-packages.js';
import { LabLack } from '../harness/lab/lab-lack.js';
import { readMachineArchive, sourceOf } from '../harness/lab/machine-archive.js';

const folder = mkdtempSync(join(tmpdir(), 'backup-console-archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let machines = 0;

/** An /etc with these apt sources. */
function machine(files: Readonly<Record<string, string>>, release = 'ID=debian\nVERSION_CODENAME=bookworm\n'): string {
  const etc = join(folder, String((machines += 1)));
  mkdirSync(join(etc, 'apt/sources.list.d'), { recursive: true });
  writeFileSync(join(etc, 'os-release'), release);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(etc, 'apt', name), text);
  return etc;
}

const stanzas = `# comment
Types: deb
URIs: http://security.example/debian-security
Suites: bookworm-security
Components: main

Types: deb deb-src
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main contrib
Trusted: yes
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc
`;

test('the source of another release keeps the mirror and the keys of the machine, and no blind trust', () => {
  const archive = readMachineArchive(machine({ 'sources.list.d/debian.sources': stanzas }));
  expect(sourceOf(archive, 'trixie')).toBe(`Types: deb
URIs: http://mirror.example/debian
Suites: trixie
Components: main
signed-by:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc
`);
});

test('sources of the old form are read with their options', () => {
  const lines =
    '# deb http://no.example/debian bookworm main\ndeb [arch=amd64 signed-by=/k.gpg] http://old.example/debian bookworm contrib main\n';
  const source = sourceOf(readMachineArchive(machine({ 'sources.list': lines })), 'bookworm');
  expect(source).toBe('Types: deb\nURIs: http://old.example/debian\nSuites: bookworm\nComponents: main\nsigned-by: /k.gpg\n'); // prettier-ignore
});

test('a machine that is no Debian, or names no main archive, lacks the lab for that reason', () => {
  const ubuntu = machine({}, 'ID=ubuntu\nVERSION_CODENAME=noble\n');
  expect(() => readMachineArchive(ubuntu)).toThrow(/\(machine\): .* this machine is none/);
  const disabled = stanzas.replaceAll('Types:', 'Enabled: no\nTypes:');
  expect(() => readMachineArchive(machine({ 'sources.list.d/debian.sources': disabled }))).toThrow(/\(sources\): no entry below/); // prettier-ignore
});

test('an archive that cannot be reached is a reason, and nothing half unpacked stays for later runs', async () => {
  const cache = join(folder, 'cache');
  const before = { ...process.env };
  Object.assign(process.env, { XDG_CACHE_HOME: cache, http_proxy: 'http://127.0.0.1:1', https_proxy: 'http://127.0.0.1:1' }); // prettier-ignore
  try {
    expect(await reasonOf(fetchBacula('9.6'))).toMatch(/cannot come up \((archive|sources|machine)\): /);
    expect(readdirSync(join(cache, 'backup-console-lab')).filter((name) => !/\.(lock|work)$/.test(name))).toEqual([]);
  } finally {
    process.env = before;
  }
});

async function reasonOf(work: Promise<unknown>): Promise<string> {
  const failure = await work.catch((error: unknown) => error);
  return failure instanceof LabLack ? failure.message : `no lack: ${String(failure)}`;
}
