import { createHash } from 'node:crypto';
import {
  CatalogPort,
  type CatalogEntry,
  type FileVersion,
  type KeptRun,
  type KeptRunChoice,
  type RetainedRuns,
  type NamePortion,
  type NamesQuery,
  type ResolvedChain,
  type RestorePlan,
  type RestorePoint,
} from '../../../src/domain/catalog.port.js';
import {
  type FoundEntry,
  type FoundFile,
  type RetainedId,
  type SearchQuery,
  type SearchScope,
  type VersionedRun,
  wantedBy,
  type WantedNames,
  type FileKey,
} from '../../../src/domain/file-search.js';
import { namePattern } from '../../../src/domain/name-pattern.js';
import { type PageRequest, type Slice, sliceOf } from '../../../src/domain/pagination.js';
import { type RawPath } from '../../../src/domain/catalog-entry.js';
import { type Run } from '../../../src/domain/run.js';
import { type Scope } from '../../../src/domain/principal.js';

export const paged = <T>(rows: readonly T[], { limit, after }: PageRequest): Slice<T> => {
  const from = typeof after?.[0] === 'number' ? after[0] : 0;
  const slice = sliceOf(rows.slice(from, from + limit + 1), limit, () => [from + limit]);
  return slice;
};

/** The files of a fake catalog. */
export abstract class FakeFiles extends CatalogPort {
  readonly runs: Run[] = [];
  readonly entries: CatalogEntry[] = [];
  points: RestorePoint[] = [];
  /** Runs that the Director has not made ready to be browsed. */
  readonly unprepared = new Set<number>();

  override listPoints(_: Scope, client: string, _options: object, page: PageRequest): Promise<Slice<RestorePoint>> {
    return Promise.resolve(
      paged(
        this.points.filter((point) => point.client === client),
        page,
      ),
    );
  }

  override resolveChain(_: Scope, jobids: readonly number[]): Promise<ResolvedChain> {
    const found = this.runs.filter((run) => jobids.includes(run.jobId) && run.type === 'Backup');
    const known = new Set(found.map(({ jobId }) => jobId));
    return Promise.resolve({
      jobids: [...known].sort((a, b) => a - b),
      missingJobids: jobids.filter((jobId) => !known.has(jobId)),
      unpreparedJobids: [...known].filter((jobId) => this.unprepared.has(jobId)),
      clients: [...new Set(found.map(({ client }) => client ?? ''))],
      filesets: [...new Set(found.map(({ fileset }) => fileset ?? ''))],
    });
  }

  override listFolder(
    _: Scope,
    chain: ResolvedChain,
    folder: RawPath | null,
    page: PageRequest,
  ): Promise<Slice<CatalogEntry>> {
    const prefix = folder?.text ?? '';
    return Promise.resolve(
      paged(
        this.inChain(chain).filter(({ path }) => path.text.startsWith(prefix)),
        page,
      ),
    );
  }

  override searchFiles(
    _: Scope,
    chain: ResolvedChain,
    query: SearchQuery,
    page: PageRequest,
    { named = chain.jobids, known = [] }: SearchScope = {},
  ): Promise<Slice<CatalogEntry>> {
    const isReached = (entry: CatalogEntry) => this.isRecordedIn(entry, named) && !this.isRecordedIn(entry, known);
    const isWanted = wantedBy(query, namePattern(query));
    const found = this.inChain(chain).filter((entry) => isReached(entry) && isWanted(entry));
    return Promise.resolve(paged(found, page));
  }

  override findNewest(
    _: Scope,
    chain: ResolvedChain,
    client: string,
    keys: readonly FileKey[],
    known: readonly number[],
    own?: readonly number[],
  ): Promise<readonly FoundEntry[]> {
    const isReached = (entry: CatalogEntry) =>
      !this.isRecordedIn(entry, known) && (own === undefined || this.isRecordedIn(entry, own));
    const held = this.inChain(chain).filter((entry) => entry.client === client && isReached(entry));
    return Promise.resolve(
      keys.flatMap((key, position) =>
        held
          .filter((entry) => isAt(entry, key))
          .map((entry) => ({ position, entry }))
          .slice(-1),
      ),
    );
  }

  override findFolders(): Promise<readonly string[] | null> {
    return Promise.resolve(null);
  }

  override listKeptIds(_: Scope, client: string | null, after: number, limit: number): Promise<readonly RetainedId[]> {
    const kept = this.runs.filter((run) => run.jobId > after && run.type === 'Backup');
    return Promise.resolve(
      kept
        .map((run) => ({ jobId: run.jobId, client: run.client ?? '', dataTime: run.queuedAt.getTime() / 1000 }))
        .filter((run) => client === null || run.client === client)
        .sort((a, b) => a.jobId - b.jobId)
        .slice(0, limit),
    );
  }

  override async listNewestKeptIds(scope: Scope, client: string, limit: number): Promise<readonly RetainedId[]> {
    return (await this.listKeptIds(scope, client, 0, Infinity)).slice(-limit);
  }

  override findNames(_: Scope, { jobids, after }: WantedNames, limit: number): Promise<readonly FileKey[]> {
    const keys = this.entries.filter(({ jobId }) => jobids.includes(jobId)).map(keyOf);
    const distinct = [...new Map(keys.map((key) => [placeOf(key), key])).values()];
    const sorted = distinct.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    return Promise.resolve(sorted.filter((key) => after === null || placeOf(key) > placeOf(after)).slice(0, limit));
  }

  override findKept(_: Scope, runs: readonly VersionedRun[], keys: readonly FileKey[]): Promise<readonly FoundFile[]> {
    return Promise.resolve(
      keys.flatMap((key, position) => {
        const held = runs.flatMap((run) => {
          const entry = this.entries.find((one) => one.jobId === run.jobId && isAt(one, key));
          return entry ? [{ ...run, entry }] : [];
        });
        const told = held.filter(({ counts }) => counts);
        if (told[0] === undefined || held.some(({ isKnown }) => isKnown)) return [];
        return [{ position, entry: told[0].entry, versions: told.length, isDeleted: false }];
      }),
    );
  }

  override listKeptRuns(_: Scope, choice: KeptRunChoice): Promise<RetainedRuns> {
    const sorted = [...this.runs].sort((a, b) => b.jobId - a.jobId);
    if ('ids' in choice) {
      const { ids } = choice;
      return Promise.resolve({ runs: keptOf(sorted.filter(({ jobId }) => ids.includes(jobId))), from: null });
    }
    const { below, limit } = choice;
    const seen = sorted.filter(({ jobId }) => below === null || jobId < below).slice(0, limit);
    return Promise.resolve({ runs: keptOf(seen), from: seen.length < limit ? null : (seen.at(-1)?.jobId ?? null) });
  }

  override runsWithoutNames(_: Scope, jobIds: readonly number[]): Promise<readonly number[]> {
    return Promise.resolve(jobIds.filter((id) => !this.entries.some(({ jobId }) => jobId === id)));
  }

  override readNames(_: Scope, { jobId, knownIn }: NamesQuery): Promise<NamePortion> {
    const known = new Set(this.entries.filter((one) => knownIn.includes(one.jobId)).map(({ path }) => path.text));
    const fresh = this.entries.filter((one) => one.jobId === jobId && !known.has(one.path.text));
    const names = fresh.map((entry) => ({ ...keyOf(entry), word: entry.path.name }));
    return Promise.resolve({ names, next: null });
  }

  override isBeingWritten(): Promise<boolean> {
    return Promise.resolve(false);
  }

  override listVersions(_: Scope, client: string, path: RawPath, page: PageRequest): Promise<Slice<FileVersion>> {
    const found = this.entries.filter((entry) => entry.client === client && entry.path.equals(path));
    const extra = { checksum: null, endedAt: null, level: 'Full', volumes: ['Default-0001'] };
    return Promise.resolve(
      paged(
        found.map((entry) => ({ ...entry, ...extra })),
        page,
      ),
    );
  }

  override readPaths(_: Scope, chain: ResolvedChain, take: (paths: readonly RawPath[]) => boolean): Promise<void> {
    take(this.inChain(chain).flatMap(({ path }) => (path.isFolder ? [] : [path])));
    return Promise.resolve();
  }

  override listSelected(
    _: Scope,
    chain: ResolvedChain,
    selection: readonly RawPath[],
    limit: number,
  ): Promise<readonly CatalogEntry[]> {
    return Promise.resolve(this.selected(chain, selection).slice(0, limit));
  }

  override planRestore(_: Scope, chain: ResolvedChain, selection: readonly RawPath[]): Promise<RestorePlan> {
    const held = this.inChain(chain);
    const files = this.selected(chain, selection);
    const missing = selection.filter((path) => !held.some((entry) => isIn(path, entry)));
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const contents = files.filter(({ type }) => type === 'file' || type === 'symlink').length;
    return Promise.resolve({ files: files.length, contents, bytes, volumes: [], missing });
  }

  private selected(chain: ResolvedChain, selection: readonly RawPath[]): CatalogEntry[] {
    const held = this.inChain(chain);
    return held.filter((entry) => selection.length === 0 || selection.some((path) => isIn(path, entry)));
  }

  /** Whether one of the runs has a record of this file of this client. */
  private isRecordedIn(entry: CatalogEntry, jobIds: readonly number[]): boolean {
    return this.entries.some((one) => jobIds.includes(one.jobId) && isSameFile(one, entry));
  }

  private inChain(chain: ResolvedChain): CatalogEntry[] {
    return this.entries.filter(({ jobId }) => chain.jobids.includes(jobId));
  }
}

function isIn(path: RawPath, entry: CatalogEntry): boolean {
  return path.isFolder ? entry.path.text.startsWith(path.text) : entry.path.equals(path);
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
