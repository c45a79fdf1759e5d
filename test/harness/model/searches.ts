import { type Lineage, type LineageScan, NameIndex, type PresentLineages } from '../../../src/domain/file-search.js';
import { type DirectorEntry, Directors } from '../../../src/domain/directors.port.js';
import { type Principal, fullScope } from '../../../src/domain/principal.js';
import { StoredNameIndex } from '../../../src/features/search-index/name-index.repository.js';
import { type PageOf } from '../../../src/http/api-answers.js';
import { Cursors } from '../../../src/http/cursors.js';
import { InstanceKey } from '../../../src/platform/security/secret-box.js';
import { type ChainEntryPage, type KeptFileRecord } from '../../../src/features/restore/restore.dto.js';
import { SearchService } from '../../../src/features/restore/search/search.service.js';
import { type NameQuery } from '../../../src/features/restore/restore-query.dto.js';
import { ChainSearch } from '../../../src/features/restore/search/chain-search.service.js';
import { GlobalFileSearch } from '../../../src/features/restore/search/global-file-search.service.js';
import { FakeClock } from '../fakes/fake-clock.js';
import { type NameFeedFixture } from '../fixtures/name-indexing-fixture.js';
import { type Question } from './actions.js';
import { timeOfDay } from './records.js';

export interface SqlParams {
  readonly limit: number;
  readonly cursor?: string;
  readonly count?: boolean;
}

export interface Searches {
  chain(jobids: readonly number[], question: Question, page: SqlParams): Promise<ChainEntryPage>;
  /** Without any index. */
  chainAlone(jobids: readonly number[], question: Question, page: SqlParams): Promise<ChainEntryPage>;
  /** `before` in seconds. */
  all(question: Question, before: number, page: SqlParams): Promise<PageOf<KeptFileRecord>>;
  allAlone(question: Question, before: number, page: SqlParams): Promise<PageOf<KeptFileRecord>>;
}

/** An index in which nothing is. */
class NoIndex extends NameIndex {
  override now(): Promise<number> {
    return Promise.resolve(0);
  }
  override present(): Promise<PresentLineages> {
    return Promise.resolve({ asOf: 0, lineages: [] });
  }
  override lineagesOf(): Promise<readonly Lineage[]> {
    return Promise.resolve([]);
  }
  override listLineages(): Promise<readonly Lineage[]> {
    return Promise.resolve([]);
  }
  override scan(): Promise<LineageScan> {
    return Promise.reject(new Error('There is nothing to be scanned.'));
  }
}

class OneDirector extends Directors {
  constructor(private readonly entry: DirectorEntry) {
    super();
  }
  override all(): readonly DirectorEntry[] {
    return [this.entry];
  }
  override get(): DirectorEntry {
    return this.entry;
  }
  override onChange(): () => void {
    return () => undefined;
  }
}

const caller: Principal = {
  kind: 'token',
  user: { id: '1', username: 'ada' },
  role: 'operator',
  capabilities: new Set(),
  scope: fullScope,
  ip: '127.0.0.1',
  userAgent: 'test',
};

/** The routes of search as far as they don't speak HTTP. */
export function searchesOf(fixture: NameFeedFixture): Searches {
  const { catalog } = fixture.source;
  const entry: DirectorEntry = {
    name: 'here',
    kind: 'fake',
    isDefault: true,
    origin: 'file',
    settings: null,
    director: fixture.director,
    catalog,
  };
  const cursors = new Cursors(new InstanceKey('of a test'));
  const serviceOn = (index: NameIndex) =>
    new SearchService(
      new OneDirector(entry),
      cursors,
      new ChainSearch(index),
      new GlobalFileSearch(index, new FakeClock()),
    );
  const indexed = serviceOn(new StoredNameIndex(fixture.database));
  const alone = serviceOn(new NoIndex());
  const chainQuery = (jobids: readonly number[], question: Question, page: SqlParams) => ({
    ...queryOf(question),
    ...page,
    jobids: [...jobids],
  });
  const allQuery = (question: Question, before: number, page: SqlParams) => ({
    ...queryOf(question),
    ...page,
    ...(question.client === null ? {} : { client: question.client }),
    ...(before === Infinity ? {} : { before: new Date(before * 1000) }),
  });
  return {
    chain: (jobids, question, page) => indexed.searchFiles(caller, chainQuery(jobids, question, page)),
    chainAlone: (jobids, question, page) => alone.searchFiles(caller, chainQuery(jobids, question, page)),
    all: (question, before, page) => indexed.findFiles(caller, allQuery(question, before, page)),
    allAlone: (question, before, page) => alone.findFiles(caller, allQuery(question, before, page)),
  };
}

function queryOf({
  text,
  exact,
  types,
  below,
  minSize,
  maxSize,
  sinceDay,
  untilDay,
}: Question): Omit<NameQuery, 'limit'> {
  return {
    q: text,
    ...(exact ? { exact } : {}),
    ...(types.length > 0 ? { type: [...types] } : {}),
    ...(below === null ? {} : { ref: Buffer.from(below, 'latin1').toString('base64url') }),
    ...(minSize === null ? {} : { minSize }),
    ...(maxSize === null ? {} : { maxSize }),
    ...(sinceDay === null ? {} : { modifiedSince: new Date(timeOfDay(sinceDay) * 1000) }),
    ...(untilDay === null ? {} : { modifiedUntil: new Date(timeOfDay(untilDay) * 1000) }),
  };
}
