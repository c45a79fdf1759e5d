import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type EntryRecord } from '../../../src/features/runs/file-entry.dto.js';
import { fullScope } from '../../../src/domain/principal.js';
import { type CatalogShape, catalogShapes } from '../../harness/builders/catalog-shapes.js';
import { NameFeedFixture } from '../../harness/fixtures/name-indexing-fixture.js';
import { readPaged } from '../../harness/fixtures/paging.js';
import { clients, type Course, course, type Question } from '../../harness/model/actions.js';
import { examples } from '../../harness/model/examples.js';
import { emptyCatalog } from '../../harness/model/records.js';
import { chainOfPoint, chainOn, isKept, keptOn, liveOn, pointsOn } from '../../harness/model/reference.js';
import { type SqlParams, type Searches, searchesOf } from '../../harness/model/searches.js';
import { World } from '../../harness/model/world.js';
import { testOptions } from '../../harness/fixtures/test-options.js';

/**
 * Searches over random histories against a model that looks at every record, while backups, upheavals and the feed of the index go
 * on between pages that are cut at random. `ROUNDS` histories for each kind of catalog; the printed `SEED` repeats a run.
 */
const rounds = testOptions.roundsOr(4);
const { seed } = testOptions;
/** A crowd is read in larger pages. */
const crowdFactor = 60;

let fixture: NameFeedFixture;
let searches: Searches;

async function beginWorld(shape: CatalogShape, { before }: Course): Promise<World> {
  await fixture.database.query(
    'TRUNCATE index_state, name_run, name_segment_set, name_job, name_block, name_block_detail, name_signature RESTART IDENTITY',
  );
  const { maker } = fixture.source;
  const former = await World.begin(maker, shape, fixture);
  for (const act of before) await former.apply(act);
  if (before.length > 0) {
    await emptyCatalog(maker, shape);
    await fixture.startOver();
  }
  return World.begin(maker, shape, fixture);
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
  readonly total?: { readonly value: number; readonly exact: boolean };
}

/** All pages, with what happens after each. */
async function readOn<Item extends EntryRecord>(
  { limits, between }: Question,
  world: World,
  untouched: ReadonlySet<number>,
  read: (page: SqlParams) => Promise<Page<Item>>,
  look: () => void = () => undefined,
): Promise<Item[]> {
  const pages: Page<Item>[] = [];
  let cursor: string | null = null;
  do {
    const at: number = pages.length;
    const limit = limits[at % limits.length]! * (world.hasCrowd ? crowdFactor : 1);
    const page: Page<Item> = await read({ limit, count: at === 0, ...(cursor === null ? {} : { cursor }) });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    pages.push(page);
    cursor = page.nextCursor;
    for (const act of between[at] ?? []) {
      await world.apply(act, untouched);
      look();
    }
  } while (cursor !== null);
  const items = pages.flatMap((page) => page.items);
  if (between.length === 0) checkTotal(pages[0]?.total, items.length);
  return items;
}

function checkTotal(total: Page<never>['total'], rows: number): void {
  if (total?.exact === true) expect(total.value).toBe(rows);
}

const pathOf = ({ ref }: EntryRecord) => Buffer.from(ref, 'base64url').toString('latin1');
const keyOf = (item: EntryRecord) => `${item.client} ${pathOf(item)}`;

async function checkChain(world: World, question: Question): Promise<void> {
  const point = world.pick(question.runs[0]!, (run) => isKept(run) && run.level !== 'B');
  const jobids =
    question.isOfPoint && point
      ? chainOfPoint(world.runs, point)
      : question.runs.map((number) => world.pick(number)?.jobId ?? number + 1);
  const chain = chainOn(world.runs, jobids);
  const untouched = new Set([...jobids, ...chain.map(({ jobId }) => jobId)]);
  const expected = liveOn(chain, question).sort();
  const told = (item: EntryRecord) => `${keyOf(item)} | ${item.jobId} ${item.fileId}`;
  const found = await readOn(question, world, untouched, (page) => searches.chain(jobids, question, page));
  expect(found.map(told).sort()).toEqual(expected);
  const alone = await readOn({ ...question, between: [] }, world, untouched, (page) =>
    searches.chainAlone(jobids, question, page),
  );
  expect(alone.map(told).sort()).toEqual(expected);
}

/** Whatever happens meanwhile: what was there all the time is told, as it was at some time of the reading, and once. */
async function checkAll(world: World, question: Question): Promise<void> {
  const run = question.before === null ? undefined : world.pick(question.before);
  const before = run?.time ?? Infinity;
  const states = [keptOn(world.runs, question, before)];
  world.disturbed.clear();
  const look = () => states.push(keptOn(world.runs, question, before));
  const read = (page: SqlParams) => searches.all(question, before, page);
  const found = await readOn(question, world, new Set(), read, look);
  const told = new Map<string, string>();
  for (const item of found) {
    const key = keyOf(item);
    const says = `${item.jobId} ${item.fileId} ${item.versions} ${item.deleted}`;
    if (!world.disturbed.has(key)) expect([key, told.get(key)]).toEqual([key, undefined]);
    expect([key, states.map((state) => state.get(key))]).toEqual([key, expect.arrayContaining([says])]);
    told.set(key, says);
  }
  const lasting = [...states[0]!.keys()].filter((key) => states.every((state) => state.has(key)));
  expect(lasting.filter((key) => !told.has(key) && !world.disturbed.has(key))).toEqual([]);
}

/** Nothing happens meanwhile, and no index is there. */
async function checkAllAlone(world: World, question: Question): Promise<void> {
  const still = { ...question, between: [] };
  const found = await readOn(still, world, new Set(), (page) => searches.allAlone(still, Infinity, page));
  const told = found.map((item) => `${keyOf(item)} | ${item.jobId} ${item.fileId} ${item.versions} ${item.deleted}`);
  const expected = [...keptOn(world.runs, still, Infinity)].map(([key, says]) => `${key} | ${says}`);
  expect(told.sort()).toEqual(expected.sort());
}

async function checkPoints(world: World, limit: number): Promise<void> {
  for (const client of clients) {
    const points = await readPaged(limit, (page) =>
      fixture.source.catalog.restore.listPoints(fullScope, client, {}, page),
    );
    expect(points.map(({ jobId, jobids }) => `${jobId}: ${jobids.join()}`)).toEqual(pointsOn(world.runs, client));
  }
}

async function checkCourse(shape: CatalogShape, way: Course): Promise<void> {
  const world = await beginWorld(shape, way);
  if (way.isCrowded) world.crowd();
  for (const act of way.acts) await world.apply(act);
  await checkPoints(world, way.ofChain.limits[0]!);
  await checkChain(world, way.ofChain);
  await checkAll(world, way.ofAll);
  await checkAllAlone(world, way.ofAll);
}

describe.each(catalogShapes)('$name', (shape) => {
  beforeAll(async () => {
    process.stderr.write(`Truth of searches, ${shape.name}: ROUNDS=${rounds} SEED=${seed}\n`);
    fixture = await NameFeedFixture.open(shape);
    searches = searchesOf(fixture);
    for (const client of clients) await fixture.source.maker.makeClient(client);
  });
  afterAll(() => fixture.close());

  test.each(examples)('$name', (way) => checkCourse(shape, way));

  test(
    'searches tell what the records say, whatever happens between pages',
    async () => {
      await fc.assert(
        fc.asyncProperty(course, (way) => checkCourse(shape, way)),
        { numRuns: rounds, seed },
      );
    },
    rounds * 20_000 + 30_000,
  );
});
