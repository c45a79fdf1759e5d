import { useCallback, useEffect, useRef, useState } from 'react';
import { asProblem, type Problem } from './api';
import { whenSignedIn } from './session';

export interface Loaded<Data> {
  readonly data: Data | null;
  readonly problem: Problem | null;
  /** When the data came, in milliseconds since 1970; null before. */
  readonly loadedAt: number | null;
  readonly reload: () => void;
  /** Takes data that came by another way than by asking. */
  readonly put: (data: Data) => void;
}

interface Kept<Data> {
  readonly key: string;
  readonly data: Data | null;
  readonly problem: Problem | null;
  readonly loadedAt: number | null;
}

/** Loads on mount and whenever `key` changes; after a failure the old data stays. An answer that something newer has overtaken is dropped. */
export function useData<Data>(key: string, load: () => Promise<Data>): Loaded<Data> {
  const [kept, setKept] = useState<Kept<Data> | null>(null);
  const asked = useRef(0);
  const loader = useRef(load);
  useEffect(() => {
    loader.current = load;
  });
  const put = useCallback(
    (data: Data) => {
      asked.current += 1;
      setKept({ key, data, problem: null, loadedAt: Date.now() });
    },
    [key],
  );
  const reload = useCallback(() => {
    const turn = ++asked.current;
    const fail = (problem: Problem) => {
      if (turn !== asked.current) return;
      setKept((old) => ({ key, ...(old?.key === key ? old : { data: null, loadedAt: null }), problem }));
    };
    loader.current().then(
      (data) => turn === asked.current && put(data),
      (error: unknown) => fail(asProblem(error)),
    );
  }, [key, put]);
  useEffect(reload, [reload]);
  useEffect(() => whenSignedIn(reload), [reload]);
  const { data = null, problem = null, loadedAt = null } = kept?.key === key ? kept : {};
  return { data, problem, loadedAt, reload, put };
}
