import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { usePermissionError } from '../../api/disabled-reason';
import { useChosenDirector, useDirectors } from '../../api/directors';
import { useApiQuery, forget } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { ActionLink } from '../../components/action-link';
import { Denied } from '../../components/no-permission';
import { OfOneDirector } from '../../components/one-director';
import { Shown } from '../../components/query-content';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { ClientFacts } from './client-details';
import { ClientGrowth } from './client-growth';
import { ClientJobs } from './client-jobs';
import { ClientRuns } from './client-runs';
import { LastGood } from './last-good';
import { type Client } from './use-client-stats';
import { WatchOver } from './monitoring-panel';
import './clients.css';
import { ask, type Schemas } from '../../api/request';
import { Acknowledgement } from '../../components/acknowledgement';
import { useAction } from '../../components/action';
import { ErrorMessage } from '../../components/error-message';
import { State } from '../../components/state';
import { Time } from '../../components/time';

/** The reason why there is no newer good backup, if the last run failed. */
function FailedLast({ client: { name, director } }: { readonly client: Client }) {
  const messages = useMessages('client');
  const query = { director, client: name, type: 'Backup', status: 'completed,warning,error,canceled', limit: 1 };
  const { data } = useApiQuery(['runs', 'last-of-client', director, name], (api, signal) =>
    api.GET('/api/v1/operations/runs', { params: { query }, signal }),
  );
  const run = data?.items[0];
  if (run?.status !== 'error') return null;
  return (
    <p>
      <State of="error" text={messages.failedLast} />{' '}
      <Link to="/runs/$jobId" params={{ jobId: String(run.jobId) }}>
        {messages.runOf(run.jobId)}
      </Link>{' '}
      <span className="quiet">
        {run.job}, <Time at={run.endedAt ?? run.queuedAt} />
      </span>
    </p>
  );
}

/** Shows others that a user looks after a client that is overdue. */
function AcknowledgeSilence({ client }: { readonly client: Client }) {
  const messages = useMessages('client');
  const why = usePermissionError('monitoring:manage');
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
      <h3>{messages.ack}</h3>
      {hasSomething && <AsCurl method="PUT" path={acknowledgementPathOf(client)} body={{ note: '…' }} />}
      {acknowledgement && <AsCurl method="DELETE" path={acknowledgementPathOf(client)} />}
      <Acknowledgement {...{ isDue, why, put, remove }} about={messages.ackAbout} of={acknowledgement} />
    </div>
  );
}

function acknowledgementPathOf({ name, director }: Client): string {
  return `/clients/${encodeURIComponent(name)}/acknowledgement?director=${encodeURIComponent(director)}`;
}

/** Whether the Director starts scheduled jobs of the client, where it lets that be changed. */
function ClientInUse({ client: { name, director, enabled } }: { readonly client: Client }) {
  const messages = useMessages('client');
  const why = usePermissionError('jobs:control');
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
      <h3>{messages.inUse}</h3>
      <p className="quiet">{messages.inUseAbout}</p>
      <span className="row">
        <button
          type="button"
          disabled={why !== null}
          aria-disabled={busy}
          aria-describedby={why === null ? undefined : 'no-client-change'}
          onClick={change}
        >
          {enabled ? messages.disable : messages.enable}
        </button>
        <AsCurl method="PATCH" path={path} body={body} />
      </span>
      <Denied id="no-client-change" why={why} />
      <p role="status">{done && messages.inUseDone(done.enabled, done.persistent)}</p>
      <ErrorMessage problem={problem} />
    </div>
  );
}

export function ClientPage() {
  const { name } = useParams({ from: '/clients/$name' });
  const why = usePermissionError('restore:browse');
  const chosen = useChosenDirector();
  const messages = useMessages('clients');
  const { restore } = useMessages('client');
  const client = useApiQuery(
    ['clients', 'one', name, chosen.director],
    (api, signal) => api.GET('/api/v1/clients/{name}', { params: { path: { name }, query: chosen }, signal }),
    { enabled: chosen.director !== '*' },
  );
  return (
    <>
      <Title
        above={<Link to="/clients">{messages.title}</Link>}
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
  const messages = useMessages('client');
  const seesJobs = usePermissionError('jobs:read');
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
            <h2 id="client-runs">{messages.history}</h2>
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
    <div className="client-actions">
      <WatchOver client={client} />
      <AcknowledgeSilence client={client} />
      <ClientInUse client={client} />
    </div>
  );
}
