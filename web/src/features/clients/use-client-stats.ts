import { useQueries } from '@tanstack/react-query';
import { ask, type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { json } from '../../api/json';

export type Client = Schemas['ClientRecord'];
export type ClientDays = Schemas['ClientDays'];
export type ClientStatistics = Schemas['ClientStatistics'];

/** Both at once: a name is unique at its Director alone. */
export const keyOfClient = (name: string, director: string): string => `${director}/${name}`;

export interface Figures {
  readonly days: ReadonlyMap<string, ClientDays>;
  readonly sums: ReadonlyMap<string, ClientStatistics>;
}

/** The last fourteen days and the sums of thirty for the clients in view, asked for a page of them at once. */
export function useFigures(pages: readonly (readonly Client[])[], director: { readonly director?: string }): Figures {
  const enabled = usePermissionError('stats:read') === null;
  const names = pages.filter((page) => page.length > 0).map((page) => page.map(({ name }) => name).join(','));
  const days = useQueries({
    queries: names.map((client) => ({
      queryKey: ['stats', 'client-days', director, client],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        ask((api) =>
          json(
            api.GET('/api/v1/stats/days', {
              params: { query: { ...director, days: 14, limit: 500, client, format: 'json' as const } },
              signal,
            }),
          ),
        ),
      enabled,
    })),
  });
  const sums = useQueries({
    queries: names.map((client) => ({
      queryKey: ['stats', 'client-sums', director, client],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        ask((api) =>
          json(
            api.GET('/api/v1/stats/clients', {
              params: { query: { ...director, days: 30, limit: 500, client, format: 'json' as const } },
              signal,
            }),
          ),
        ),
      enabled,
    })),
  });
  return { days: byClient(days), sums: byClient(sums) };
}

interface OfClient {
  readonly client: string;
  readonly director: string;
}

function byClient<Row extends OfClient>(
  answers: readonly { readonly data?: { readonly items: readonly Row[] } | undefined }[],
): ReadonlyMap<string, Row> {
  const rows = answers.flatMap(({ data }) => data?.items ?? []);
  return new Map(rows.map((row) => [keyOfClient(row.client, row.director), row]));
}
