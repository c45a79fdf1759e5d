import { usePermissionError } from '../api/disabled-reason';
import { useChosenDirector } from '../api/directors';
import { type Page, useApiQuery } from '../api/queries';
import { type ChooserProps } from './combobox-label';
import { lastUsedFirst, recentOf } from './recent-choices';
import { useDebouncedValue } from './use-debounced-value';

const mostShown = 50;

export interface ComboboxQuery {
  readonly typed: string;
  readonly isOpen: boolean;
  /** Whether what is typed is whole: the server is asked at once. */
  readonly isAwaited: boolean;
}

export interface ComboboxOptions {
  readonly names: readonly string[];
  /** Whether there are more of them. */
  readonly isCut: boolean;
  /** Whether the server has yet to say which there are. */
  readonly isAsking: boolean;
}

/** Names that are it, then those that begin with it, then those that hold it. */
function rankedBy(names: readonly string[], typed: string): readonly string[] {
  const wanted = typed.toLowerCase();
  const rankOf = (name: string): number => {
    const own = name.toLowerCase();
    if (name === typed) return 0;
    if (own === wanted) return 1;
    return own.startsWith(wanted) ? 2 : 3;
  };
  return names.filter((name) => name.toLowerCase().includes(wanted)).sort((a, b) => rankOf(a) - rankOf(b));
}

/** What a chooser offers for what is typed in it: of few names all, of thousands those that the server finds. */
export function useOffered(
  { kind, names }: ChooserProps,
  { typed, isOpen, isAwaited }: ComboboxQuery,
): ComboboxOptions {
  const { director } = useChosenDirector();
  const found = useFound(kind, { typed, isAwaited, isOpen: isOpen && names === undefined });
  const known = [...new Set(names ?? [...recentOf(kind, director), ...found.names])];
  const ordered = typed === '' ? lastUsedFirst(known, kind, director) : rankedBy(known, typed);
  return {
    names: ordered.slice(0, mostShown),
    isCut: found.isCut || ordered.length > mostShown,
    isAsking: found.isAsking,
  };
}

/** Clients and jobs may be thousands: the server looks for the text, and what was chosen before need not be asked for. */
function useFound(kind: ChooserProps['kind'], { typed, isOpen, isAwaited }: ComboboxQuery): ComboboxOptions {
  const stands = useDebouncedValue(typed);
  const settled = isAwaited ? typed : stands;
  const query = { ...useChosenDirector(), ...(settled === '' ? {} : { q: settled }), limit: mostShown };
  const seesClients = usePermissionError('directors:read') === null;
  const seesJobs = usePermissionError('jobs:read') === null;
  const clients = useApiQuery(
    ['clients', 'chooser', query],
    (api, signal) => api.GET('/api/v1/clients', { params: { query }, signal }),
    { enabled: isOpen && kind === 'clients' && seesClients, keepsOld: true },
  );
  const jobs = useApiQuery(
    ['jobs', 'chooser', query],
    (api, signal) => api.GET('/api/v1/operations/jobs', { params: { query }, signal }),
    { enabled: isOpen && kind === 'jobs' && seesJobs, keepsOld: true },
  );
  const { data, isFetching } = kind === 'jobs' ? jobs : clients;
  return { ...toldBy(data), isAsking: isOpen && (isFetching || settled !== typed) };
}

function toldBy(page: Page<{ readonly name: string }> | undefined): Pick<ComboboxOptions, 'names' | 'isCut'> {
  if (page === undefined) return { names: [], isCut: false };
  return { names: page.items.map(({ name }) => name), isCut: page.nextCursor !== null };
}
