import { useSearch } from '@tanstack/react-router';
import { type Schemas } from './ask';
import { useDenial } from './caller';
import { useAsked } from './queries';

export type Director = Schemas['DirectorRecord'];

const lookEveryMs = 60_000;
const none: readonly Director[] = [];

/** All Directors of this console; none while it is not known, or for who may not know. */
export function useDirectors(): readonly Director[] {
  return useAskedDirectors().directors;
}

/** The same, with whether they are still asked for. */
export function useAskedDirectors(): { readonly directors: readonly Director[]; readonly isAsking: boolean } {
  const isAllowed = useDenial('directors:read') === null;
  const { data, isLoading } = useAsked(
    ['directors'],
    (api, signal) => api.GET('/api/v1/directors', { params: { query: { limit: 200 } }, signal }),
    { enabled: isAllowed, everyMs: lookEveryMs },
  );
  return { directors: data?.items ?? none, isAsking: isLoading };
}

/** The `director` of a query as the address has it: nothing is the default one, `*` is all of them. */
export function useChosenDirector(): { readonly director?: string } {
  const { director } = useSearch({ strict: false });
  return director === undefined ? {} : { director };
}

/** What the Directors that are looked at have of these, each name once, in order. */
export function useChosenNames(of: 'pools' | 'storages' | 'filesets'): readonly string[] {
  const { director } = useChosenDirector();
  const looked = useDirectors().filter(({ name, default: isUsual }) => {
    if (director === '*') return true;
    return director === undefined ? isUsual : name === director;
  });
  return [...new Set(looked.flatMap((one) => one[of]))].sort();
}

/** The one Director that is looked at; null for all, and while it is not known. */
export function useDirector(): Director | null {
  const { director } = useChosenDirector();
  const all = useDirectors();
  if (director === '*') return null;
  return all.find(({ name, default: isUsual }) => (director === undefined ? isUsual : name === director)) ?? null;
}
