import { type Page, useApiQuery } from '../api/queries';
import { useChosenDirector, useDirectorName, useSources } from '../api/directors';
import { usePermissionError } from '../api/disabled-reason';
import { focusTitle } from '../components/title';
import { useDebouncedValue } from '../components/use-debounced-value';
import { useMessages } from '../i18n/messages';

/** Something to go to, or to do. */
export interface Finding {
  readonly text: string;
  readonly kind: string;
  /** The Director that it is of, where names need it beside them. */
  readonly director?: string;
  readonly go: () => void;
}

/** What can be found without being asked for: pages by their address behind the `#`, and what they can all do. */
export interface Known {
  readonly views: readonly { readonly text: string; readonly address: string }[];
  readonly actions: readonly { readonly text: string; readonly act: () => void }[];
}

const mostOfAKind = 6;
/** So many names are at hand before anything is typed; where there are more, the server finds what is typed among them. */
const mostNames = 500;
const mostFound = 50;

/** What is named so: the exact name first, then names that begin with the text, then those that contain it. */
function matching<Named>(all: readonly Named[], typed: string, nameOf: (one: Named) => string): readonly Named[] {
  const wanted = typed.toLowerCase();
  const rankOf = (name: string) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2);
  return all
    .map((one) => ({ one, name: nameOf(one).toLowerCase() }))
    .filter(({ name }) => name.includes(wanted))
    .sort((a, b) => rankOf(a.name) - rankOf(b.name))
    .slice(0, mostOfAKind)
    .map(({ one }) => one);
}

type Goer = (path: string, query?: Readonly<Record<string, string>>) => () => void;

/** The Director that is looked at goes along; where all are, the one that the finding is of. */
function useGoer(): Goer {
  const { director: chosen } = useChosenDirector();
  return (path, { director: own, ...query } = {}) => {
    const director = chosen === '*' ? (own ?? chosen) : chosen;
    const text = new URLSearchParams({ ...query, ...(director === undefined ? {} : { director }) }).toString();
    return () => {
      const isHere = location.hash.split('?')[0] === `#${path}`;
      location.hash = text === '' ? path : `${path}?${text}`;
      // Another page begins at its heading by itself.
      if (isHere) focusTitle();
    };
  };
}

/** What the palette has for a text: a run of that number, pages, what is named so, what can be done, and the search for a file. */
export function useFindings(typed: string, { views, actions }: Known): readonly Finding[] {
  const messages = useMessages('commandPalette');
  const goer = useGoer();
  const named = [...useClients(typed, goer), ...useJobs(typed, goer), ...useVolumes(typed, goer)];
  const seesRuns = usePermissionError('jobs:read') === null;
  const mayBrowse = usePermissionError('restore:browse') === null;
  const page = ({ text, address }: Known['views'][number]) => ({ text, kind: messages.page, go: goer(address) });
  if (typed === '') return views.map(page);
  const isRun = seesRuns && /^[1-9]\d{0,8}$/.test(typed);
  const run = { text: messages.run(typed), kind: messages.go, go: goer(`/runs/${typed}`) };
  const pages = matching(views, typed, ({ text }) => text).map(page);
  const done = matching(actions, typed, ({ text }) => text).map(({ text, act }) => ({
    text,
    kind: messages.action,
    go: act,
  }));
  const file = { text: messages.findFile(typed), kind: messages.restore, go: goer('/restore', { name: typed }) };
  return [...(isRun ? [run] : []), ...pages, ...named, ...done, ...(mayBrowse ? [file] : [])];
}

interface Name {
  readonly name: string;
  readonly director: string;
}

/** The API refuses to look for more: no Director has such a name. */
const longestName = 127;

/** How the names of a kind are asked for: all of them first, then those that hold what is typed. */
function useQueries(typed: string) {
  const director = useChosenDirector();
  const part = useDebouncedValue(typed).slice(0, longestName);
  return { all: { ...director, limit: mostNames }, found: { ...director, q: part, limit: mostFound } };
}

/** Each once. */
function together<Named extends Name>(...pages: readonly (Page<Named> | undefined)[]): readonly Named[] {
  const all = pages.flatMap((page) => page?.items ?? []);
  return [...new Map(all.map((one) => [`${one.director} ${one.name}`, one])).values()];
}

function useClients(typed: string, goer: Goer): readonly Finding[] {
  const messages = useMessages('commandPalette');
  const queries = useQueries(typed);
  const nameOf = useDirectorName();
  const known = useSourceClients();
  const mayBrowse = usePermissionError('restore:browse') === null;
  const isSeen = usePermissionError('directors:read') === null;
  const all = useApiQuery(
    ['clients', 'names', queries.all],
    (api, signal) => api.GET('/api/v1/clients', { params: { query: queries.all }, signal }),
    { enabled: isSeen },
  );
  const isCut = typeof all.data?.nextCursor === 'string';
  const found = useApiQuery(
    ['clients', 'named', queries.found],
    (api, signal) => api.GET('/api/v1/clients', { params: { query: queries.found }, signal }),
    { enabled: isSeen && isCut && typed !== '', keepsOld: true },
  );
  if (typed === '') return [];
  const names = isSeen ? together(all.data, found.data) : known;
  return matching(names, typed, ({ name }) => name).flatMap(({ name, director: of }) => {
    const director = nameOf(of);
    const page = goer(`/clients/${encodeURIComponent(name)}`, { director: of });
    const restore = goer('/restore', { client: name, director: of });
    return [
      ...(isSeen ? [{ text: name, kind: messages.client, director, go: page }] : []),
      ...(mayBrowse ? [{ text: messages.restoreFrom(name), kind: messages.restore, director, go: restore }] : []),
    ];
  });
}

/** The clients of the Directors that are looked at, as far as a restore may know them. */
function useSourceClients(): readonly Name[] {
  const { director: chosen } = useChosenDirector();
  return useSources()
    .filter((one) => chosen === '*' || (chosen === undefined ? one.default : one.name === chosen))
    .flatMap(({ name: director, clients }) => clients.map((name) => ({ name, director })));
}

function useJobs(typed: string, goer: Goer): readonly Finding[] {
  const messages = useMessages('commandPalette');
  const queries = useQueries(typed);
  const nameOf = useDirectorName();
  const mayRun = usePermissionError('jobs:run') === null;
  const isSeen = usePermissionError('jobs:read') === null;
  const all = useApiQuery(
    ['jobs', 'names', queries.all],
    (api, signal) => api.GET('/api/v1/operations/jobs', { params: { query: queries.all }, signal }),
    { enabled: isSeen },
  );
  const isCut = typeof all.data?.nextCursor === 'string';
  const found = useApiQuery(
    ['jobs', 'named', queries.found],
    (api, signal) => api.GET('/api/v1/operations/jobs', { params: { query: queries.found }, signal }),
    { enabled: isSeen && isCut && typed !== '', keepsOld: true },
  );
  if (typed === '') return [];
  return matching(together(all.data, found.data), typed, ({ name }) => name).flatMap(({ name, type, director: of }) => {
    const director = nameOf(of);
    const address = `/jobs/${encodeURIComponent(name)}`;
    const run = goer(address, { act: 'run', director: of });
    return [
      { text: name, kind: messages.job, director, go: goer(address, { director: of }) },
      ...(mayRun && type !== 'Restore'
        ? [{ text: messages.runJob(name), kind: messages.action, director, go: run }]
        : []),
      { text: messages.runsOf(name), kind: messages.job, director, go: goer('/runs', { job: name, director: of }) },
    ];
  });
}

/** Not asked for before something is typed: there may be tens of thousands, and none is looked for by its first letter. */
function useVolumes(typed: string, goer: Goer): readonly Finding[] {
  const messages = useMessages('commandPalette');
  const query = useQueries(typed).found;
  const nameOf = useDirectorName();
  const isSeen = usePermissionError('media:read') === null;
  const { data } = useApiQuery(
    ['volumes', 'named', query],
    (api, signal) => api.GET('/api/v1/storage-media/volumes', { params: { query }, signal }),
    { enabled: isSeen && query.q.length > 1, keepsOld: true },
  );
  if (typed.length < 2) return [];
  return matching(data?.items ?? [], typed, ({ volume }) => volume).map(({ volume, director }) => ({
    text: volume,
    kind: messages.volume,
    director: nameOf(director),
    go: goer(`/storage/volumes/${encodeURIComponent(volume)}`, { director }),
  }));
}
