import { useCallback, useEffect, useRef, useState } from 'react';
import { asProblem, type Problem } from './api';
import { whenSignedIn } from './session';

export interface Loaded<Data> {
  readonly data: Data | null;
  readonly problem: Problem | null;
  readonly reload: () => void;
}

/**
 * Loads on mount and whenever `key` changes; after a failure the old data stays. An answer that a newer question has
 * overtaken is dropped. A null key asks nothing.
 */
export function useData<Data>(key: string | null, load: () => Promise<Data>): Loaded<Data> {
  const [state, setState] = useState<{ key: string; data: Data | null; problem: Problem | null } | null>(null);
  const asked = useRef(0);
  const loader = useRef(load);
  useEffect(() => {
    loader.current = load;
  });
  const reload = useCallback(() => {
    if (key === null) return;
    const turn = ++asked.current;
    const settle = (data: Data | null, problem: Problem | null) => {
      if (turn !== asked.current) return;
      setState((old) => ({ key, data: data ?? (old?.key === key ? old.data : null), problem }));
    };
    loader.current().then(
      (data) => settle(data, null),
      (error: unknown) => settle(null, asProblem(error)),
    );
  }, [key]);
  useEffect(reload, [reload]);
  useEffect(() => whenSignedIn(reload), [reload]);
  const current = state !== null && state.key === key ? state : null;
  return { data: current?.data ?? null, problem: current?.problem ?? null, reload };
}
