import { type UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type Outcome, type Schemas } from '../../api/request';
import { useChosenDirector, useSources } from '../../api/directors';
import { forget, useApiQuery } from '../../api/queries';
import { useRunStream } from '../../api/stream';

/** All Directors, unless the address names one: whoever looks in the morning asks about everything. */
export function useScope(): string {
  const { director } = useChosenDirector();
  const isSeveral = useSources().length > 1;
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(() => {
    // Whoever is already on the way to another page must not be called back.
    const isHere = router.latestLocation.pathname === '/';
    if (isHere && isSeveral && director === undefined)
      void navigate({ to: '/', search: { director: '*' }, replace: true });
  }, [isSeveral, director, navigate, router]);
  return director ?? '*';
}

/** Everything on this page but the runs on their way; these are asked for more often. */
export const subject = 'overview';
const settleMs = 1_500;
const pollMs = 10_000;
export const everyMs = 60_000;

/** Has the page asked again a moment after runs changed; less often where that is only guessed. Who sees no runs has no stream. */
export function Freshness(): null {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useRunStream((run) => {
    timer.current ??= setTimeout(
      () => {
        timer.current = null;
        forget(subject);
      },
      run === null ? pollMs : settleMs,
    );
  });
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
    },
    [],
  );
  return null;
}

export type Health = Schemas['Health'];
export type Check = Schemas['HealthCheck'];

export function useHealth(director: string, enabled: boolean): UseQueryResult<Health> {
  return useApiQuery(
    [subject, 'health', director],
    (api, signal) => api.GET('/api/v1/director/health', { params: { query: { director } }, signal }),
    { everyMs: everyMs / 2, enabled },
  );
}

/** Which Directors an answer is about, by name. */
export function directorsOf({ checks }: Health): readonly string[] {
  return [...new Set(checks.map(({ director }) => director))].sort();
}

/**
 * The same question to each of these Directors, as one answer of those that can answer it: one that is away must not keep the
 * others from being shown. Where none can, it is the first refusal.
 */
export async function ofEach<Data>(
  directors: readonly string[],
  call: (director: string) => Promise<Outcome<Data>>,
): Promise<Outcome<readonly Data[]>> {
  const outcomes = await Promise.all(directors.map(call));
  const good = outcomes.filter(({ response }) => response.ok);
  const shown = good[0] ?? outcomes[0];
  if (!shown) return { data: [], response: new Response() };
  const { error, response } = shown;
  return { data: good.map(({ data }) => data as Data), error, response };
}
