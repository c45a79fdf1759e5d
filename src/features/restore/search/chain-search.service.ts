import { Injectable } from '@nestjs/common';
import { countUpTo, type PageKey, type PageRequest, type Slice } from '../../../domain/pagination.js';
import { type CatalogEntry } from '../../../domain/catalog-entry.js';
import { type FileReader } from '../../../domain/file-reader.port.js';
import { type ResolvedChain } from '../../../domain/restore-reader.port.js';
import {
  type SearchQuery,
  type SearchScope,
  wantedBy,
  type IndexPlace,
  NameIndex,
  type PresentLineages,
  type Lineage,
} from '../../../domain/file-search.js';
import { type NamePattern, namePattern } from '../../../domain/name-pattern.js';
import { type Scope } from '../../../domain/principal.js';
import {
  SearchPage,
  findSearchedFolders,
  type SearchedFolders,
  type ChainPosition,
  cursorExpired,
  cursorOfChainPosition,
  chainPositionOfCursor,
} from './search-page.js';

/** A segment set with runs of the chain. */
interface LineageSource {
  readonly lineage: number;
  readonly client: string;
  /** Runs of the chain in earlier segment sets: files with a record in them were found there. */
  readonly known: readonly number[];
  /**
   * The chain's own runs, if the client has others. Records that exist only in runs outside the chain, or were pruned, would
   * otherwise appear as matches. null: there are no others.
   */
  readonly own: readonly number[] | null;
}

interface SearchSources {
  /** In the order in which they are read. */
  readonly lineages: readonly LineageSource[];
  /** Runs of the chain outside of all segment sets, which are read last and from the catalog. */
  readonly unindexed: readonly number[];
  readonly indexed: readonly number[];
}

/**
 * Where the names of a chain are indexed. `lineages` are of one index version, so that the parts are the same for each page of a
 * result.
 */
export function sourcesOf(jobids: readonly number[], lineages: readonly Lineage[]): SearchSources {
  const ofChain = new Set(jobids);
  const indexed = new Set<number>();
  const knownOf = new Map<string, number[]>();
  const sources: (Omit<LineageSource, 'own'> & { readonly runs: readonly number[] })[] = [];
  for (const { id, client, jobIds } of lineages) {
    const runs = jobIds.filter((jobId) => ofChain.has(jobId));
    if (runs.length === 0) continue;
    const known = knownOf.get(client) ?? [];
    sources.push({ lineage: id, client, known, runs });
    knownOf.set(client, [...known, ...runs]);
    for (const jobId of runs) indexed.add(jobId);
  }
  const unindexed = jobids.filter((jobId) => !indexed.has(jobId));
  const isAlone = (client: string) =>
    unindexed.length === 0 && sources.filter((source) => source.client === client).length === 1;
  const withOwn = sources.map(({ runs, ...source }) => ({ ...source, own: isAlone(source.client) ? null : runs }));
  return { lineages: withOwn, unindexed, indexed: [...indexed] };
}

/** The chain that is searched, and where. */
export interface SearchedChain {
  readonly scope: Scope;
  readonly director: string;
  readonly files: FileReader;
  readonly chain: ResolvedChain;
  /** As requested, including those pruned meanwhile. */
  readonly askedJobids: readonly number[];
}

type ChainAt = ChainPosition['at'];
type ChainPage = SearchPage<CatalogEntry, ChainAt>;

/** More names than a page are read, because some may be deleted or filtered out. */
const spareNames = 12;
const firstPosition: IndexPlace = { block: 0, line: -1 };

interface ChainSearchRequest {
  readonly searched: SearchedChain;
  readonly query: SearchQuery;
  readonly pattern: NamePattern;
  readonly asOf: number;
  readonly lineages: readonly number[];
  readonly sources: SearchSources;
  readonly folders: SearchedFolders;
}

/**
 * Searches names in a restore chain: first the indexed runs, segment set by segment set, then the others in the catalog itself.
 * The index only gives candidates; each version is read from the catalog.
 */
@Injectable()
export class ChainSearch {
  constructor(private readonly index: NameIndex) {}

  async search(searched: SearchedChain, query: SearchQuery, page: PageRequest): Promise<Slice<CatalogEntry>> {
    // No name contains a NUL, and PostgreSQL accepts none.
    const canMatch = searched.chain.jobids.length > 0 && !query.text.includes('\0');
    const read = (part: PageRequest) =>
      canMatch ? this.readPage(searched, query, part) : Promise.resolve({ items: [], next: null });
    const slice = await read(page);
    return page.count === true ? { ...slice, total: await countUpTo(read) } : slice;
  }

  private async readPage(searched: SearchedChain, query: SearchQuery, page: PageRequest): Promise<Slice<CatalogEntry>> {
    const position = page.after ? chainPositionOfCursor(page.after) : null;
    const reading = await this.begin(searched, query, position);
    const found: ChainPage = new SearchPage(page.limit);
    let stopped = await this.readLineages(reading, found, position?.at ?? null);
    if (stopped === null && !found.isFull) stopped = await this.readCatalog(reading, found, position?.at ?? null);
    const { asOf, lineages } = reading;
    return found.slice(stopped, (at) => cursorOfChainPosition({ asOf, lineages, at }));
  }

  private async begin(
    searched: SearchedChain,
    query: SearchQuery,
    position: ChainPosition | null,
  ): Promise<ChainSearchRequest> {
    const { director, files, scope, chain } = searched;
    const folders = await findSearchedFolders(files, scope, query.below);
    const isIndexWanted = folders.few === undefined;
    const runs = [...new Set([...searched.askedJobids, ...chain.jobids])];
    const { asOf, lineages: found } = await this.lineagesFor(director, runs, position, isIndexWanted);
    const lineages = position?.lineages ?? found.map(({ id }) => id);
    if (!lineages.every((id) => found.some((one) => one.id === id))) throw cursorExpired();
    const sources = sourcesOf(chain.jobids, found);
    return { searched, query, pattern: namePattern(query), asOf, lineages, sources, folders };
  }

  private async lineagesFor(
    director: string,
    runs: readonly number[],
    position: ChainPosition | null,
    isIndexWanted: boolean,
  ): Promise<PresentLineages> {
    if (position !== null) {
      return { asOf: position.asOf, lineages: await this.index.lineagesOf(director, runs, position.asOf) };
    }
    return isIndexWanted ? this.index.present(director, runs) : { asOf: 0, lineages: [] };
  }

  /** Where it stopped before the end; null: at the end, or with a full page. */
  private async readLineages(
    reading: ChainSearchRequest,
    found: ChainPage,
    at: ChainAt | null,
  ): Promise<ChainAt | null> {
    if (at !== null && 'catalog' in at) return null;
    const ahead = reading.sources.lineages.filter(({ lineage: segmentSet }) => at === null || segmentSet >= at.lineage);
    for (const [index, source] of ahead.entries()) {
      const after = at?.lineage === source.lineage ? at.after : null;
      if (index > 0 && found.isLate) return { lineage: source.lineage, after: firstPosition };
      const stopped = await this.readLineage(reading, source, found, after);
      if (stopped !== null || found.isFull) return stopped;
    }
    return null;
  }

  private async readLineage(
    { searched, query, pattern, asOf, folders }: ChainSearchRequest,
    { lineage: segmentSet, client, known, own }: LineageSource,
    found: ChainPage,
    from: IndexPlace | null,
  ): Promise<ChainAt | null> {
    const { director, files, scope, chain } = searched;
    const isWanted = wantedBy(query, pattern);
    const inFolders = allOf(folders);
    const request = { director, lineage: segmentSet, pattern, asOf, limit: found.limit + spareNames };
    for (let after = from; ;) {
      const { names, next } = await this.index.scan({ ...request, ...inFolders, after, until: found.until });
      for (const { position, entry } of await files.findNewest(scope, chain, client, names, known, own ?? undefined)) {
        const name = names[position];
        if (name !== undefined && isWanted(entry)) found.add(entry, { lineage: segmentSet, after: name.place });
      }
      if (next === null || found.isFull) return null;
      if (found.isLate) return { lineage: segmentSet, after: next };
      after = next;
    }
  }

  private async readCatalog(
    { searched, query, sources, folders }: ChainSearchRequest,
    found: ChainPage,
    at: ChainAt | null,
  ): Promise<ChainAt | null> {
    if (sources.unindexed.length === 0) return null;
    const after = inCatalog(at)?.catalog ?? null;
    const isTimeOver = inCatalog(at) === null && sources.lineages.length > 0 && found.isLate;
    if (found.missing === 0 || isTimeOver) return { catalog: after };
    const { files, scope, chain } = searched;
    const reach = reachOf(sources, folders);
    const part = partFrom(after, found.missing);
    const slice = await files.searchFiles(scope, chain, query, part, reach);
    for (const entry of slice.items) found.add(entry, { catalog: null });
    return slice.next && { catalog: slice.next };
  }
}

function reachOf({ unindexed, indexed }: SearchSources, { few }: SearchedFolders): SearchScope {
  return { named: unindexed, ...(indexed.length > 0 ? { known: indexed } : {}), folders: few };
}

function partFrom(after: PageKey | null, limit: number): PageRequest {
  return after === null ? { limit } : { limit, after };
}

function inCatalog(at: ChainAt | null): Extract<ChainAt, { readonly catalog: unknown }> | null {
  return at !== null && 'catalog' in at ? at : null;
}

/** With few folders the index is not used, but a cursor may be from when there were more. */
function allOf({ few, many }: SearchedFolders): { readonly folders?: ReadonlySet<string> } {
  const folders = many ?? (few && new Set(few));
  return folders ? { folders } : {};
}
