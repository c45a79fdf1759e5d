import { useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { useDenial } from '../../api/permissions';
import { useDirectors } from '../../api/directors';
import { forget } from '../../api/queries';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { Fault } from '../../components/error-message';
import { useWords } from '../../i18n/messages';
import { clientWords } from './client.messages';
import { type Client } from './use-client-stats';

/** Whether the Director starts scheduled jobs of the client, where it lets that be changed. */
export function ClientInUse({ client: { name, director, enabled } }: { readonly client: Client }) {
  const words = useWords(clientWords);
  const why = useDenial('jobs:control');
  const isAble =
    useDirectors()
      .find((one) => one.name === director)
      ?.abilities.includes('enable-client') ?? false;
  const [done, setDone] = useState<Schemas['ChangedClient'] | null>(null);
  const { problem, busy, act } = useAction();
  if (!isAble) return null;
  const body = { enabled: !enabled };
  const change = () =>
    act(async () => {
      const params = { path: { name }, query: { director } };
      setDone(await ask((api) => api.PATCH('/api/v1/clients/{name}', { params, body })));
      forget('clients', 'jobs', 'schedule', 'health');
    });
  const path = `/clients/${encodeURIComponent(name)}?director=${encodeURIComponent(director)}`;
  return (
    <div>
      <h3>{words.inUse}</h3>
      <p className="quiet">{words.inUseAbout}</p>
      <span className="row">
        <button
          type="button"
          disabled={why !== null}
          aria-disabled={busy}
          aria-describedby={why === null ? undefined : 'no-client-change'}
          onClick={change}
        >
          {enabled ? words.disable : words.enable}
        </button>
        <AsCurl method="PATCH" path={path} body={body} />
      </span>
      <Denied id="no-client-change" why={why} />
      <p role="status">{done && words.inUseDone(done.enabled, done.persistent)}</p>
      <Fault problem={problem} />
    </div>
  );
}
