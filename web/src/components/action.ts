import { useEffect, useRef, useState } from 'react';
import { asProblem, type Problem } from '../api/request';
import { connection } from '../api/connection';

export interface Action {
  readonly problem: Problem | null;
  readonly busy: boolean;
  readonly act: (work: () => Promise<void>) => void;
}

/** Does one thing at a time: pressing again meanwhile starts nothing more. Keeps what went wrong until the next try, or until its cause is over. */
export function useAction(): Action {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  // The state is a render too late for two clicks in one moment.
  const isBusy = useRef(false);
  useEffect(() => connection.whenBack(() => setProblem((old) => (old?.isConsoleAway ? null : old))), []);
  const work = async (task: () => Promise<void>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await task();
    } catch (error) {
      setProblem(asProblem(error));
    }
    isBusy.current = false;
    setBusy(false);
  };
  return { problem, busy, act: (task) => void work(task) };
}
