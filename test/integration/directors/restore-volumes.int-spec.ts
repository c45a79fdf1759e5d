import { appendFileSync, readFileSync, readdirSync, statSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { RestoreFixture } from '../../harness/fixtures/restore-fixture.js';

let fixture: RestoreFixture;

beforeEach(async () => {
  fixture = await RestoreFixture.start();
});

afterEach(async () => {
  expect(fixture.temporaries()).toEqual([]);
  await fixture.stop();
});

describe('volumes that are not as they should be', () => {
  test('a wrong checksum leaves what stands there untouched', async () => {
    writeFileSync(fixture.at('bad'), 'standing');
    const run = await fixture.maker.makeRun({
      entries: [
        { path: '/bad', content: 'rotten', checksum: 'A'.repeat(43) },
        { path: '/good', content: 'good' },
        { path: '/link', linkTo: '/bad' },
      ],
    });
    const told = await fixture.restore({ jobids: [run] });
    expect(fixture.text('bad')).toBe('standing');
    expect(fixture.text('good')).toBe('good');
    expect(fixture.has('link')).toBe(false);
    expect(told.warnings).toEqual([
      'Not restored: /bad: its content on the volume does not have the checksum recorded in the catalog.',
      'Not restored: /link: its content on the volume does not have the checksum recorded in the catalog.',
    ]);
    expect(told.outcome).toMatchObject({ status: 'T', files: 1, bytes: 4 });
  });

  test('a missing volume costs its own files only', async () => {
    const first = await fixture.maker.makeRun({ volume: 'Gone-0001', entries: [{ path: '/one', content: '1' }] });
    const second = await fixture.maker.makeRun({ volume: 'Here-0001', entries: [{ path: '/two', content: '2' }] });
    unlinkSync(fixture.maker.volumeFile('Gone-0001'));
    const told = await fixture.restore({ jobids: [first, second] });
    expect(told.warnings).toEqual([
      expect.stringMatching(
        /^Not restored: \/one: volume Gone-0001 is not available: the file .*Gone-0001\S* does not exist/,
      ),
    ]);
    expect(fixture.text('two')).toBe('2');
  });

  test('fails with the reason where nothing can be restored', async () => {
    const run = await fixture.maker.makeRun({ storage: 'Elsewhere', entries: [{ path: '/d/' }, { path: '/d/one' }] });
    const told = await fixture.restore({ jobids: [run] });
    expect(told.failure).toBe(
      'Nothing could be restored: volume Default-0001 is not available: the folder of its storage is unknown.',
    );
  });

  test('a volume that was cut short or damaged gives what is still good', async () => {
    const content = Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * index) % 251));
    const entries = ['a', 'b', 'c', 'd'].map((name) => ({ path: `/${name}`, content }));
    const run = await fixture.maker.makeRun({ entriesPerSegment: 1, entries });
    const file = fixture.maker.volumeFile();
    truncateSync(file, statSync(file).size - 10);
    const bytes = readFileSync(file);
    bytes.fill(0x55, Math.floor(bytes.length * 0.3), Math.floor(bytes.length * 0.4));
    writeFileSync(file, bytes);
    const told = await fixture.restore({ jobids: [run] });
    expect(told.warnings).toEqual([
      expect.stringMatching(/^Not restored: \/b: volume Default-0001 is not available: /),
      expect.stringMatching(
        /^Not restored: \/d: volume Default-0001 is not available: it ends at byte \d+, before byte/,
      ),
    ]);
    expect(readdirSync(fixture.where)).toEqual(['a', 'c']);
  });

  test('an entry that is another file than the catalog says is refused', async () => {
    const run = await fixture.maker.makeRun({
      entries: [
        { path: '/a', content: 'a' },
        { path: '/b', content: 'b' },
      ],
    });
    await fixture.maker.query(`UPDATE file SET fileindex = 3 - fileindex, md5 = '0' WHERE jobid = $1`, [run]);
    const told = await fixture.restore({ jobids: [run] });
    expect(told.failure).toContain('the volume contains something else in its place');
    expect(readdirSync(fixture.where)).toEqual([]);
  });

  test('bytes behind the last known segment do not matter', async () => {
    const run = await fixture.maker.makeRun({ entries: [{ path: '/a', content: 'a' }] });
    appendFileSync(fixture.maker.volumeFile(), 'the tail of a backup that was killed');
    expect(await fixture.restore({ jobids: [run] })).toMatchObject({ warnings: [], failure: null });
  });

  test('fails before it writes where the chain is not whole in the catalog', async () => {
    const run = await fixture.maker.makeRun({ entries: [{ path: '/a', content: 'a' }] });
    expect(await fixture.restore({ jobids: [run, 4711] })).toMatchObject({
      failure: 'Run 4711 is not in the catalog.',
    });
    await fixture.maker.query('UPDATE job SET purgedfiles = 1 WHERE jobid = $1', [run]);
    expect(await fixture.restore({ jobids: [run] })).toMatchObject({
      failure: `The files of run ${run} are no longer in the catalog.`,
    });
    expect(readdirSync(fixture.where)).toEqual([]);
  });
});
