// Takes half a minute. Every test runs jobs, each in a process of its own.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fullScope } from '../../src/domain/principal.js';
import { EmbeddedMachine } from '../harness/fixtures/embedded-machine.js';

let machine: EmbeddedMachine;

beforeEach(async () => {
  machine = await EmbeddedMachine.make();
  machine.configure();
  write('one', '1');
});
afterEach(() => machine.remove());

const write = (name: string, text: string): void => writeFileSync(join(machine.source, name), text);
const deleted = async (jobId: number): Promise<string[]> =>
  (await machine.files(jobId)).filter((row) => row.fileindex <= 0).map((row) => row.path);

describe('a storage whose disk is not mounted', () => {
  const away = (): string => `${machine.volumes}-away`;
  const storageHealth = async () =>
    (await machine.director.observe(fullScope)).find(({ id }) => id === 'storage:Local')!;

  test('does not answer, takes no run, has nothing written to it and no volume marked in error, and works again with its disk', async () => {
    await machine.start();
    await machine.run('Full');
    renameSync(machine.volumes, away());
    mkdirSync(machine.volumes);
    for (const change of [null, 'two']) {
      if (change !== null) write(change, change);
      const run = await machine.run('Incremental');
      expect(run).toMatchObject({ status: 'f', files: 0 });
      expect(await machine.log(run.jobid)).toMatch(
        /storage's folder .* cannot be written to: .* Is its disk mounted\?/,
      );
    }
    expect(await storageHealth()).toMatchObject({
      status: 'crit',
      message: expect.stringContaining('Is its disk mounted?') as unknown,
    });
    expect(await machine.director.listStorages(fullScope)).toMatchObject([
      {
        storage: 'Local',
        answers: false,
        freeBytes: null,
        totalBytes: null,
        error: expect.stringContaining('Is its disk mounted?') as unknown,
      },
    ]);
    const label = { volume: 'By-Hand', pool: 'Default', storage: 'Local' };
    await expect(machine.director.labelVolume(fullScope, label)).rejects.toThrow('Is its disk mounted?');
    await machine.stop();
    await machine.start();
    expect(machine.notices.join()).toContain('Is its disk mounted?');
    expect(await machine.media()).toMatchObject([{ name: 'Default-0001', status: 'Append' }]);
    expect(readdirSync(machine.volumes)).toEqual([]);

    rmSync(machine.volumes, { recursive: true });
    renameSync(away(), machine.volumes);
    expect(await storageHealth()).toMatchObject({ status: 'ok' });
    expect(await machine.director.listStorages(fullScope)).toMatchObject([{ answers: true, error: null }]);
    expect(await machine.run('Incremental')).toMatchObject({ status: 'T', level: 'I', files: 2 });
    expect(await machine.media()).toHaveLength(1);
  });

  test('is known by its volumes where it is older than the marks, and by its mark from then on', async () => {
    await machine.start();
    await machine.run('Full');
    const isMark = (name: string): boolean => name.startsWith('.backup-console-storage-');
    const [mark] = readdirSync(machine.volumes).filter(isMark);
    const forgetMark = async (): Promise<void> => {
      for (const name of readdirSync(machine.volumes).filter(isMark)) rmSync(join(machine.volumes, name));
      await machine.catalog.query('DELETE FROM backup_console_storage_mark');
    };
    await forgetMark();
    renameSync(machine.volumes, away());
    mkdirSync(machine.volumes);
    expect((await machine.run('Incremental')).status).toBe('f');
    rmSync(machine.volumes, { recursive: true });
    renameSync(away(), machine.volumes);
    await machine.stop();
    await machine.start();
    const [adopted] = readdirSync(machine.volumes).filter(isMark);
    expect(adopted).not.toBe(mark);
    await forgetMark();
    write('two', '2');
    expect((await machine.run('Incremental')).status).toBe('T');
    rmSync(join(machine.volumes, readdirSync(machine.volumes).find(isMark)!));
    expect((await machine.run('Incremental')).status).toBe('f');
  });
});

describe('an included folder', () => {
  const disk = (): string => join(machine.folder, 'disk');

  test('that is suddenly empty or gone makes a warning, and nothing below counts as deleted', async () => {
    mkdirSync(disk());
    writeFileSync(join(disk(), 'kept'), 'x');
    machine.configure({ fileset: `include: [${machine.source}, ${disk()}]` });
    await machine.start();
    await machine.run('Full');
    renameSync(disk(), `${disk()}-away`);
    const gone = await machine.run('Incremental');
    expect(gone).toMatchObject({ status: 'T', errors: 1 });
    mkdirSync(disk());
    const empty = await machine.run('Incremental');
    expect(empty).toMatchObject({ status: 'T', errors: 1 });
    expect(await machine.log(empty.jobid)).toContain(
      `${disk()}/ is suddenly empty. Is its disk mounted? Earlier backups of it are kept until they expire.`,
    );
    await machine.catalog.query('DELETE FROM backup_console_source');
    expect(await machine.run('Incremental')).toMatchObject({ status: 'T', errors: 1 });
    expect(await machine.run('Full')).toMatchObject({ status: 'T', errors: 1 });
    expect(await machine.run('Incremental')).toMatchObject({ status: 'T', errors: 1 });
    for (const { jobid } of [gone, empty]) expect(await deleted(jobid)).toEqual([]);
    rmSync(disk(), { recursive: true });
    renameSync(`${disk()}-away`, disk());
    expect(await machine.run('Incremental')).toMatchObject({ status: 'T', errors: 0 });
  });

  test('that a link replaced makes a warning, and nothing below counts as deleted', async () => {
    mkdirSync(disk());
    writeFileSync(join(disk(), 'kept'), 'x');
    machine.configure({ fileset: `include: [${machine.source}, ${disk()}]` });
    await machine.start();
    await machine.run('Full');
    renameSync(disk(), `${disk()}-moved`);
    symlinkSync(`${disk()}-moved`, disk());
    const linked = await machine.run('Incremental');
    expect(linked).toMatchObject({ status: 'T', errors: 1 });
    expect(await machine.log(linked.jobid)).toContain(`Warning: ${disk()} is a symbolic link`);
    expect(await deleted(linked.jobid)).toEqual([]);
    rmSync(disk());
    renameSync(`${disk()}-moved`, disk());
    expect(await machine.run('Incremental')).toMatchObject({ status: 'T', errors: 0 });
  });

  test('that is only a link to a folder fails the run; a link to a file is saved with a warning', async () => {
    const link = join(machine.folder, 'link');
    machine.configure({ fileset: `include: [${link}]` });
    await machine.start();
    symlinkSync(machine.source, link);
    expect(await machine.run('Full')).toMatchObject({ status: 'f' });
    rmSync(link);
    symlinkSync(join(machine.source, 'one'), link);
    expect(await machine.run('Full')).toMatchObject({ status: 'T', files: 1, errors: 1 });
  });

  const asRoot = process.getuid?.() === 0 ? test : test.skip;

  asRoot('whose disk is not mounted makes a warning at each run until it is', async () => {
    const mount = (): void => {
      execFileSync('mount', ['-t', 'tmpfs', 'test', disk()]);
      writeFileSync(join(disk(), 'kept'), 'x');
    };
    mkdirSync(disk());
    mkdirSync(join(machine.source, 'other'));
    machine.configure({ fileset: `include: [${machine.source}, ${disk()}]` });
    await machine.start();
    mount();
    try {
      execFileSync('mount', ['-t', 'tmpfs', 'test', join(machine.source, 'other')]);
      const full = await machine.run('Full');
      expect(full).toMatchObject({ status: 'T', errors: 1 });
      expect(await machine.log(full.jobid)).toContain('other/ is a different filesystem. Will not descend into it.');
      execFileSync('umount', [join(machine.source, 'other')]);
      execFileSync('umount', [disk()]);
      writeFileSync(join(disk(), 'not-mounted'), 'x');
      for (let run = 0; run < 2; run += 1) {
        const without = await machine.run('Incremental');
        expect(without).toMatchObject({ status: 'T', errors: 1 });
        expect(await machine.log(without.jobid)).toContain(`${disk()}/ was on a disk that is not mounted now.`);
        expect(await deleted(without.jobid)).toEqual([]);
      }
      mount();
      const again = await machine.run('Incremental');
      expect(again).toMatchObject({ status: 'T', errors: 0 });
      expect(await deleted(again.jobid)).toEqual([`${disk()}/not-mounted`]);
    } finally {
      for (const folder of [disk(), join(machine.source, 'other')]) {
        execFileSync('sh', ['-c', 'mountpoint -q "$0" && umount "$0" || true', folder]);
      }
    }
  });
});
