import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type DataSource } from 'typeorm';
import { type CatalogEntry, RawPath } from '../../../src/domain/catalog-entry.js';
import { type SearchQuery } from '../../../src/domain/file-search.js';
import { type PageKey, type PageRequest, type Slice } from '../../../src/domain/pagination.js';
import { fullScope } from '../../../src/domain/principal.js';
import { StoredNameIndex } from '../../../src/features/search-index/name-index.repository.js';
import { ChainSearch } from '../../../src/features/restore/search/chain-search.service.js';
import { GlobalFileSearch } from '../../../src/features/restore/search/global-file-search.service.js';
import { openCatalogFixture, type CatalogFixture } from '../../harness/fixtures/catalog-fixture.js';
import { catalogShapes } from '../../harness/builders/catalog-shapes.js';
import { openConsoleDatabase } from '../../harness/fixtures/console-database.js';
import { FakeClock } from '../../harness/fakes/fake-clock.js';
import { NameWriter } from '../../harness/fixtures/indexed-names.js';
import {
  isFound,
  liveOf,
  recordHistory,
  type Round,
  rounds,
  searchedTexts,
  searchModel,
} from '../../harness/builders/backup-histories.js';

let dataSource: DataSource;
let fixture: CatalogFixture;
let chains: ChainSearch;
let files: GlobalFileSearch;
let clock: FakeClock;

async function openAll(shape = catalogShapes[0]): Promise<void> {
  dataSource = await openConsoleDatabase();
  fixture = await openCatalogFixture(shape);
  const index = new StoredNameIndex(dataSource);
  clock = new FakeClock();
  chains = new ChainSearch(index);
  files = new GlobalFileSearch(index, clock);
}

async function closeAll(): Promise<void> {
  await fixture.close();
  await dataSource.destroy();
}

/** What a feed may do with the runs at any time: put the next one of a client into its newest lineage, or into a new one. */
class Feed {
  readonly writer = new NameWriter(dataSource);
  private readonly lineages = new Map<string, number>();

  constructor(private readonly waiting: { readonly jobId: number; readonly client: string }[]) {}

  static async begin(history: readonly Round[], jobids: readonly number[]): Promise<Feed> {
    await dataSource.query(
      'TRUNCATE index_state, name_segment_set, name_job, name_block, name_block_detail, name_signature RESTART IDENTITY',
    );
    return new Feed(history.map(({ client }, at) => ({ jobId: jobids[at] ?? 0, client })));
  }

  async step(opensLineage: boolean): Promise<void> {
    const run = this.waiting.shift();
    if (!run) return;
    const lineage =
      (opensLineage ? undefined : this.lineages.get(run.client)) ??
      (await this.writer.openLineage(run.client, new Date(run.jobId * 86_400_000)));
    this.lineages.set(run.client, lineage);
    await this.writer.feed(lineage, run.jobId, fixture);
  }
}

interface Course {
  /** For each step of the feed whether it opens a lineage; a page is read between two of them after the first ones. */
  readonly steps: readonly boolean[];
  readonly ahead: number;
  readonly limit: number;
}

const course: fc.Arbitrary<Course> = fc.record({
  steps: fc.array(fc.boolean(), { maxLength: 5 }),
  ahead: fc.integer({ min: 0, max: 5 }),
  limit: fc.integer({ min: 1, max: 9 }),
});

/** Reads to the end while the feed goes on between the pages. */
async function readWhileFed<T>(
  feed: Feed,
  { steps, ahead, limit }: Course,
  read: (page: PageRequest) => Promise<Slice<T>>,
): Promise<T[]> {
  for (const step of steps.slice(0, ahead)) await feed.step(step);
  const later = steps.slice(ahead);
  const items: T[] = [];
  let after: PageKey | null = null;
  do {
    const slice: Slice<T> = await read(after ? { limit, after } : { limit });
    items.push(...slice.items);
    after = slice.next;
    const step = later.shift();
    if (step !== undefined) await feed.step(step);
  } while (after !== null);
  return items;
}

/** Of each path of a client that is kept: its newest version's run, how many there are, and whether it is gone. */
function keptModel(history: readonly Round[], jobids: readonly number[], pattern: string): string[] {
  const kept = new Map<string, { jobId: number; versions: number; isDeleted: boolean }>();
  history.forEach(({ client, changes }, at) => {
    for (const { path, isDeleted } of changes) {
      const key = `${client} ${path}`;
      const known = kept.get(key) ?? { jobId: 0, versions: 0, isDeleted };
      kept.set(
        key,
        isDeleted ? { ...known, isDeleted } : { jobId: jobids[at] ?? 0, versions: known.versions + 1, isDeleted },
      );
    }
  });
  return [...kept]
    .filter(([key, { versions }]) => versions > 0 && isFound(pattern, key))
    .map(([key, { jobId, versions, isDeleted }]) => `${key} ${jobId} ${versions} ${isDeleted}`);
}

describe.each(catalogShapes)('$name', (shape) => {
  beforeAll(async () => {
    await openAll(shape);
    for (const client of ['ada', 'bob']) await fixture.maker.makeClient(client);
  });
  afterAll(closeAll);

  test('pages of any size answer each live name once, whatever is fed between them', async () => {
    const { maker, catalog } = fixture;
    await fc.assert(
      fc.asyncProperty(rounds, fc.constantFrom(...searchedTexts), course, async (history, text, way) => {
        const jobids = await recordHistory(maker, history);
        const chain = await catalog.restore.resolveChain(fullScope, jobids);
        const searched = { scope: fullScope, director: 'here', files: catalog.files, chain, askedJobids: jobids };
        const feed = await Feed.begin(history, jobids);
        const found = await readWhileFed(feed, way, (page) => chains.search(searched, { text }, page));
        const answered = found.map((entry) => `${entry.client} ${entry.path.text} ${entry.jobId}`);
        expect(answered.sort()).toEqual(searchModel(liveOf(history, jobids), text).sort());
      }),
      { numRuns: 12 },
    );
  });

  test('a search without a chain answers each kept name once, deleted ones too', async () => {
    const { maker, catalog } = fixture;
    const searched = { scope: fullScope, director: 'here', files: catalog.files, client: null, before: null };
    await fc.assert(
      fc.asyncProperty(rounds, fc.constantFrom(...searchedTexts), course, async (history, text, way) => {
        const jobids = await recordHistory(maker, history);
        const feed = await Feed.begin(history, jobids);
        const found = await readWhileFed(feed, way, (page) => files.search(searched, { text }, page));
        const answered = found.map(
          ({ entry, versions, isDeleted }) =>
            `${entry.client} ${entry.path.text} ${entry.jobId} ${versions} ${isDeleted}`,
        );
        expect(answered.sort()).toEqual(keptModel(history, jobids, text).sort());
      }),
      { numRuns: 12 },
    );
  });
});

describe('one catalog', () => {
  let jobids: number[];
  let feed: Feed;
  const hour = 3_600_000;
  const history: Round[] = [
    { client: 'ada', changes: ['/h/', '/h/a.txt', '/h/sub/', '/h/sub/b.txt', '/h/sub2/c.txt', '/x/a.txt'].map(made) },
    { client: 'ada', changes: [made('/h/a.txt'), { path: '/x/a.txt', isDeleted: true }] },
    { client: 'bob', changes: [made('/h/a.txt')] },
  ];

  function made(path: string): Round['changes'][number] {
    return { path, isDeleted: false };
  }

  beforeAll(async () => {
    await openAll();
    jobids = await recordHistory(fixture.maker, history);
    feed = await Feed.begin(history, jobids);
  });
  afterAll(closeAll);

  async function search(query: SearchQuery, page: PageRequest = { limit: 50 }): Promise<Slice<CatalogEntry>> {
    const { catalog } = fixture;
    const chain = await catalog.restore.resolveChain(fullScope, jobids);
    const searched = { scope: fullScope, director: 'here', files: catalog.files, chain, askedJobids: jobids };
    return chains.search(searched, query, page);
  }
  const find = (query: SearchQuery, page: PageRequest, more: { client?: string; before?: Date } = {}) => {
    const searched = {
      scope: fullScope,
      director: 'here',
      files: fixture.catalog.files,
      client: more.client ?? null,
      before: more.before ?? null,
    };
    return files.search(searched, query, page);
  };
  const pathsOf = (entries: readonly CatalogEntry[]) =>
    entries.map(({ client, path }) => `${client} ${path.text}`).sort();
  const below = (folder: string) => RawPath.ofText(folder);

  /** The same before anything is fed, with a part fed, and with all. */
  test.each([0, 1, 2])('narrows to folders, types, sizes and times, with %s further runs fed', async (steps) => {
    for (let step = 0; step < steps; step += 1) await feed.step(false);
    const has = async (query: Omit<SearchQuery, 'text'>) => pathsOf((await search({ text: '*', ...query })).items);
    const inSub = ['ada /h/sub/', 'ada /h/sub/b.txt'];
    expect(await has({ below: below('/h/sub/') })).toEqual(['ada /h/sub/b.txt']);
    expect(await has({ below: below('/h/') })).toEqual(['ada /h/a.txt', ...inSub, 'ada /h/sub2/c.txt', 'bob /h/a.txt']);
    expect(await has({ below: below('/nowhere/') })).toEqual([]);
    expect(await has({ types: ['folder'] })).toEqual(['ada /h/', 'ada /h/sub/']);
    expect(await has({ types: ['symlink', 'other'] })).toEqual([]);
    expect(await has({ types: ['file'], minSize: 11 })).toEqual([]);
    expect(await has({ types: ['file'], minSize: 10, maxSize: 10 })).toHaveLength(4);
    const [entry] = (await search({ text: 'b.txt' })).items;
    const at = entry?.modifiedAt?.getTime() ?? 0;
    expect(await has({ types: ['file'], modifiedSince: new Date(at) })).toHaveLength(4);
    expect(await has({ types: ['file'], modifiedSince: new Date(at + 1) })).toEqual([]);
    expect(await has({ modifiedUntil: new Date(at) })).toEqual([]);
    expect((await search({ text: 'txt' }, { limit: 2, count: true })).total).toEqual({ value: 4, exact: true });
  });

  test('files are of one client where it is asked for, and as they were before a time', async () => {
    const all = await find({ text: 'a.txt' }, { limit: 9, count: true });
    const told = all.items.map(({ entry, versions, isDeleted }) => [
      entry.client,
      entry.path.text,
      entry.jobId,
      versions,
      isDeleted,
    ]);
    expect(told.sort()).toEqual([
      ['ada', '/h/a.txt', 2, 2, false],
      ['ada', '/x/a.txt', 1, 1, true],
      ['bob', '/h/a.txt', 3, 1, false],
    ]);
    expect(all.total).toEqual({ value: 3, exact: true });
    expect((await find({ text: 'a.txt' }, { limit: 9 }, { client: 'bob' })).items).toHaveLength(1);
    expect((await find({ text: 'a.txt' }, { limit: 9 }, { client: 'nobody' })).items).toEqual([]);
    // The maker's runs follow each other by an hour from the year's begin, and end after ten minutes.
    const second = new Date(Date.UTC(2026, 0, 1) + 2 * hour);
    const before = (await find({ text: '*', below: below('/h/') }, { limit: 9 }, { before: second })).items;
    expect(before.every(({ entry, versions }) => entry.jobId === 1 && versions === 1)).toBe(true);
    const [gone] = (await find({ text: 'a.txt', below: below('/x/') }, { limit: 9 }, { before: second })).items;
    expect(gone).toMatchObject({ isDeleted: false, versions: 1 });
  });

  test('a cursor of a lineage that is gone says so', async () => {
    const { next } = await search({ text: '*' }, { limit: 1 });
    const found = await find({ text: '*' }, { limit: 1 });
    const [lineage] = await dataSource.query<{ id: number }[]>('SELECT id FROM name_segment_set ORDER BY id LIMIT 1');
    await feed.writer.retire(lineage?.id ?? 0);
    if (next === null || found.next === null) throw new Error('There must be another page.');
    expect((await search({ text: '*' }, { limit: 1, after: next })).items).toHaveLength(1);
    expect((await find({ text: '*' }, { limit: 1, after: found.next })).items).toHaveLength(1);
    await feed.writer.remove(lineage?.id ?? 0);
    await expect(search({ text: '*' }, { limit: 1, after: next })).rejects.toMatchObject({ code: 'cursor_expired' });
    await expect(find({ text: '*' }, { limit: 1, after: found.next })).rejects.toMatchObject({
      code: 'cursor_expired',
    });
    expect((await search({ text: '*' })).items).toHaveLength(6);
  });

  test('a search without a chain does not go on from what was there more than an hour ago', async () => {
    const { next } = await find({ text: '*' }, { limit: 1 });
    clock.advance(3_601);
    if (next === null) throw new Error('There must be another page.');
    expect((await find({ text: '*' }, { limit: 1, after: next })).items).toHaveLength(1);
    await feed.writer.openLineage('ada');
    await expect(find({ text: '*' }, { limit: 1, after: next })).rejects.toMatchObject({ code: 'cursor_expired' });
  });
});
