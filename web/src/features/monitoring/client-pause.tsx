import { type SyntheticEvent, useState } from 'react';
import { ask } from '../../api/request';
import { forget } from '../../api/queries';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { ErrorMessage } from '../../components/error-message';
import { fieldOf } from '../../components/form-field';
import { useMessages } from '../../i18n/messages';
import { type Client, pathOf } from './threshold-preview';

const dayMs = 86_400_000;

const later = (ms: number): string => new Date(Date.now() + ms).toISOString();

interface ClientPauseProps {
  readonly client: Client;
  readonly isAllowed: boolean;
}

function usePause({ name, director }: Client) {
  const messages = useMessages('monitoring');
  const action = useAction();
  const [said, setSaid] = useState('');
  const pause = (pausedUntil: string | null) =>
    action.act(async () => {
      const params = { path: { name }, query: { director } };
      await ask((api) => api.PATCH('/api/v1/admin/monitoring/clients/{name}', { params, body: { pausedUntil } }));
      setSaid(pausedUntil === null ? messages.isResumed : messages.isPaused);
      forget('silence', 'clients', 'health');
    });
  return { ...action, said, pause };
}

export function ClientPause({ client, isAllowed }: ClientPauseProps) {
  const messages = useMessages('monitoring');
  const { problem, busy, said, pause } = usePause(client);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    pause(new Date(fieldOf(event.currentTarget, 'until')).toISOString());
  };
  const button = (text: string, until: () => string | null) => (
    <button type="button" aria-disabled={busy} onClick={() => pause(until())}>
      {text}
    </button>
  );
  return (
    <section>
      <h2>{messages.pauseTitle}</h2>
      <p className="quiet">{messages.pauseHint}</p>
      <form onSubmit={submit}>
        <fieldset disabled={!isAllowed} aria-describedby={isAllowed ? undefined : 'no-silence'}>
          <div className="row wrap">
            <label>
              {messages.until}
              <input name="until" type="datetime-local" className="short" required />
            </label>
            <button aria-disabled={busy}>{messages.pause}</button>
            {button(messages.pauseDay, () => later(dayMs))}
            {button(messages.pauseWeek, () => later(7 * dayMs))}
            {client.pausedUntil !== null && button(messages.resume, () => null)}
            <AsCurl method="PATCH" path={pathOf(client)} body={{ pausedUntil: later(dayMs) }} />
          </div>
        </fieldset>
      </form>
      <p role="status">{said}</p>
      <ErrorMessage problem={problem} />
    </section>
  );
}
