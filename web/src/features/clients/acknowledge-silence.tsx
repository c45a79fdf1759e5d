import { useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { useDenial } from '../../api/permissions';
import { forget } from '../../api/queries';
import { Acknowledgement } from '../../components/acknowledgement';
import { AsCurl } from '../../components/copy-as-curl';
import { useWords } from '../../i18n/messages';
import { clientWords } from './client.messages';
import { type Client } from './use-client-stats';

/** Shows others that a user looks after a client that is overdue. */
export function AcknowledgeSilence({ client }: { readonly client: Client }) {
  const words = useWords(clientWords);
  const why = useDenial('monitoring:manage');
  const { name, director, acknowledgement, silence } = client;
  const isDue = silence.status !== 'ok';
  // Nothing before there is something to acknowledge; what was removed can still be undone after that.
  const [isThere, setThere] = useState(false);
  const hasSomething = isDue || acknowledgement !== undefined;
  if (hasSomething && !isThere) setThere(true);
  const params = { path: { name }, query: { director } };
  const done = () => forget('clients', 'health');
  const put = async (body: Schemas['AcknowledgeBody']) => {
    await ask((api) => api.PUT('/api/v1/clients/{name}/acknowledgement', { params, body }));
    done();
  };
  const remove = async () => {
    await ask((api) => api.DELETE('/api/v1/clients/{name}/acknowledgement', { params }));
    done();
  };
  if (!isThere) return null;
  return (
    <div>
      <h3>{words.ack}</h3>
      {hasSomething && <AsCurl method="PUT" path={acknowledgementPathOf(client)} body={{ note: '…' }} />}
      {acknowledgement && <AsCurl method="DELETE" path={acknowledgementPathOf(client)} />}
      <Acknowledgement {...{ isDue, why, put, remove }} about={words.ackAbout} of={acknowledgement} />
    </div>
  );
}

function acknowledgementPathOf({ name, director }: Client): string {
  return `/clients/${encodeURIComponent(name)}/acknowledgement?director=${encodeURIComponent(director)}`;
}
