import { Link, useParams } from '@tanstack/react-router';
import { useDenial } from '../../api/permissions';
import { useChosenDirector } from '../../api/directors';
import { useAsked } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { ActionLink } from '../../components/action-link';
import { Denied } from '../../components/no-permission';
import { OfOneDirector } from '../../components/one-director';
import { Shown } from '../../components/query-content';
import { Title } from '../../components/title';
import { useWords } from '../../i18n/messages';
import { AcknowledgeSilence } from './acknowledge-silence';
import { ClientFacts } from './client-details';
import { ClientInUse } from './client-in-use';
import { ClientGrowth } from './client-growth';
import { ClientJobs } from './client-jobs';
import { ClientRuns } from './client-runs';
import { clientWords } from './client.messages';
import { clientsWords } from './clients.messages';
import { FailedLast } from './failed-last';
import { LastGood } from './last-good';
import { type Client } from './use-client-stats';
import { WatchOver } from './monitoring-panel';
import './clients.css';

export function ClientPage() {
  const { name } = useParams({ from: '/clients/$name' });
  const why = useDenial('restore:browse');
  const chosen = useChosenDirector();
  const words = useWords(clientsWords);
  const { restore } = useWords(clientWords);
  const client = useAsked(
    ['clients', 'one', name, chosen.director],
    (api, signal) => api.GET('/api/v1/clients/{name}', { params: { path: { name }, query: chosen }, signal }),
    { enabled: chosen.director !== '*' },
  );
  return (
    <>
      <Title
        above={<Link to="/clients">{words.title}</Link>}
        actions={
          client.data && (
            <ActionLink isPrimary deniedBy={why === null ? null : 'no-restore'} to="/restore" search={{ client: name }}>
              {restore}
            </ActionLink>
          )
        }
      >
        {name}
      </Title>
      <Denied id="no-restore" why={why} />
      {client.data && <AsCurl path={pathOf(client.data)} />}
      <OfOneDirector
        owners={{
          key: ['clients', 'owners', name],
          call: (api, signal) => api.GET('/api/v1/clients', { params: { query: { director: '*', name } }, signal }),
        }}
      >
        <Shown of={client} rows={8}>
          {(known) => <Whole key={`${known.director}/${known.name}`} client={known} />}
        </Shown>
      </OfOneDirector>
    </>
  );
}

function pathOf({ name, director }: Client): string {
  return `/clients/${encodeURIComponent(name)}?director=${encodeURIComponent(director)}`;
}

function Whole({ client }: { readonly client: Client }) {
  const words = useWords(clientWords);
  const seesJobs = useDenial('jobs:read');
  return (
    <>
      {seesJobs === null && <FailedLast client={client} />}
      <ClientFacts client={client} />
      {seesJobs === null ? (
        <>
          <LastGood client={client} />
          <ClientGrowth client={client} />
          <ClientJobs client={client} />
          <Settings client={client} />
          <ClientRuns client={client} />
        </>
      ) : (
        <>
          <Settings client={client} />
          <section aria-labelledby="client-runs">
            <h2 id="client-runs">{words.history}</h2>
            <Denied id="no-history" why={seesJobs} />
          </section>
        </>
      )}
    </>
  );
}

/** Below its backups, for which one comes here; above its runs, of which there may be thousands. */
function Settings({ client }: { readonly client: Client }) {
  return (
    <div className="client-deeds">
      <WatchOver client={client} />
      <AcknowledgeSilence client={client} />
      <ClientInUse client={client} />
    </div>
  );
}
