import { useEffect, useRef, useState } from 'react';
import { type Action, useAction } from './action';

export interface Stoppable<Answer> {
  readonly action: Action;
  /** The answer to the last question, with what was asked. */
  readonly answer: { readonly to: string; readonly value: Answer } | null;
  readonly start: (question: string, ask: (signal: AbortSignal) => Promise<Answer>) => void;
  readonly stop: () => void;
}

/** A question that takes long: it can be stopped, and is when the page is left. */
export function useStoppable<Answer>(): Stoppable<Answer> {
  const action = useAction();
  const [answer, setAnswer] = useState<Stoppable<Answer>['answer']>(null);
  const controller = useRef<AbortController | null>(null);
  const stop = () => controller.current?.abort();
  useEffect(() => stop, []);
  const start: Stoppable<Answer>['start'] = (to, ask) =>
    action.act(async () => {
      const { signal } = (controller.current = new AbortController());
      setAnswer(null);
      try {
        setAnswer({ to, value: await ask(signal) });
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    });
  return { action, answer, start, stop };
}
