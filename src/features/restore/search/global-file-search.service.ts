import { Injectable } from '@nestjs/common';
import { countUpTo, type PageRequest, type Slice } from '../../../domain/pagination.js';
import { type FileReader } from '../../../domain/file-reader.port.js';
import { Clock } from '../../../domain/clock.js';
import {
  type FoundFile,
  type RetainedId,
  type SearchQuery,
  type VersionedRun,
  wantedBy,
  type FileKey,
  type IndexPlace,
  type LineageScan,
  NameIndex,
} from '../../../domain/file-search.js';
import { type NamePattern, namePattern } from '../../../domain/name-pattern.js';
import { type Scope } from '../../../domain/principal.js';
import {
  type FileAt,
  type FilePosition,
  cursorOfFilePosition,
  filePositionOfCursor,
  type RunGroup,
  SearchPage,
  findSearchedFolders,
  type SearchedFolders,
  cursorExpired,
} from './search-page.js';
import { RetainedClients } from './retained-clients.js';

/**
 * Each item with the result of `read`, in the order of the items. Prefetching grows by one item after each, up to `most`: a caller
 * who stops after the first item causes no unneeded reads. A caller who leaves early waits for started reads.
 */
export async function* readAhead<Item, Result>(
  items: AsyncIterable<Item>,
  most: number,
  read: (item: Item) => Promise<Result>,
): AsyncGenerator<readonly [Item, Result]> {
  const source = items[Symbol.asyncIterator]();
  const begun: (readonly [Item, Promise<Result>])[] = [];
  try {
    for (let passed = 0; ; passed += 1) {
      await beginUpTo(1 + Math.min(passed, most), begun, source, read);
      const next = begun.shift();
      if (next === undefined) return;
      yield [next[0], await next[1]];
    }
  } finally {
    await Promise.allSettled(begun.map(([, result]) => result));
    await source.return?.();
  }
}

async function beginUpTo<Item, Result>(
  count: number,
  begun: (readonly [Item, Promise<Result>])[],
  source: AsyncIterator<Item>,
  read: (item: Item) => Promise<Result>,
): Promise<void> {
  while (begun.length < count) {
    const next = await source.next();
    if (next.done === true) return;
    const result = read(next.value);
    // A failure is thrown in the order of its item, which the caller may not have requested yet.
    result.catch(() => undefined);
    begun.push([next.value, result]);
  }
}

/** Runs whose names are merged by one statement. */
const mostTogether = 30;

interface GroupedRuns {
  readonly groups: readonly { readonly group: RunGroup; readonly jobIds: readonly number[] }[];
  /** Runs up to this id are in the groups. */
  readonly to: number;
}

/**
 * The next runs outside of all segment sets, by client. `runs` ascend by id and come after `after`; `until` is where the groups
 * ended on the page before, which may have had other groups; null: as many as are read together.
 */
export function groupRuns(
  runs: readonly RetainedId[],
  indexed: ReadonlySet<number>,
  after: number,
  until: number | null,
): GroupedRuns {
  const unindexed = runs.filter(({ jobId }) => !indexed.has(jobId) && (until === null || jobId <= until));
  const isCut = until === null && unindexed.length > mostTogether;
  const to = until ?? (isCut ? unindexed[mostTogether - 1]?.jobId : runs.at(-1)?.jobId) ?? after;
  const byClient = new Map<string, number[]>();
  for (const { jobId, client } of unindexed) {
    if (jobId <= to) byClient.set(client, [...(byClient.get(client) ?? []), jobId]);
  }
  const groups = [...byClient]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([client, jobIds]) => ({ group: { after, to, client }, jobIds }));
  return { groups, to };
}

/** All kept runs of a Director, or of one client of it. */
export interface SearchedRuns {
  readonly scope: Scope;
  readonly director: string;
  readonly files: FileReader;
  readonly client: string | null;
  /** Only versions whose data is older. */
  readonly before: Date | null;
}

type AtLineage = Extract<FileAt, { readonly lineage: number }>;
type FilePage = SearchPage<FoundFile, FileAt>;

interface GlobalSearchRequest {
  readonly searched: SearchedRuns;
  readonly query: SearchQuery;
  readonly pattern: NamePattern;
  readonly asOf: number;
  readonly folders: SearchedFolders;
  readonly clients: RetainedClients;
  readonly found: FilePage;
}

const namesAtOnce = 130;
const lineagesAtOnce = 40;
/** Connections of the pool are few, and other requests want theirs. */
const lineagesAhead = 2;
const runsAtOnce = 500;
/** Each name is looked up in each run: at most this many lookups in one statement. */
const maxChecks = 40_000;
/** How long an index version is cached. */
const cacheMs = 3_600_000;
const firstPosition: IndexPlace = { block: 0, line: -1 };

/**
 * Searches names in all retained runs, without a chain: first the indexed ones, client by client, then the other runs in the
 * catalog itself.
 */
@Injectable()
export class GlobalFileSearch {
  constructor(
    private readonly index: NameIndex,
    private readonly clock: Clock,
  ) {}

  async search(searched: SearchedRuns, query: SearchQuery, page: PageRequest): Promise<Slice<FoundFile>> {
    // No name contains a NUL, and PostgreSQL accepts none.
    const canMatch = !query.text.includes('\0');
    const read = (part: PageRequest) =>
      canMatch ? this.readPage(searched, query, part) : Promise.resolve({ items: [], next: null });
    const slice = await read(page);
    return page.count === true ? { ...slice, total: await countUpTo(read) } : slice;
  }

  private async readPage(searched: SearchedRuns, query: SearchQuery, page: PageRequest): Promise<Slice<FoundFile>> {
    const { director, files, scope } = searched;
    const position = page.after ? filePositionOfCursor(page.after) : null;
    const now = await this.index.now(director);
    const { asOf, begunAt } = position ?? { asOf: now, begunAt: this.clock.now().getTime() };
    if (asOf !== now && this.clock.now().getTime() - begunAt > cacheMs) throw cursorExpired();
    const reading: GlobalSearchRequest = {
      searched,
      query,
      asOf,
      pattern: namePattern(query),
      folders: await findSearchedFolders(files, scope, query.below),
      clients: new RetainedClients(this.index, director, files, scope, asOf),
      found: new SearchPage(page.limit),
    };
    const stopped = await this.readOn(reading, position);
    return reading.found.slice(stopped, (at) => cursorOfFilePosition({ asOf, begunAt, at }));
  }

  private async readOn(reading: GlobalSearchRequest, position: FilePosition | null): Promise<FileAt | null> {
    const at = position?.at ?? null;
    if (at !== null && !('lineage' in at)) return this.readRuns(reading, at);
    const stopped = await this.readLineages(reading, at);
    if (stopped !== null || reading.found.isFull) return stopped;
    if (reading.found.isLate) return { runsAfter: 0 };
    return this.readRuns(reading, { runsAfter: 0 });
  }

  private async readLineages(reading: GlobalSearchRequest, at: AtLineage | null): Promise<FileAt | null> {
    const lineages = this.lineagesFrom(reading, at);
    let isStarted = false;
    for await (const [next, first] of readAhead(lineages, lineagesAhead, (one) => this.scan(reading, one))) {
      if (isStarted && reading.found.isLate) return next;
      isStarted = true;
      const stopped = await this.readLineage(reading, next, first);
      if (stopped !== null || reading.found.isFull) return stopped;
    }
    return null;
  }

  private async *lineagesFrom(
    { searched, asOf }: GlobalSearchRequest,
    at: AtLineage | null,
  ): AsyncGenerator<AtLineage> {
    if (at !== null) yield at;
    const { director, client } = searched;
    for (let last = at?.lineage ?? null; ;) {
      const part = await this.index.listLineages(director, client, asOf, last, lineagesAtOnce);
      for (const segmentSet of part) yield { client: segmentSet.client, lineage: segmentSet.id, after: firstPosition };
      if (part.length < lineagesAtOnce) return;
      last = part.at(-1)?.id ?? null;
    }
  }

  private scan({ searched, pattern, asOf, folders, found }: GlobalSearchRequest, at: AtLineage): Promise<LineageScan> {
    const { director } = searched;
    const all = folders.many ?? (folders.few && new Set(folders.few));
    const { lineage: segmentSet, after } = at;
    const request = { director, lineage: segmentSet, pattern, asOf, after, limit: namesAtOnce, until: found.until };
    return this.index.scan(all ? { ...request, folders: all } : request);
  }

  private async readLineage(reading: GlobalSearchRequest, at: AtLineage, first: LineageScan): Promise<FileAt | null> {
    const { searched, clients, found } = reading;
    const { client, lineage: segmentSet } = at;
    for (let { names, next } = first; ; { names, next } = await this.scan(reading, { ...at, after: next })) {
      if (names.length > 0) {
        const runs = await clients.runsBehind(client, segmentSet, searched.before);
        const stopped = await this.addRetained(reading, runs, names, ({ place: position }) => ({
          client,
          lineage: segmentSet,
          after: position,
        }));
        if (stopped !== null) return stopped;
      }
      if (next === null || found.isFull) return null;
      if (found.isLate) return { client, lineage: segmentSet, after: next };
    }
  }

  /** Runs outside of all segment sets, ascending by id in windows, each window by client. */
  private async readRuns(reading: GlobalSearchRequest, at: Exclude<FileAt, AtLineage>): Promise<FileAt | null> {
    const { searched, found } = reading;
    let from: typeof at | null = at;
    let after = 'group' in at ? at.group.after : at.runsAfter;
    for (;;) {
      const runs = await searched.files.listKeptIds(searched.scope, searched.client, after, runsAtOnce);
      if (runs.length === 0) return null;
      const until = from !== null && 'group' in from ? from.group.to : null;
      const { groups, to } = groupRuns(runs, await this.indexedOf(reading, runs), after, until);
      const stopped = await this.readGroups(reading, groups, from);
      if (stopped !== null || found.isFull) return stopped;
      if (found.isLate) return { runsAfter: to };
      from = null;
      after = to;
    }
  }

  private async indexedOf(
    { searched, asOf }: GlobalSearchRequest,
    runs: readonly RetainedId[],
  ): Promise<ReadonlySet<number>> {
    const ids = runs.map(({ jobId }) => jobId);
    const lineages = await this.index.lineagesOf(searched.director, ids, asOf);
    return new Set(lineages.flatMap(({ jobIds }) => jobIds));
  }

  private async readGroups(
    reading: GlobalSearchRequest,
    groups: GroupedRuns['groups'],
    from: Exclude<FileAt, AtLineage> | null,
  ): Promise<FileAt | null> {
    const position = from !== null && 'group' in from ? from : null;
    const ahead = groups.filter(({ group }) => position === null || group.client >= position.group.client);
    for (const [index, { group, jobIds }] of ahead.entries()) {
      if (index > 0 && reading.found.isLate) return { group, file: null };
      const file = position?.group.client === group.client ? position.file : null;
      const stopped = await this.readGroup(reading, group, jobIds, file);
      if (stopped !== null || reading.found.isFull) return stopped;
    }
    return null;
  }

  private async readGroup(
    reading: GlobalSearchRequest,
    group: RunGroup,
    jobIds: readonly number[],
    from: FileKey | null,
  ): Promise<FileAt | null> {
    const { searched, query, clients, folders, found } = reading;
    const { files, scope, before } = searched;
    const inFolders = folders.few ?? (folders.many && [...folders.many]);
    for (let file = from; ;) {
      const walk = { jobids: jobIds, query, after: file, folders: inFolders };
      const names = await files.findNames(scope, walk, namesAtOnce);
      const last = names.at(-1);
      if (last === undefined) return null;
      const runs = await clients.runsAfter(group.client, group.after, before);
      const stopped = await this.addRetained(reading, runs, names, (name) => ({ group, file: name }));
      if (stopped !== null || found.isFull) return stopped;
      if (found.isLate) return { group, file: last };
      file = last;
    }
  }

  /** Adds the versions of the names. If the time is over before all were read, the position after the last one. */
  private async addRetained<Name extends FileKey>(
    { searched, query, pattern, found }: GlobalSearchRequest,
    runs: readonly VersionedRun[],
    names: readonly Name[],
    positionOf: (name: Name) => FileAt,
  ): Promise<FileAt | null> {
    const isWanted = wantedBy(query, pattern);
    const size = Math.max(1, Math.floor(maxChecks / Math.max(1, runs.length)));
    for (let from = 0; from < names.length && !found.isFull; from += size) {
      const batch = names.slice(from, from + size);
      for (const file of await searched.files.findKept(searched.scope, runs, batch)) {
        const name = batch[file.position];
        if (name !== undefined && isWanted(file.entry)) found.add(file, positionOf(name));
      }
      const last = batch.at(-1);
      if (found.isLate && last !== undefined) return positionOf(last);
    }
    return null;
  }
}
