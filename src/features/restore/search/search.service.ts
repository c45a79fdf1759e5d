import { Injectable } from '@nestjs/common';
import { resolveDirector, Directors } from '../../../domain/directors.port.js';
import { type SearchQuery } from '../../../domain/file-search.js';
import { asFolder, pathInput } from '../../../domain/path-input.js';
import { type Principal } from '../../../domain/principal.js';
import { type PageOf } from '../../../http/api-answers.js';
import { Cursors } from '../../../http/cursors.js';
import { recordOfEntry } from '../../runs/file-entry.mapper.js';
import { recordOfChain } from '../browse.service.js';
import { type ChainEntryPage, type KeptFileRecord } from '../restore.dto.js';
import { type FindFilesQuery, type NameQuery, type SearchFilesQuery } from '../restore-query.dto.js';
import { ChainSearch } from './chain-search.service.js';
import { GlobalFileSearch } from './global-file-search.service.js';

/** Files by their names. */
@Injectable()
export class SearchService {
  constructor(
    private readonly directors: Directors,
    private readonly cursors: Cursors,
    private readonly chainSearch: ChainSearch,
    private readonly fileFirst: GlobalFileSearch,
  ) {}

  async searchFiles({ scope }: Principal, query: SearchFilesQuery): Promise<ChainEntryPage> {
    const { name, catalog } = resolveDirector(this.directors, query.director);
    const context = { operation: 'searchFiles', director: name, query };
    const page = this.cursors.requestOf(query, context);
    const wanted = requestedNames(query);
    const chain = await catalog.restore.resolveChain(scope, query.jobids);
    const searched = { scope, director: name, files: catalog.files, chain, askedJobids: query.jobids };
    const slice = await this.chainSearch.search(searched, wanted, page);
    const entries = this.cursors.pageOf(slice, context, (entry) => recordOfEntry(name, entry));
    return { ...entries, chain: recordOfChain(chain) };
  }

  async findFiles({ scope }: Principal, query: FindFilesQuery): Promise<PageOf<KeptFileRecord>> {
    const { name, catalog } = resolveDirector(this.directors, query.director);
    const context = { operation: 'findFiles', director: name, query };
    const page = this.cursors.requestOf(query, context);
    const { client = null, before = null } = query;
    const searched = { scope, director: name, files: catalog.files, client, before };
    const slice = await this.fileFirst.search(searched, requestedNames(query), page);
    return this.cursors.pageOf(slice, context, ({ entry, versions, isDeleted }) =>
      Object.assign(recordOfEntry(name, entry), { versions, deleted: isDeleted }),
    );
  }
}

function requestedNames(query: NameQuery): SearchQuery {
  const { q, exact, type, minSize, maxSize, modifiedSince, modifiedUntil } = query;
  const below = pathInput(query);
  return {
    text: q,
    ...(exact === true ? { exact } : {}),
    types: type,
    minSize,
    maxSize,
    modifiedSince,
    modifiedUntil,
    below: below ? asFolder(below) : undefined,
  };
}
