import { type Client } from 'pg';
import { openPeer, pageOf, type ListPage } from './asking.js';
import { using, type BenchFixture } from './bench-scene.js';
import { entryKey, naiveEntries, naiveFiles, type EntryKey } from './naive.js';
import { chainLengths, chainOf, searchKinds, searchPath } from './searches.js';
import { folderPath, foldersOf } from './folders.js';

const pageRows = 500;
/** Of more than so many entries only the first are read and looked for in the other set: each page is a request. */
const mostEntries = 20_000;

interface Entry {
  readonly ref: string;
  readonly jobId: number;
  readonly type: string;
}

/** Compares whole answers through HTTP with those of the naive statements. Throws where they differ. */
export async function checkSets(fixture: BenchFixture): Promise<void> {
  let compared = 0;
  let entries = 0;
  await using(openPeer(fixture.scratch.url(fixture.databases.files)), async (client) => {
    for (const asked of comparisons(fixture, client)) {
      const found = await readAll(fixture, asked.path);
      compare(asked.path, found, await asked.expected());
      compared += 1;
      entries += found.keys.size;
    }
    for (const asked of await folderComparisons(fixture, client)) {
      const found = await readAll(fixture, asked.path);
      compare(
        asked.path,
        { ...found, keys: new Set([...found.keys].filter((key) => !found.folders.has(key))) },
        await asked.expected(),
      );
      compared += 1;
      entries += found.keys.size;
    }
  });
  fixture.report.add({ name: 'sets_equal_to_naive', value: compared, unit: 'answers' });
  fixture.report.add({ name: 'sets_entries_compared', value: entries, unit: 'entries' });
}

interface Comparison {
  readonly path: string;
  readonly expected: () => Promise<ReadonlySet<EntryKey>>;
}

function comparisons(fixture: BenchFixture, client: Client): readonly Comparison[] {
  return [...searchKinds(fixture.files).values()].flatMap((searches) =>
    searches.flatMap((search) =>
      chainLengths.flatMap((length) =>
        fixture.askedClients.slice(0, 3).map((asked) => {
          const jobids = chainOf(asked, length);
          return { path: searchPath(search, jobids, pageRows), expected: () => naiveEntries(client, search, jobids) };
        }),
      ),
    ),
  );
}

async function folderComparisons(fixture: BenchFixture, client: Client): Promise<readonly Comparison[]> {
  const folders = await foldersOf(client, fixture.askedClients);
  return folders
    .filter(({ isHuge }) => !isHuge)
    .map(({ client: owner, path }) => {
      const jobids = chainOf(owner, 30);
      return { path: folderPath(path, jobids, pageRows), expected: () => naiveFiles(client, path, jobids) };
    });
}

interface Found {
  readonly keys: ReadonlySet<EntryKey>;
  readonly folders: ReadonlySet<EntryKey>;
  readonly isWhole: boolean;
}

async function readAll({ console }: BenchFixture, path: string): Promise<Found> {
  const keys = new Set<EntryKey>();
  const folders = new Set<EntryKey>();
  let read = 0;
  for (let cursor: string | null = ''; cursor !== null;) {
    if (read >= mostEntries) return { keys, folders, isWhole: false };
    const at: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { items, nextCursor }: ListPage<Entry> = await pageOf(console, 'files', `${path}${at}`);
    for (const { ref, jobId, type } of items) {
      const key = entryKey(Buffer.from(ref, 'base64url'), jobId);
      if (keys.has(key)) throw new Error(`${path} answers ${Buffer.from(ref, 'base64url').toString()} twice.`);
      keys.add(key);
      if (type === 'folder') folders.add(key);
    }
    read += items.length;
    cursor = nextCursor;
  }
  return { keys, folders, isWhole: true };
}

function compare(path: string, found: Found, expected: ReadonlySet<EntryKey>): void {
  const extra = [...found.keys].filter((key) => !expected.has(key));
  const missing = found.isWhole ? [...expected].filter((key) => !found.keys.has(key)) : [];
  if (extra.length === 0 && missing.length === 0) return;
  const shown = [
    ...extra.slice(0, 3).map((key) => `extra ${told(key)}`),
    ...missing.slice(0, 3).map((key) => `missing ${told(key)}`),
  ];
  throw new Error(
    `${path}: ${extra.length} too many, ${missing.length} too few of ${expected.size}: ${shown.join('; ')}`,
  );
}

function told(key: EntryKey): string {
  const [ref = '', jobId = ''] = key.split(' ');
  return `${JSON.stringify(Buffer.from(ref, 'base64url').toString('latin1'))} of run ${jobId}`;
}
