import { createHash } from 'node:crypto';
import { type CatalogEntry } from '../../../src/domain/catalog-entry.js';
import {
  type FileReader,
  type KeptRun,
  type KeptRunChoice,
  type NamePortion,
  type NamesQuery,
  type RetainedRuns,
} from '../../../src/domain/file-reader.port.js';
import {
  type FileKey,
  type FoundEntry,
  type FoundFile,
  type RetainedId,
  type SearchQuery,
  type SearchScope,
  type VersionedRun,
  wantedBy,
  type WantedNames,
} from '../../../src/domain/file-search.js';
import { namePattern } from '../../../src/domain/name-pattern.js';
import { type PageRequest, type Slice } from '../../../src/domain/pagination.js';
import { type Scope } from '../../../src/domain/principal.js';
import { type ResolvedChain } from '../../../src/domain/restore-reader.port.js';
import { type Run } from '../../../src/domain/run.js';
import { type CatalogRecords, inChain, paged } from './catalog-records.js';

/** The file records of a fake catalog. */
export class FakeFileReader implements FileReader {
  constructor(private readonly records: CatalogRecords) {}

  searchFiles(
    _: Scope,
    chain: ResolvedChain,
    query: SearchQuery,
    page: PageRequest,
    { named = chain.jobids, known = [] }: SearchScope = {},
  ): Promise<Slice<CatalogEntry>> {
    const isReached = (entry: CatalogEntry) =>
      isRecordedIn(this.records, entry, named) && !isRecordedIn(this.records, entry, known);
    const isWanted = wantedBy(query, namePattern(query));
    const found = inChain(this.records, chain).filter((entry) => isReached(entry) && isWanted(entry));
    return Promise.resolve(paged(found, page));
  }

  findNewest(
    _: Scope,
    chain: ResolvedChain,
    client: string,
    keys: readonly FileKey[],
    known: readonly number[],
    own?: readonly number[],
  ): Promise<readonly FoundEntry[]> {
    const isReached = (entry: CatalogEntry) =>
      !isRecordedIn(this.records, entry, known) && (own === undefined || isRecordedIn(this.records, entry, own));
    const held = inChain(this.records, chain).filter((entry) => entry.client === client && isReached(entry));
    return Promise.resolve(
      keys.flatMap((key, position) =>
        held
          .filter((entry) => isAt(entry, key))
          .map((entry) => ({ position, entry }))
          .slice(-1),
      ),
    );
  }

  findFolders(): Promise<readonly string[] | null> {
    return Promise.resolve(null);
  }

  findNames(_: Scope, { jobids, after }: WantedNames, limit: number): Promise<readonly FileKey[]> {
    const keys = this.records.entries.filter(({ jobId }) => jobids.includes(jobId)).map(keyOf);
    const distinct = [...new Map(keys.map((key) => [placeOf(key), key])).values()];
    const sorted = distinct.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    return Promise.resolve(sorted.filter((key) => after === null || placeOf(key) > placeOf(after)).slice(0, limit));
  }

  findKept(_: Scope, runs: readonly VersionedRun[], keys: readonly FileKey[]): Promise<readonly FoundFile[]> {
    return Promise.resolve(
      keys.flatMap((key, position) => {
        const held = runs.flatMap((run) => {
          const entry = this.records.entries.find((one) => one.jobId === run.jobId && isAt(one, key));
          return entry ? [{ ...run, entry }] : [];
        });
        const told = held.filter(({ counts }) => counts);
        if (told[0] === undefined || held.some(({ isKnown }) => isKnown)) return [];
        return [{ position, entry: told[0].entry, versions: told.length, isDeleted: false }];
      }),
    );
  }

  listKeptIds(_: Scope, client: string | null, after: number, limit: number): Promise<readonly RetainedId[]> {
    const kept = this.records.runs.filter((run) => run.jobId > after && run.type === 'Backup');
    return Promise.resolve(
      kept
        .map((run) => ({ jobId: run.jobId, client: run.client ?? '', dataTime: run.queuedAt.getTime() / 1000 }))
        .filter((run) => client === null || run.client === client)
        .sort((a, b) => a.jobId - b.jobId)
        .slice(0, limit),
    );
  }

  async listNewestKeptIds(scope: Scope, client: string, limit: number): Promise<readonly RetainedId[]> {
    return (await this.listKeptIds(scope, client, 0, Infinity)).slice(-limit);
  }

  listKeptRuns(_: Scope, choice: KeptRunChoice): Promise<RetainedRuns> {
    const sorted = [...this.records.runs].sort((a, b) => b.jobId - a.jobId);
    if ('ids' in choice) {
      const { ids } = choice;
      return Promise.resolve({ runs: keptOf(sorted.filter(({ jobId }) => ids.includes(jobId))), from: null });
    }
    const { below, limit } = choice;
    const seen = sorted.filter(({ jobId }) => below === null || jobId < below).slice(0, limit);
    return Promise.resolve({ runs: keptOf(seen), from: seen.length < limit ? null : (seen.at(-1)?.jobId ?? null) });
  }

  readNames(_: Scope, { jobId, knownIn }: NamesQuery): Promise<NamePortion> {
    const known = new Set(
      this.records.entries.filter((one) => knownIn.includes(one.jobId)).map(({ path }) => path.text),
    );
    const fresh = this.records.entries.filter((one) => one.jobId === jobId && !known.has(one.path.text));
    const names = fresh.map((entry) => ({ ...keyOf(entry), word: entry.path.name }));
    return Promise.resolve({ names, next: null });
  }

  isBeingWritten(): Promise<boolean> {
    return Promise.resolve(false);
  }

  runsWithoutNames(_: Scope, jobIds: readonly number[]): Promise<readonly number[]> {
    return Promise.resolve(jobIds.filter((id) => !this.records.entries.some(({ jobId }) => jobId === id)));
  }
}

/** Whether one of the runs has a record of this file of this client. */
function isRecordedIn({ entries }: CatalogRecords, entry: CatalogEntry, jobIds: readonly number[]): boolean {
  return entries.some((one) => jobIds.includes(one.jobId) && isSameFile(one, entry));
}

function keptOf(runs: readonly Run[]): KeptRun[] {
  const kept = runs.filter(({ type, statusCode }) => type === 'Backup' && 'TW'.includes(statusCode));
  return kept.map(({ jobId, uniqueName, client, fileset, level, endedAt, queuedAt }) => ({
    jobId,
    uniqueName,
    client: client ?? '',
    fileset: fileset ?? '',
    isFull: level === 'Full',
    dataTime: Math.floor((endedAt ?? queuedAt).getTime() / 1000),
  }));
}

/** Folders are numbered as they come. */
function keyOf({ path }: CatalogEntry): FileKey {
  return { pathId: numberOf(path.folder), name: path.isFolder ? Buffer.alloc(0) : path.name };
}

/** A folder's number, the same wherever it is asked for. */
function numberOf(folder: Buffer): string {
  return String(createHash('sha256').update(folder).digest().readUIntBE(0, 6));
}

function placeOf({ pathId, name }: FileKey): string {
  return `${pathId} ${name.toString('latin1')}`;
}

function isSameFile(one: CatalogEntry, other: CatalogEntry): boolean {
  return one.client === other.client && one.path.equals(other.path);
}

function isAt(entry: CatalogEntry, key: FileKey): boolean {
  return placeOf(keyOf(entry)) === placeOf(key);
}
