import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';

const page = readFileSync(new URL('../../docs/integrate/configuration.md', import.meta.url), 'utf8');
const [, script = ''] = /^```js\n(.*?)^```$/ms.exec(page) ?? [];

let app: TestConsole;
let folder: string;

beforeAll(async () => {
  app = await startTestConsole();
  folder = mkdtempSync(join(tmpdir(), 'backup-console-script-'));
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

test('the script of docs/integrate/configuration.md sets up a backup, which runs', async () => {
  const [file, source] = [join(folder, 'set-up-backup.mjs'), join(folder, 'source')];
  writeFileSync(file, script);
  mkdirSync(source);
  writeFileSync(join(source, 'letter.txt'), 'Dear Ada');
  const { authorization = '' } = (await app.withToken('admin')).credential;
  const env = { ...process.env, BASE_URL: app.url, API_TOKEN: authorization.replace('Bearer ', '') };
  const { stdout } = await promisify(execFile)(process.execPath, [file, source, join(folder, 'volumes')], { env });
  expect(stdout).toContain('are on the same disk');
  expect(stdout).toMatch(/^2 files, 8 bytes; \d+ bytes are free\.$/m);
  expect(stdout).toMatch(/^Run 1: completed, 2 files$/m);
  const written = readFileSync(join(app.dataDir, 'director.yaml'), 'utf8');
  expect(written).toContain('BackupHome');
  // The comments of the file are still there.
  expect(written).toContain('# Folders for volumes, preferably on another disk');
});
