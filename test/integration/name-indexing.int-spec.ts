import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fullScope } from '../../src/domain/principal.js';
import { catalogShapes } from '../harness/builders/catalog-shapes.js';
import { type LineageShown, naiveNames, NameFeedFixture } from '../harness/fixtures/name-indexing-fixture.js';

const dayS = 86_400;
const began = Date.UTC(2026, 0, 1) / 1000;

describe.each(catalogShapes)('over $name', (shape) => {
  let fixture: NameFeedFixture;
  beforeEach(async () => {
    fixture = await NameFeedFixture.open(shape);
  });
  afterEach(() => fixture.close());

  async function expectSameAsCatalog(lineages: readonly LineageShown[]): Promise<void> {
    for (const { jobs, names } of lineages) expect(names).toEqual(await naiveNames(fixture, jobs, shape.names));
  }

  const at = (day: number) => ({ dataTime: began + day * dayS });

  test('holds each name of a Full and what builds on it once, whatever bytes it has', async () => {
    const { maker } = fixture.source;
    const odd = Buffer.concat([Buffer.from('/home/ada/'), Buffer.from([0xe9, 0x0a, 0x25, 0x5c, 0x5f])]);
    const full = await maker.makeRun({ level: 'F', ...at(0) });
    await maker.recordFiles(full, [{ path: '/home/ada/' }, { path: '/home/ada/Straße.TXT' }, { path: odd }]);
    const next = await maker.makeRun({ level: 'I', ...at(1) });
    await maker.recordFiles(next, [
      { path: '/home/ada/' },
      { path: '/home/ada/Straße.TXT' },
      { path: odd, isDeleted: true },
      { path: '/home/ada/new' },
      { path: '/' },
    ]);
    await fixture.catchUp();
    const lineages = await fixture.lineages();
    expect(lineages).toMatchObject([{ client: 'ada', fileset: 'Home', full, jobs: [full, next] }]);
    expect(lineages[0]?.names).toHaveLength(5);
    await expectSameAsCatalog(lineages);
  });

  test('sees when somebody writes file records, and not who only reads them or writes elsewhere', async () => {
    const { catalog, maker } = fixture.source;
    const run = await maker.makeRun({ level: 'F', ...at(0) });
    const isWritten = async (text: string): Promise<boolean> => {
      await maker.client.query(`BEGIN; ${text}`);
      const seen = await catalog.files.isBeingWritten(fullScope);
      await maker.client.query('ROLLBACK');
      return seen;
    };
    expect(await isWritten(`DELETE FROM file WHERE jobid = ${run}`)).toBe(true);
    expect(await isWritten('LOCK TABLE path IN SHARE ROW EXCLUSIVE MODE')).toBe(true);
    expect(await isWritten('SELECT count(*) FROM file, path')).toBe(false);
    expect(await isWritten(`UPDATE job SET joberrors = 1 WHERE jobid = ${run}`)).toBe(false);
    expect(await catalog.files.isBeingWritten(fullScope)).toBe(false);
  });

  test('follows purges, new Fulls, other clients and ids that come again, and equals a rebuild', async () => {
    const { maker } = fixture.source;
    const made: number[] = [];
    for (let day = 0; day < 9; day += 1) {
      for (const client of ['ada', 'bob']) {
        const level = day % 4 === 1 ? 'F' : day % 4 === 3 ? 'D' : 'I';
        const run = await maker.makeRun({ client, level, status: day % 2 === 0 ? 'T' : 'W', ...at(day) });
        made.push(run);
        const files = [0, 1, 2, 3].map((n) => ({ path: `/srv/${client}/d${(day * n) % 3}/f${(day + n) % 5}` }));
        await maker.recordFiles(run, files);
      }
      if (day % 3 === 2) await fixture.catchUp();
      if (day === 5) {
        await maker.client.query('UPDATE job SET purgedfiles = 1 WHERE jobid = ANY ($1)', [
          [made[0], made[2], made[4]],
        ]);
        await maker.client.query('DELETE FROM file WHERE jobid = ANY ($1)', [[made[0], made[2], made[4]]]);
      }
    }
    await maker.client.query("UPDATE job SET job = 'Other.2026-02-02_00.00.00_01' WHERE jobid = $1", [made[11]]);
    await maker.client.query('DELETE FROM file WHERE jobid = $1', [made[11]]);
    await maker.recordFiles(made[11] ?? 0, [{ path: '/elsewhere/x' }]);
    await fixture.catchUp();
    const fed = await fixture.lineages();
    expect(fed.flatMap(({ jobs }) => jobs).sort((a, b) => a - b)).toEqual(expect.arrayContaining(made.slice(6)));
    await fixture.rebuild();
    expect(await fixture.lineages()).toEqual([]);
    await fixture.catchUp();
    const rebuilt = await fixture.lineages();
    await expectSameAsCatalog(rebuilt);
    const kept = made.filter((run) => ![made[0], made[2], made[4]].includes(run));
    expect(rebuilt.flatMap(({ jobs }) => jobs).sort((a, b) => a - b)).toEqual(kept);
    expect(namesByClient(fed)).toEqual(expect.objectContaining(namesByClient(rebuilt)));
  });

  test('reads a run on where a portion ended, also in the midst of a folder', async () => {
    const { maker, catalog } = fixture.source;
    const run = await maker.makeRun();
    const paths = ['/a/', '/a/b', '/a/c', '/a/d', '/b/', '/b/b', '/c/x'];
    await maker.recordFiles(
      run,
      [...paths, '/a/c'].map((path) => ({ path })),
    );
    for (const limit of [1, 2, 3, 7, 8, 9]) {
      const found: string[] = [];
      let after = null;
      do {
        const portion = await catalog.files.readNames(fullScope, { jobId: run, knownIn: [], after }, limit);
        found.push(...portion.names.map(({ pathId, name, word }) => `${pathId}/${name.toString()} ${word.toString()}`));
        after = portion.next;
      } while (after !== null);
      expect(new Set(found).size).toBe(found.length);
      expect(found.map((one) => one.split(' ')[1]).sort()).toEqual(['a', 'b', 'b', 'b', 'c', 'd', 'x'].sort());
    }
  });
});

function namesByClient(lineages: readonly LineageShown[]): Record<string, Set<string>> {
  const names: Record<string, Set<string>> = {};
  for (const lineage of lineages) {
    names[lineage.client] ??= new Set();
    for (const name of lineage.names) names[lineage.client]?.add(name);
  }
  return names;
}
