import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

const script = fileURLToPath(new URL('../../scripts/start.js', import.meta.url));
let folder: string;
let program: string;

/** A program that prints where it would serve, started by the script that ships. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-console-start-script-'));
  program = join(folder, 'program');
  for (const one of ['scripts', 'dist/src']) mkdirSync(join(program, one), { recursive: true });
  copyFileSync(script, join(program, 'scripts/start.js'));
  writeFileSync(join(program, 'package.json'), '{"type": "module"}');
  writeFileSync(join(program, 'dist/src/main.js'), 'console.log(`port ${process.env.PORT}`);');
  writeFileSync(join(program, '.env'), 'PORT=8081', { mode: 0o600 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('npm start', () => {
  test('reads the .env beside package.json, not that of the working folder', () => {
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, '.env'), 'PORT=6666');
    const env = { PATH: process.env['PATH'] };
    const said = execFileSync(process.execPath, [join(program, 'scripts/start.js')], { cwd: elsewhere, env });
    expect(said.toString()).toBe('port 8081\n');
  });

  test('does not start with a .env that others may write', () => {
    chmodSync(join(program, '.env'), 0o620);
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(program, 'scripts/start.js')]);
    expect([status, stdout.toString()]).toEqual([1, '']);
    expect(stderr.toString()).toContain('Other users can write');
  });
});
