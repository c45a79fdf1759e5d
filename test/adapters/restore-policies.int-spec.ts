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
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { RestoreScene, modeOf } from '../support/restore-scene.js';
import { madeTime } from '../support/volume-maker.js';

let scene: RestoreScene;

beforeEach(async () => {
  scene = await RestoreScene.start();
});

afterEach(async () => {
  expect(scene.temporaries()).toEqual([]);
  await scene.stop();
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
    mkdirSync(scene.at('d'), { mode: 0o755 });
    for (const [name, time] of [
      ['older', madeTime - 1],
      ['newer', madeTime + 1],
    ] as const) {
      // prettier-ignore
      writeFileSync(scene.at(`d/${name}`), 'standing');
      utimesSync(scene.at(`d/${name}`), time, time);
    }
    symlinkSync('standing', scene.at('d/link'));
  });

  const texts = () => ['older', 'newer', 'absent'].map((name) => scene.text(`d/${name}`));

  test('always replaces', async () => {
    const told = await scene.restore({ jobids: [await scene.maker.makeRun({ entries })] });
    expect(texts()).toEqual(['backed up', 'backed up', 'backed up']);
    expect(readlinkSync(scene.at('d/link'))).toBe('backed-up');
    expect(modeOf(scene.at('d'))).toBe(0o700);
    expect(told.outcome).toMatchObject({ files: 5 });
  });

  test('never replaces, neither files nor what folders look like', async () => {
    const told = await scene.restore({ jobids: [await scene.maker.makeRun({ entries })], replace: 'never' });
    expect(texts()).toEqual(['standing', 'standing', 'backed up']);
    expect(readlinkSync(scene.at('d/link'))).toBe('standing');
    expect(modeOf(scene.at('d'))).toBe(0o755);
    expect(told).toMatchObject({ warnings: [], outcome: { files: 1 } });
    expect(told.infos.at(-1)).toContain('3 stayed as they were');
  });

  test('ifnewer replaces what is older than the backed-up version', async () => {
    await scene.restore({ jobids: [await scene.maker.makeRun({ entries })], replace: 'ifnewer' });
    expect(texts()).toEqual(['backed up', 'standing', 'backed up']);
    expect(readlinkSync(scene.at('d/link'))).toBe('standing');
  });

  test('a run that only finds what it keeps is no failure', async () => {
    const run = await scene.maker.makeRun({ entries: entries.slice(1, 3) });
    expect(await scene.restore({ jobids: [run], replace: 'never' })).toMatchObject({ failure: null, warnings: [] });
  });

  test('a file does not take the place of a folder, nor a folder that of a file', async () => {
    mkdirSync(scene.at('d/absent'));
    writeFileSync(scene.at('tree'), 'a file');
    const tree = [{ path: '/tree/' }, { path: '/tree/leaf', content: 'leaf' }];
    const told = await scene.restore({ jobids: [await scene.maker.makeRun({ entries: [...entries, ...tree] })] });
    expect(told.warnings).toEqual([
      'Not restored: /tree/: "tree" on its way is not a folder.',
      'Not restored: /d/absent: a folder of this name stands there.',
      'Not restored: /tree/leaf: "tree" on its way is not a folder.',
    ]);
    expect(scene.text('tree')).toBe('a file');
    expect(scene.text('d/older')).toBe('backed up');
  });
});

describe('ends before the end', () => {
  test('a cancel in the middle of a file leaves no half of it', async () => {
    const run = await scene.maker.makeRun({
      entries: [
        { path: '/done', content: 'done' },
        { path: '/half', content: Buffer.alloc(3_000_000, 2) },
        { path: '/never', content: 'never' },
      ],
    });
    let bytes = 0;
    const watcher = { onBytes: (total: number) => (bytes = total), isCanceled: () => bytes > 100_000 };
    const told = await scene.restore({ jobids: [run] }, watcher);
    expect(told.outcome).toEqual({ status: 'A', files: 1, bytes: 4 });
    expect(readdirSync(scene.where)).toEqual(['done']);
    expect(bytes).toBeLessThan(1_000_000);
  });

  test('a kill leaves no half file under a final name, and the next restore takes the temporary away', async () => {
    mkdirSync(scene.at('d'));
    writeFileSync(scene.at('d/big'), 'standing');
    const big = Buffer.alloc(2_000_000, 3);
    const run = await scene.maker.makeRun({ entries: [{ path: '/d/' }, { path: '/d/big', content: big }] });
    const task = await scene.task({ jobids: [run] });
    const script = fileURLToPath(new URL('../support/killed-restore.js', import.meta.url));
    const killed = spawnSync(process.execPath, [script, JSON.stringify(task), '500000'], { timeout: 60_000 });
    expect(killed.signal).toBe('SIGKILL');
    expect(scene.text('d/big')).toBe('standing');
    expect(scene.temporaries()).toHaveLength(1);
    await scene.maker.query(`UPDATE job SET jobstatus = 'f' WHERE jobid = $1`, [task.jobId]);
    expect(await scene.restore({ jobids: [run] })).toMatchObject({ warnings: [], failure: null });
    expect(scene.text('d/big')).toHaveLength(big.length);
  });

  test('temporaries of ended restores are taken away, those of others and of live ones stay', async () => {
    const ended = await scene.maker.makeJob('R', 'f');
    const live = await scene.maker.makeJob('R', 'R');
    mkdirSync(scene.at('d'));
    const left = `.backup-console.restoring-${ended}-1`;
    const others = [
      `.backup-console.restoring-${live}-1`,
      '.backup-console.restoring-99999-1',
      `${left}.txt`,
      `x${left}`,
    ];
    for (const name of [left, ...others]) writeFileSync(scene.at(`d/${name}`), 'half');
    const run = await scene.maker.makeRun({ entries: [{ path: '/d/f', content: 'f' }] });
    const told = await scene.restore({ jobids: [run] });
    expect(readdirSync(scene.at('d')).sort()).toEqual([...others, 'f'].sort());
    expect(told.infos.join()).toContain('Removed 1 temporaries');
    for (const name of others) unlinkSync(scene.at(`d/${name}`));
  });

  test('a folder that its owner may not write to is restored into all the same', async () => {
    mkdirSync(scene.at('d'));
    writeFileSync(scene.at('d/f'), 'standing');
    chmodSync(scene.at('d'), 0o500);
    const run = await scene.maker.makeRun({
      entries: [
        { path: '/d/', mode: 0o500 },
        { path: '/d/f', content: 'restored' },
      ],
    });
    expect(await scene.restore({ jobids: [run] })).toMatchObject({ warnings: [] });
    expect(scene.text('d/f')).toBe('restored');
    expect(modeOf(scene.at('d'))).toBe(0o500);
  });
});
