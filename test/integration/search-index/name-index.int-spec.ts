import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { type IndexPlace, type IndexedName } from '../../../src/domain/file-search.js';
import { namePattern } from '../../../src/domain/name-pattern.js';
import { StoredNameIndex } from '../../../src/features/search-index/name-index.repository.js';
import { openConsoleDatabase } from '../../harness/fixtures/console-database.js';
import { NameWriter } from '../../harness/fixtures/indexed-names.js';

let dataSource: DataSource;
let index: StoredNameIndex;
let writer: NameWriter;

beforeAll(async () => {
  dataSource = await openConsoleDatabase();
  index = new StoredNameIndex(dataSource);
  writer = new NameWriter(dataSource);
});

afterAll(() => dataSource.destroy());

const madeName = (pathId: number, word: string) => ({ pathId, name: Buffer.from(word), word });

interface SqlParams {
  readonly lineage: number;
  readonly text: string;
  readonly asOf: number;
  readonly limit?: number;
  readonly exact?: boolean;
  readonly folders?: ReadonlySet<string>;
}

/** All that a scan finds, in as many goes as it takes. */
async function scanAll({ text, exact, limit = 50, ...request }: SqlParams): Promise<IndexedName[]> {
  const pattern = namePattern({ text, ...(exact === true ? { exact } : {}) });
  const found: IndexedName[] = [];
  let after: IndexPlace | null = null;
  do {
    const { names, next } = await index.scan({ ...request, director: 'here', pattern, limit, after });
    expect(names.length).toBeLessThanOrEqual(limit);
    found.push(...names);
    after = next;
  } while (after !== null);
  return found;
}

describe('a lineage of many blocks', () => {
  const words = Array.from({ length: 60_000 }, (_, at) => `${(at * 7919) % 60_000}-report-${at % 97}.Document`);
  let lineage: number;
  let full: number;

  beforeAll(async () => {
    lineage = await writer.openLineage('ada');
    await writer.add(
      lineage,
      1,
      words.map((word, at) => madeName(at % 500, word)),
    );
    full = await index.now('here');
    await writer.add(lineage, 2, [madeName(7, '41999-REPORT-late'), madeName(8, 'Ärger')]);
  });

  test.each(['4199', '41999-report', '*-96.doc*', '?1999-*', 'ZZZ', '9', 'ä', '*late'])(
    'finds what a look at all names finds: %s',
    async (text) => {
      const asOf = await index.now('here');
      const pattern = namePattern({ text });
      const found = await scanAll({ lineage, text, asOf, limit: 700 });
      const expected = [...words, '41999-REPORT-late', 'Ärger'].filter((word) => pattern.matches(word));
      expect(found.map(({ name }) => name.toString()).sort()).toEqual(expected.sort());
    },
  );

  test('reads signatures where there are any, and little else', async () => {
    const [row] = await dataSource.query<{ blocks: number; segments: number }[]>(
      'SELECT (SELECT blocks FROM name_segment_set WHERE id = $1), (SELECT count(*)::integer AS segments FROM name_signature WHERE lineage_id = $1)',
      [lineage],
    );
    expect(row?.segments).toBe(Math.floor((row?.blocks ?? 0) / 128));
    expect(row?.segments).toBeGreaterThan(0);
  });

  test('shows a moment as it was, whatever came later', async () => {
    const now = await index.now('here');
    expect(await scanAll({ lineage, text: 'late', asOf: full })).toEqual([]);
    expect(await scanAll({ lineage, text: 'late', asOf: now })).toHaveLength(1);
    const [before] = await index.lineagesOf('here', [1, 2], full);
    const [after] = await index.lineagesOf('here', [2], now);
    expect([before?.jobIds, after?.jobIds]).toEqual([[1], [1, 2]]);
    expect(await index.lineagesOf('here', [2], full)).toEqual([]);
  });

  test('keeps to the asked folders, and ends early where its time is over', async () => {
    const asOf = await index.now('here');
    const found = await scanAll({ lineage, text: 'report', asOf, folders: new Set(['3', '499']) });
    expect(found).toHaveLength(240);
    expect(new Set(found.map(({ pathId }) => pathId))).toEqual(new Set(['3', '499']));
    const pattern = namePattern({ text: 'zz' });
    const late = { director: 'here', lineage, pattern, asOf, after: null, limit: 5, until: 0 };
    expect(await index.scan({ ...late, until: performance.now() + 60_000 })).toEqual({ names: [], next: null });
    const common = await index.scan({ ...late, pattern: namePattern({ text: '-96.doc' }), limit: 5_000 });
    expect(common.next).toMatchObject({ line: -1 });
  });

  test('stops at the limit and goes on behind it', async () => {
    const asOf = await index.now('here');
    const whole = await scanAll({ lineage, text: '-96.doc', asOf, limit: 5_000 });
    expect(await scanAll({ lineage, text: '-96.doc', asOf, limit: 7 })).toEqual(whole);
    expect(whole).toHaveLength(words.filter((word) => word.includes('-96.')).length);
  });
});

test('lists lineages by client, those of the newest Full first, and forgets retired ones from their moment on', async () => {
  const other = new NameWriter(dataSource, 'there');
  const old = await other.openLineage('bob', new Date('2026-01-01'));
  const none = await other.openLineage('bob');
  const young = await other.openLineage('bob', new Date('2026-02-01'));
  const ada = await other.openLineage('ada', new Date('2025-01-01'));
  const before = await index.now('there');
  await other.retire(old);
  const now = await index.now('there');
  const list = async (asOf: number, client: string | null, limit: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let after: number | null = null; ;) {
      const found = await index.listLineages('there', client, asOf, after, limit);
      ids.push(...found.map(({ id }) => id));
      after = found.at(-1)?.id ?? null;
      if (after === null) return ids;
    }
  };
  for (const limit of [1, 2, 9]) {
    expect(await list(before, null, limit)).toEqual([ada, young, old, none]);
    expect(await list(now, null, limit)).toEqual([ada, young, none]);
    expect(await list(now, 'bob', limit)).toEqual([young, none]);
  }
  expect(await list(now, 'nobody', 5)).toEqual([]);
  expect(await index.now('nowhere')).toBe(0);
});

test('tells that a lineage is gone', async () => {
  const lineage = await writer.openLineage('bob');
  await writer.add(lineage, 9, [madeName(1, 'a')]);
  const asOf = await index.now('here');
  await writer.remove(lineage);
  await expect(scanAll({ lineage, text: 'a', asOf })).rejects.toMatchObject({ code: 'cursor_expired' });
  await expect(index.listLineages('here', null, asOf, lineage, 5)).rejects.toMatchObject({ code: 'cursor_expired' });
});
