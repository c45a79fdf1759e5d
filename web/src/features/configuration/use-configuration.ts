import { useChosenDirector, useDirectors } from '../../api/directors';
import { useApiQuery } from '../../api/queries';

/**
 * The Director whose configuration is shown; null while it is not known. Where no Director is chosen, or all, it is the one that the
 * console can configure.
 */
export function useConfiguredDirector(): string | null {
  const { director } = useChosenDirector();
  const all = useDirectors();
  if (director !== undefined && director !== '*') return director;
  const own = all.find(({ abilities }) => abilities.includes('configuration'));
  return (own ?? all.find((one) => one.default))?.name ?? null;
}

export function useConfigurationState(director: string | null) {
  return useApiQuery(
    ['configuration', 'state', director],
    (api, signal) => api.GET('/api/v1/configuration', { params: { query: { director: director ?? '' } }, signal }),
    { enabled: director !== null, everyMs: 10_000 },
  );
}

/** The fields of each type of resource. */
export function useSchema(director: string | null) {
  return useApiQuery(
    ['configuration', 'schema', director],
    (api, signal) =>
      api.GET('/api/v1/configuration/schema', { params: { query: { director: director ?? '' } }, signal }),
    { enabled: director !== null, still: true },
  );
}

/** A form offers no more to choose from; others can be typed. */
export const mostListed = 500;

/** The resources of one type, with what the file says of each. */
export function useResources(director: string | null, type: string) {
  return useApiQuery(
    ['configuration', 'resources', director, type],
    (api, signal) =>
      api.GET('/api/v1/configuration/resources', {
        params: { query: { director: director ?? '', type: type as never, limit: mostListed } },
        signal,
      }),
    { enabled: director !== null },
  );
}
