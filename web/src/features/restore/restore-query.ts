import { textSearch } from '../../app/search';

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
  // Where all Directors are looked at: the one that this is of.
  'from',
  // With it all filesets of the client as of that time.
  'whole',
  'items',
  'where',
  // Other paths instead of a folder: `parts` or `regex`, and what was typed for it.
  'relocate',
  'strip',
  'prefix',
  'suffix',
  'regex',
  // An expression that selects files beside the refs, and what the Director restores with.
  'match',
  'job',
  'storage',
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
  // The file whose versions are shown, the client it is of and, where all Directors are looked at, its Director.
  'file',
  'fileOf',
  'fileFrom',
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

const choiceOfOne = {
  client: '',
  point: '',
  from: '',
  whole: '',
  items: '',
  to: '',
  path: '',
  at: '',
} as const satisfies Changes;
export const noFile = { file: '', fileOf: '', fileFrom: '' } as const satisfies Changes;

/** The address as it stands for the Director that is looked at: what was chosen of another one is left out. */
export function ownQuery(address: RestoreQuery & { readonly director?: string }): RestoreQuery {
  const { director, ...query } = address;
  if (director === undefined || director === '*') return query;
  const { from = director, fileFrom = director } = query;
  return merged(query, {
    ...(from === director ? { from: '' } : choiceOfOne),
    ...(fileFrom === director ? { fileFrom: '' } : noFile),
  });
}
