import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { RestoreFixture, modeOf } from '../../harness/fixtures/restore-fixture.js';
import { madeTime } from '../../harness/builders/volume-builder.js';
import { testProgram } from '../../harness/fixtures/built-files.js';

let fixture: RestoreFixture;

beforeEach(async () => {
  fixture = await RestoreFixture.start();
});

afterEach(async () => {
  expect(fixture.temporaries()).toEqual([]);
  await fixture.stop();
});

describe('replace policies', () => {
  const entries = [
    { path: '/d/', mode: 0o700, mtime: madeTime },
    { path: '/d/older', content: 'backed up', mtime: madeTime },
    { path: '/d/newer', content: 'backed up', mtime: madeTime },
    { path: '/d/absent', content: 'backed up', mtime: madeTime },
    { path: '/d/link', type: 'symlink', target: 'backed-up', mtime: madeTime },
  ] as const;

  beforeEach(() => {
    mkdirSync(fixture.at('d'), { mode: 0o755 });
    for (const [name, time] of [
      ['older', madeTime - 1],
      ['newer', madeTime + 1],
    ] as const) {
      // prettier-ignore
      writeFileSync(fixture.at(`d/${name}`), 'standing');
      utimesSync(fixture.at(`d/${name}`), time, time);
    }
    symlinkSync('standing', fixture.at('d/link'));
  });

  const texts = () => ['older', 'newer', 'absent'].map((name) => fixture.text(`d/${name}`));

  test('always replaces', async () => {
    const told = await fixture.restore({ jobids: [await fixture.maker.makeRun({ entries })] });
    expect(texts()).toEqual(['backed up', 'backed up', 'backed up']);
    expect(readlinkSync(fixture.at('d/link'))).toBe('backed-up');
    expect(modeOf(fixture.at('d'))).toBe(0o700);
    expect(told.outcome).toMatchObject({ files: 5 });
  });

  test('never replaces, neither files nor what folders look like', async () => {
    const told = await fixture.restore({ jobids: [await fixture.maker.makeRun({ entries })], replace: 'never' });
    expect(texts()).toEqual(['standing', 'standing', 'backed up']);
    expect(readlinkSync(fixture.at('d/link'))).toBe('standing');
    expect(modeOf(fixture.at('d'))).toBe(0o755);
    expect(told).toMatchObject({ warnings: [], outcome: { files: 1 } });
    expect(told.infos.at(-1)).toBe('1 of 5 restored, 4 skipped (already exists); 9 bytes.');
  });

  test('ifnewer replaces what is older than the backed-up version', async () => {
    await fixture.restore({ jobids: [await fixture.maker.makeRun({ entries })], replace: 'ifnewer' });
    expect(texts()).toEqual(['backed up', 'standing', 'backed up']);
    expect(readlinkSync(fixture.at('d/link'))).toBe('standing');
  });

  test('a restore that only finds what it keeps is no failure, but a warning that says so', async () => {
    const run = await fixture.maker.makeRun({ entries: entries.slice(1, 3) });
    const told = await fixture.restore({ jobids: [run], replace: 'never' });
    expect(told).toMatchObject({
      failure: null,
      outcome: { restore: { chosen: 2, restored: 0, skipped: 2, failed: 0 } },
    });
    expect(told.warnings).toEqual(['0 of 2 restored, 2 skipped (already exists); 0 bytes.']);
  });

  test('each chosen entry is listed once with its outcome, failures first and with their reason', async () => {
    mkdirSync(fixture.at('d/absent'));
    const jobId = await fixture.maker.makeJob('R', 'R');
    const run = await fixture.maker.makeRun({ entries });
    const told = await fixture.restore({ jobId, jobids: [run], replace: 'ifnewer' });
    expect(await fixture.listed(jobId)).toEqual([
      ['failed', '/d/absent', run, 'a folder with this name already exists'],
      ['skipped', '/d/', run, null],
      ['skipped', '/d/newer', run, null],
      ['skipped', '/d/link', run, null],
      ['restored', '/d/older', run, null],
    ]);
    expect(told.outcome?.restore).toEqual({ chosen: 5, restored: 1, skipped: 3, failed: 1 });
  });

  test('a restore that could bring back nothing lists why, though it fails', async () => {
    mkdirSync(fixture.at('d/older.d'));
    const jobId = await fixture.maker.makeJob('R', 'R');
    const run = await fixture.maker.makeRun({ entries: [{ path: '/d/older.d', content: 'x' }] });
    const { failure } = await fixture.restore({ jobId, jobids: [run] });
    expect(failure).toBe('Nothing could be restored: a folder with this name already exists.');
    expect(await fixture.listed(jobId)).toEqual([
      ['failed', '/d/older.d', run, 'a folder with this name already exists'],
    ]);
  });

  test('a file does not take the place of a folder, nor a folder that of a file', async () => {
    mkdirSync(fixture.at('d/absent'));
    writeFileSync(fixture.at('tree'), 'a file');
    const tree = [{ path: '/tree/' }, { path: '/tree/leaf', content: 'leaf' }];
    const told = await fixture.restore({ jobids: [await fixture.maker.makeRun({ entries: [...entries, ...tree] })] });
    expect(told.warnings).toEqual([
      'Not restored: /tree/: "tree" in its path is not a folder.',
      'Not restored: /d/absent: a folder with this name already exists.',
      'Not restored: /tree/leaf: "tree" in its path is not a folder.',
    ]);
    expect(fixture.text('tree')).toBe('a file');
    expect(fixture.text('d/older')).toBe('backed up');
  });
});

describe('ends before the end', () => {
  test('a cancel in the middle of a file leaves no half of it', async () => {
    const run = await fixture.maker.makeRun({
      entries: [
        { path: '/done', content: 'done' },
        { path: '/half', content: Buffer.alloc(3_000_000, 2) },
        { path: '/never', content: 'never' },
      ],
    });
    let bytes = 0;
    const watcher = { onBytes: (total: number) => (bytes = total), isCanceled: () => bytes > 100_000 };
    const told = await fixture.restore({ jobids: [run] }, watcher);
    const restore = { chosen: 3, restored: 1, skipped: 0, failed: 0 };
    expect(told.outcome).toEqual({ status: 'A', files: 1, bytes: 4, restore });
    expect(readdirSync(fixture.where)).toEqual(['done']);
    expect(bytes).toBeLessThan(1_000_000);
  });

  test('a kill leaves no half file under a final name, and the next restore takes the temporary away', async () => {
    mkdirSync(fixture.at('d'));
    writeFileSync(fixture.at('d/big'), 'standing');
    const big = Buffer.alloc(2_000_000, 3);
    const run = await fixture.maker.makeRun({ entries: [{ path: '/d/' }, { path: '/d/big', content: big }] });
    const task = await fixture.task({ jobids: [run] });
    const script = testProgram('test/harness/fixtures/killed-restore.ts');
    const killed = spawnSync(process.execPath, [script, JSON.stringify(task), '500000'], { timeout: 60_000 });
    expect(killed.signal).toBe('SIGKILL');
    expect(fixture.text('d/big')).toBe('standing');
    expect(fixture.temporaries()).toHaveLength(1);
    await fixture.maker.query(`UPDATE job SET jobstatus = 'f' WHERE jobid = $1`, [task.jobId]);
    expect(await fixture.restore({ jobids: [run] })).toMatchObject({ warnings: [], failure: null });
    expect(fixture.text('d/big')).toHaveLength(big.length);
  });

  test('temporaries of ended restores are taken away, those of others and of live ones stay', async () => {
    const ended = await fixture.maker.makeJob('R', 'f');
    const live = await fixture.maker.makeJob('R', 'R');
    mkdirSync(fixture.at('d'));
    const left = `.backup-console.restoring-${ended}-1`;
    const others = [
      `.backup-console.restoring-${live}-1`,
      '.backup-console.restoring-99999-1',
      `${left}.txt`,
      `x${left}`,
    ];
    for (const name of [left, ...others]) writeFileSync(fixture.at(`d/${name}`), 'half');
    const run = await fixture.maker.makeRun({ entries: [{ path: '/d/f', content: 'f' }] });
    const told = await fixture.restore({ jobids: [run] });
    expect(readdirSync(fixture.at('d')).sort()).toEqual([...others, 'f'].sort());
    expect(told.infos.join()).toContain('Removed 1 temporary files');
    for (const name of others) unlinkSync(fixture.at(`d/${name}`));
  });

  test('a folder that its owner may not write to is restored into all the same', async () => {
    mkdirSync(fixture.at('d'));
    writeFileSync(fixture.at('d/f'), 'standing');
    chmodSync(fixture.at('d'), 0o500);
    const run = await fixture.maker.makeRun({
      entries: [
        { path: '/d/', mode: 0o500 },
        { path: '/d/f', content: 'restored' },
      ],
    });
    expect(await fixture.restore({ jobids: [run] })).toMatchObject({ warnings: [] });
    expect(fixture.text('d/f')).toBe('restored');
    expect(modeOf(fixture.at('d'))).toBe(0o500);
  });
});
