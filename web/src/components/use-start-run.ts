import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { Refused, type Schemas } from '../api/request';
import { useChosenDirector } from '../api/directors';
import { messagesOf } from '../i18n/messages';
import { type Action, useAction } from './action';
import { isInDoubt, newOrderKey } from './idempotency-key';

export type Started = Pick<Schemas['StartedJob'], 'jobId' | 'director'>;

function withAdvice(error: unknown): unknown {
  if (!(error instanceof Refused) || !isInDoubt(error)) return error;
  const said = messagesOf('startRun').inDoubt(messagesOf('problem').text(error.problem));
  return new Refused({ ...error.problem, said }, error.status);
}

export interface RunOrder {
  readonly action: Action;
  /** Starts what `body` says and goes to its run; or, for who may not see it, does what `stay` says. */
  readonly place: <Body>(
    body: Body,
    send: (body: Body, key: string) => Promise<Started>,
    stay?: (run: Started) => void,
  ) => void;
}

/**
 * Orders of runs, with one Idempotency-Key for each request: the same body is sent under the same key until an answer leaves no
 * doubt, so that neither a double click nor a lost answer starts a second run.
 */
export function useRunOrder(): RunOrder {
  const action = useAction();
  const navigate = useNavigate();
  const { director: chosen } = useChosenDirector();
  const keys = useRef(new Map<string, string>());
  const place: RunOrder['place'] = (body, send, stay) =>
    action.act(async () => {
      const request = JSON.stringify(body);
      const key = keys.current.get(request) ?? newOrderKey();
      keys.current.set(request, key);
      try {
        const { jobId, director } = await send(body, key);
        keys.current.delete(request);
        if (stay) {
          stay({ jobId, director });
          return;
        }
        // Who looks at all Directors goes on to the one that runs it.
        const search = chosen === '*' ? { director } : {};
        await navigate({ to: '/runs/$jobId', params: { jobId: String(jobId) }, search });
      } catch (error) {
        if (!isInDoubt(error)) keys.current.delete(request);
        throw withAdvice(error);
      }
    });
  return { action, place };
}
