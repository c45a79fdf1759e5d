import { textSearch } from '../app/search';

/** Names that the address of a restore may have: the whole choice, so that it can be sent to a colleague. */
export const restoreSearch = textSearch(
  // `name` (a file first) or `time` (a client and a moment first).
  'by',
  // File first: the name that is looked for over all clients, and the one client it is narrowed to.
  'name',
  'only',
  // The order: whose data, as of the end of which run, what of it (refs, or `*` for everything), where to, and how.
  'client',
  'point',
  // With it all filesets of the client as of that time.
  'whole',
  'items',
  'where',
  'to',
  'replace',
  // What is looked at: a folder by its path, or by its ref where the path does not show its bytes; a search in it.
  'path',
  'at',
  'q',
  // Filters of both searches.
  'type',
  'minSize',
  'since',
  'until',
  // The file whose versions are shown, and the client it is of.
  'file',
  'fileOf',
  // Which of the three steps a phone shows.
  'step',
);

export type RestoreQuery = ReturnType<typeof restoreSearch>;
/** What is undefined or empty is taken out. */
export type Changes = { readonly [Name in keyof RestoreQuery]?: string | undefined };

export function merged(query: RestoreQuery, changes: Changes): RestoreQuery {
  return restoreSearch({ ...query, ...changes });
}

export type Way = 'name' | 'time';

/** A link that says nothing begins with the file: it is the shorter road. */
export function wayOf({ by, name, client, point, q, path }: RestoreQuery): Way {
  if (by === 'name' || by === 'time') return by;
  const isOfTime = [client, point, q, path].some((part) => part !== undefined);
  return name === undefined && isOfTime ? 'time' : 'name';
}
