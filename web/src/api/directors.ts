import { type UseQueryResult } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type Schemas } from './request';
import { usePermissionError } from './disabled-reason';
import { useApiQuery } from './queries';

export type Director = Schemas['DirectorRecord'];
/** What a restore needs to know of a Director. Who may read Directors has it from their records. */
export type Source = Schemas['RestoreDirectorRecord'];

interface Sources {
  readonly items: readonly Source[];
}

const lookEveryMs = 60_000;
const none: readonly Director[] = [];
const noSources: readonly Source[] = [];

function useDirectorRecords(everyMs = lookEveryMs): UseQueryResult<Schemas['DirectorRecordPage']> {
  const isAllowed = usePermissionError('directors:read') === null;
  return useApiQuery(
    ['directors'],
    (api, signal) => api.GET('/api/v1/directors', { params: { query: { limit: 200 } }, signal }),
    { enabled: isAllowed, everyMs },
  );
}

/** All Directors of this console; none while it is not known, or for who may not know. */
export function useDirectors(): readonly Director[] {
  return useDirectorRecords().data?.items ?? none;
}

/** The same as far as a restore needs it: for who may restore and may not read Directors, too. */
export function useAskedSources(everyMs = lookEveryMs): UseQueryResult<Sources> {
  const seesDirectors = usePermissionError('directors:read') === null;
  const mayBrowse = usePermissionError('restore:browse') === null;
  const directors = useDirectorRecords(everyMs);
  const own = useApiQuery(
    ['sources'],
    (api, signal) => api.GET('/api/v1/restore/directors', { params: { query: { limit: 200 } }, signal }),
    { enabled: !seesDirectors && mayBrowse, everyMs },
  );
  return seesDirectors ? directors : own;
}

export function useSources(): readonly Source[] {
  return useAskedSources().data?.items ?? noSources;
}

/** The one of this name; without a name the default one. */
export function useSource(name: string | undefined): Source | undefined {
  return useSources().find((one) => (name === undefined ? one.default : one.name === name));
}

/** Whether names need their Director beside them: all Directors are looked at, and there are several. */
export function useAreMany(): boolean {
  const { director } = useChosenDirector();
  const { data } = useAskedSources();
  return director === '*' && data?.items.length !== 1;
}

/** The name of a Director where names need it beside them, else nothing. */
export function useDirectorName(): (director: string) => string {
  const areMany = useAreMany();
  return (director) => (areMany ? director : '');
}

/** The `director` of a query as the address has it: nothing is the default one, `*` is all of them. */
export function useChosenDirector(): { readonly director?: string } {
  const { director } = useSearch({ strict: false });
  return director === undefined ? {} : { director };
}

/** The Directors that are looked at; none while they are not known. */
export function useDirectorsShown(): readonly Director[] {
  const { director } = useChosenDirector();
  return useDirectors().filter(({ name, default: isUsual }) => {
    if (director === '*') return true;
    return director === undefined ? isUsual : name === director;
  });
}

/** What the Directors that are looked at have of these, each name once, in order. */
export function useChosenNames(of: 'pools' | 'storages' | 'filesets'): readonly string[] {
  const shown = useDirectorsShown();
  return [...new Set(shown.flatMap((one) => one[of]))].sort();
}

/** The one Director that is looked at; null for all, and while it is not known. */
export function useDirector(): Director | null {
  const { director } = useChosenDirector();
  const all = useDirectors();
  if (director === '*') return null;
  return all.find(({ name, default: isUsual }) => (director === undefined ? isUsual : name === director)) ?? null;
}
