import { type CatalogPort } from '../../../domain/catalog.port.js';
import { type RawPath } from '../../../domain/raw-path.js';
import { type Scope } from '../../../domain/scope.js';

/** So few folders are looked into one by one, which no index of names can better. */
const mostFew = 200;
/** Beyond these most names are below the folder anyway, so that they are found and tested. */
const mostKnown = 20_000;

/** The folders that a search is about; without either: all, or too many to be told. */
export interface SearchedFolders {
  /** Few: ascending. */
  readonly few?: readonly string[];
  readonly many?: ReadonlySet<string>;
}

export async function findSearchedFolders(
  catalog: CatalogPort,
  scope: Scope,
  below: RawPath | undefined,
): Promise<SearchedFolders> {
  if (below === undefined) return {};
  const folders = await catalog.findFolders(scope, below, mostKnown);
  if (folders === null) return {};
  return folders.length <= mostFew ? { few: folders } : { many: new Set(folders) };
}
