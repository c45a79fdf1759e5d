import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { Refused, type Schemas } from '../api/ask';
import { type Action, useAction } from './action';

type Started = Pick<Schemas['StartedJob'], 'jobId'>;

/** Also without https, where a browser gives no `randomUUID`. */
function newKey(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(4));
  return `page-${Array.from(numbers, (number) => number.toString(36)).join('-')}`;
}

/** Whether it stays open if the run was started: no answer, a failure on the way to it, or one that is still to come. */
function isInDoubt(error: unknown): boolean {
  if (!(error instanceof Refused)) return true;
  return error.status === 0 || error.status >= 500 || error.problem.code === 'idempotency_in_flight';
}

function withAdvice(error: unknown): unknown {
  if (!(error instanceof Refused) || !isInDoubt(error)) return error;
  const detail = `${error.problem.detail} It is not known whether the run has started: press again to find out, nothing starts twice.`;
  return new Refused({ ...error.problem, detail }, error.status);
}

export interface RunOrder {
  readonly action: Action;
  /** Starts what `body` says and goes to its run. */
  readonly place: <Body>(body: Body, send: (body: Body, key: string) => Promise<Started>) => void;
}

/**
 * Orders of runs, with one Idempotency-Key for each wish: the same body is sent under the same key until an answer leaves no
 * doubt, so that neither a double click nor a lost answer starts a second run.
 */
export function useRunOrder(): RunOrder {
  const action = useAction();
  const navigate = useNavigate();
  const wish = useRef<{ readonly text: string; readonly key: string } | null>(null);
  const place: RunOrder['place'] = (body, send) =>
    action.act(async () => {
      const text = JSON.stringify(body);
      if (wish.current?.text !== text) wish.current = { text, key: newKey() };
      try {
        const { jobId } = await send(body, wish.current.key);
        wish.current = null;
        await navigate({ to: '/runs/$jobId', params: { jobId: String(jobId) } });
      } catch (error) {
        if (!isInDoubt(error)) wish.current = null;
        throw withAdvice(error);
      }
    });
  return { action, place };
}
