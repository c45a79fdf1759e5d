// Takes half a minute. Waits for limits that end what hangs.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { RemoteDirectors } from '../../src/directors/remote-directors.js';
import { SystemClock } from '../../src/platform/system-clock.js';
import { directorYaml } from '../harness/builders/director-yaml.js';
import { ConsoleProcess, processPassword } from '../harness/fixtures/console-process.js';
import { HangingDisk, triesHangingDisks } from '../harness/fixtures/hanging-disk.js';
import { until } from '../harness/fixtures/until.js';

interface Health {
  readonly checks: readonly { readonly id: string; readonly status: string }[];
}

const here = triesHangingDisks() ? describe : describe.skip;
let folder: string;
let dataDir: string;
let disk: HangingDisk;
let app: ConsoleProcess;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-console-hang-'));
  dataDir = join(folder, 'data');
  const source = join(folder, 'source');
  for (const one of [dataDir, source]) mkdirSync(one, { mode: 0o700 });
  writeFileSync(join(source, 'file'), 'content');
  disk = await HangingDisk.mount(join(folder, 'disk'), join(folder, 'real'));
  const yaml = JSON.parse(directorYaml(dataDir, { Source: [source], Other: [source] })) as Record<string, object[]>;
  yaml['storages']!.push({ name: 'Away', folder: join(folder, 'disk'), compression: 1 });
  yaml['jobs']![1] = { ...yaml['jobs']![1], storage: 'Away' };
  writeFileSync(join(dataDir, 'director.yaml'), JSON.stringify(yaml));
  app = await ConsoleProcess.start(dataDir);
});
afterEach(async () => {
  await disk.unmount();
  await app.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function statusOf(id: string): Promise<string | undefined> {
  const { body } = await app.call<Health>('GET', '/director/health?director=embedded');
  return body.checks.find((check) => check.id === id)?.status;
}

async function logIn(): Promise<number> {
  const answer = await fetch(`${app.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: processPassword }),
    signal: AbortSignal.timeout(60_000),
  });
  return answer.status;
}

here('configurations of Directors on a disk that hangs', () => {
  test('are looked for without the console waiting, and found once the disk answers again', async () => {
    const configured = join(folder, 'real', 'etc', 'bacula');
    mkdirSync(configured, { recursive: true });
    writeFileSync(join(configured, 'bacula-dir.conf'), 'Director { Name = far-dir }');
    const root = join(folder, 'disk');
    const directors = new RemoteDirectors(new SystemClock(), pino({ level: 'silent' }), { root });
    disk.hang();
    await expect(directors.found()).rejects.toMatchObject({ code: 'director_too_slow' });
    disk.answerAgain();
    const found = await until(() => directors.found().catch(() => null));
    expect(found.map(({ name }) => name)).toEqual(['far-dir']);
  });
});

here('a storage whose disk hangs', () => {
  test('is told as not answering; log-ins, other storages and the stop of the console go on', async () => {
    expect((await app.run('Full', 'Other')).status).toBe('completed');
    expect(await statusOf('storage:Away')).toBe('ok');
    disk.hang();
    await until(async () => (await statusOf('storage:Away')) === 'crit');
    for (let look = 0; look < 8; look += 1) {
      expect(await statusOf('storage:Away')).toBe('crit');
      expect(await statusOf('storage:Local')).toBe('ok');
      expect(await logIn()).toBe(200);
    }
    expect((await app.run('Full')).status).toBe('completed');
    const label = await app.call('POST', '/storage-media/volumes', {
      volume: 'New-1',
      pool: 'Default',
      storage: 'Away',
    });
    expect(label.status).toBeGreaterThanOrEqual(500);
    await app.stop();
    expect(app.child.exitCode).toBe(0);
    app = await ConsoleProcess.start(dataDir, app.apiToken);
    expect(app.output()).toContain('Could not check the volumes of storage Away');
    disk.answerAgain();
    await until(async () => (await statusOf('storage:Away')) === 'ok');
    expect((await app.run('Incremental', 'Other')).status).toBe('completed');
  });
});

here('a machine with a disk that hangs', () => {
  interface Folder {
    readonly entries: readonly { readonly name: string }[];
  }

  const browse = (path: string) =>
    app.call<Folder>('GET', `/configuration/browse?director=embedded&path=${encodeURIComponent(path)}`);

  test('is browsed up to the disk, which does not respond, and beside it', async () => {
    disk.hang();
    const above = await browse(folder);
    expect(above.status).toBe(200);
    expect(above.body.entries.find(({ name }) => name === 'disk')).toMatchObject({ kind: 'folder', readable: null });
    expect(await browse(join(folder, 'disk'))).toMatchObject({ status: 504, body: { reason: 'folder_hangs' } });
    expect((await browse(join(folder, 'source'))).status).toBe(200);
  });

  test('has room for volumes on its other disks', async () => {
    disk.hang();
    const place = { director: 'embedded', folder: join(folder, 'new'), include: [join(folder, 'disk')] };
    const checked = await app.call('POST', '/configuration/previews/place', place);
    expect(checked).toMatchObject({ status: 200, body: { isWritable: true, sameDiskAs: [] } });
  });
});
