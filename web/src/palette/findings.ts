import { useAsked } from '../api/queries';
import { useChosenDirector } from '../api/directors';
import { useDenial } from '../api/caller';
import { useWords } from '../words/words';
import { paletteWords } from './palette.words';

/** Something to go to. */
export interface Finding {
  readonly text: string;
  readonly kind: string;
  /** Behind the `#`. */
  readonly address: string;
}

export interface NamedView {
  readonly text: string;
  readonly address: string;
}

const mostOfAKind = 6;

function addressOf(path: string, query: Readonly<Record<string, string>> = {}): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Names that begin with the text first, then those that hold it. */
function matching(names: readonly string[], typed: string): readonly string[] {
  const wanted = typed.toLowerCase();
  const begins = names.filter((name) => name.toLowerCase().startsWith(wanted));
  const holds = names.filter((name) => !begins.includes(name) && name.toLowerCase().includes(wanted));
  return [...begins, ...holds].slice(0, mostOfAKind);
}

/** What the palette has for a text: views, then what is named so, then the search for a file of that name. */
export function useFindings(typed: string, views: readonly NamedView[]): readonly Finding[] {
  const words = useWords(paletteWords);
  const { clients, jobs } = useNames();
  const mayBrowse = useDenial('restore:browse') === null;
  const found = matching(
    views.map(({ text }) => text),
    typed,
  ).flatMap((text) => views.filter((view) => view.text === text));
  const pages = found.map(({ text, address }) => ({ text, address, kind: words.page }));
  if (typed === '') return pages;
  const ofClients = matching(clients, typed).flatMap((name) => [
    { text: name, kind: words.client, address: `/clients/${encodeURIComponent(name)}` },
    ...(mayBrowse ? [restoreFrom(words.restoreFrom(name), words.restore, name)] : []),
  ]);
  const ofJobs = matching(jobs, typed).map((name) => {
    return { text: words.runsOf(name), kind: words.job, address: addressOf('/runs', { job: name }) };
  });
  const run = /^[1-9]\d{0,8}$/.test(typed)
    ? [{ text: words.run(typed), kind: words.go, address: `/runs/${typed}` }]
    : [];
  const file = { text: words.findFile(typed), kind: words.restore, address: addressOf('/restore', { name: typed }) };
  return [...run, ...pages, ...ofClients, ...ofJobs, ...(mayBrowse ? [file] : [])];
}

function restoreFrom(text: string, kind: string, client: string): Finding {
  return { text, kind, address: addressOf('/restore', { client }) };
}

function useNames(): { readonly clients: readonly string[]; readonly jobs: readonly string[] } {
  const director = useChosenDirector();
  const seesClients = useDenial('directors:read') === null;
  const seesJobs = useDenial('jobs:read') === null;
  const query = { limit: 500, ...director };
  const clients = useAsked(
    ['clients', 'names', director.director],
    (api, signal) => api.GET('/api/v1/clients', { params: { query }, signal }),
    { enabled: seesClients },
  );
  const jobs = useAsked(
    ['jobs', 'names', director.director],
    (api, signal) => api.GET('/api/v1/operations/jobs', { params: { query }, signal }),
    { enabled: seesJobs },
  );
  return {
    clients: clients.data?.items.map(({ name }) => name) ?? [],
    jobs: jobs.data?.items.map(({ name }) => name) ?? [],
  };
}
