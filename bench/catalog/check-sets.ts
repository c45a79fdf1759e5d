import { type Client } from 'pg';
import { type BenchFixture } from './bench-fixture.js';
import { folderPath, sampleFolders } from './folders.js';
import { entryKey, listFilesNaively, searchNaively, type EntryKey } from './naive-queries.js';
import { readPage, withConnection, type ListPage } from './query-runner.js';
import { chainLengths, chainOf, searchesByKind, searchPath } from './searches.js';

const pageRows = 500;
/** A result with more entries is compared in its first entries only, because each page is a request. */
const mostEntries = 20_000;

interface Entry {
  readonly ref: string;
  readonly jobId: number;
  readonly type: string;
}

/** Compares complete results over HTTP with those of naive statements. Throws where they differ. */
export async function checkSets(fixture: BenchFixture): Promise<void> {
  let compared = 0;
  let entries = 0;
  await withConnection(fixture.scratch.url(fixture.databases.files), async (client) => {
    for (const { path, expected } of searchComparisons(fixture, client)) {
      const found = await readAll(fixture, path);
      compare(path, found, await expected());
      compared += 1;
      entries += found.keys.size;
    }
    for (const { path, expected } of await folderComparisons(fixture, client)) {
      const found = await readAll(fixture, path);
      const files = new Set([...found.keys].filter((key) => !found.folders.has(key)));
      compare(path, { ...found, keys: files }, await expected());
      compared += 1;
      entries += found.keys.size;
    }
  });
  fixture.report.add({ name: 'sets_equal_to_naive', value: compared, unit: 'results' });
  fixture.report.add({ name: 'sets_entries_compared', value: entries, unit: 'entries' });
}

interface Comparison {
  readonly path: string;
  readonly expected: () => Promise<ReadonlySet<EntryKey>>;
}

function searchComparisons(fixture: BenchFixture, client: Client): readonly Comparison[] {
  return [...searchesByKind(fixture.files).values()].flatMap((searches) =>
    searches.flatMap((search) =>
      chainLengths.flatMap((length) =>
        fixture.searchedClients.map((owner) => {
          const jobids = chainOf(owner, length);
          const expected = () => searchNaively(client, search, jobids);
          return { path: searchPath(search, jobids, pageRows), expected };
        }),
      ),
    ),
  );
}

async function folderComparisons(fixture: BenchFixture, client: Client): Promise<readonly Comparison[]> {
  const folders = await sampleFolders(client, fixture.searchedClients);
  return folders.map(({ client: owner, path }) => {
    const jobids = chainOf(owner, 30);
    return { path: folderPath(path, jobids, pageRows), expected: () => listFilesNaively(client, path, jobids) };
  });
}

interface Found {
  readonly keys: ReadonlySet<EntryKey>;
  readonly folders: ReadonlySet<EntryKey>;
  readonly isComplete: boolean;
}

async function readAll({ console }: BenchFixture, path: string): Promise<Found> {
  const keys = new Set<EntryKey>();
  const folders = new Set<EntryKey>();
  let read = 0;
  for (let cursor: string | null = ''; cursor !== null;) {
    if (read >= mostEntries) return { keys, folders, isComplete: false };
    const at: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { items, nextCursor }: ListPage<Entry> = await readPage(console, `${path}${at}`);
    for (const { ref, jobId, type } of items) {
      const key = entryKey(Buffer.from(ref, 'base64url'), jobId);
      if (keys.has(key)) throw new Error(`${path} returned ${Buffer.from(ref, 'base64url').toString()} twice.`);
      keys.add(key);
      if (type === 'folder') folders.add(key);
    }
    read += items.length;
    cursor = nextCursor;
  }
  return { keys, folders, isComplete: true };
}

function compare(path: string, found: Found, expected: ReadonlySet<EntryKey>): void {
  const extra = [...found.keys].filter((key) => !expected.has(key));
  const missing = found.isComplete ? [...expected].filter((key) => !found.keys.has(key)) : [];
  if (extra.length === 0 && missing.length === 0) return;
  const examples = [
    ...extra.slice(0, 3).map((key) => `extra ${describeEntry(key)}`),
    ...missing.slice(0, 3).map((key) => `missing ${describeEntry(key)}`),
  ];
  throw new Error(
    `${path}: ${extra.length} entries too many, ${missing.length} too few of ${expected.size}: ${examples.join('; ')}`,
  );
}

function describeEntry(key: EntryKey): string {
  const [ref = '', jobId = ''] = key.split(' ');
  return `${JSON.stringify(Buffer.from(ref, 'base64url').toString('latin1'))} of run ${jobId}`;
}
