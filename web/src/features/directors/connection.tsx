import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type SyntheticEvent } from 'react';
import { ask, type Schemas } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useApiQuery, forgetAll } from '../../api/queries';
import { tagged, ifMatch } from '../../api/etag';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { ErrorMessage } from '../../components/error-message';
import { Shown } from '../../components/query-content';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';
import { Findings } from './test-findings';

/** Says what is lost, and wants the name typed. */
function RemoveDirector({ name, etag }: { readonly name: string; readonly etag: string | null }) {
  const { remove } = useMessages('directors');
  const [typed, setTyped] = useState('');
  const { problem, busy, act } = useAction();
  const navigate = useNavigate();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (typed !== name) return;
    act(async () => {
      const params = { path: { name }, header: ifMatch(etag) };
      await ask((api) => api.DELETE('/api/v1/admin/directors/{name}', { params }));
      await navigate({ to: '/administration/directors', search: {} });
      forgetAll();
    });
  };
  return (
    <details className="remove">
      <summary>{remove.title}</summary>
      <p>{remove.loses(name)}</p>
      <form className="row wrap" onSubmit={submit}>
        <label>
          {remove.type(name)}
          <input
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            autoComplete="off"
            spellCheck={false}
            required
          />
        </label>
        <button className="danger" disabled={typed !== name} aria-disabled={busy}>
          {remove.remove}
        </button>
        <AsCurl method="DELETE" path={`/admin/directors/${encodeURIComponent(name)}`} />
      </form>
      <ErrorMessage problem={problem} />
    </details>
  );
}

type Configuration = Schemas['DirectorConfiguration'];

/** How a Director is reached, as stored, with its tag. */
export function useConfiguration(name: string) {
  const enabled = usePermissionError('directors:manage') === null;
  return useApiQuery(
    ['directors', 'configuration', name],
    (api, signal) => tagged(api.GET('/api/v1/admin/directors/{name}', { params: { path: { name } }, signal })),
    { enabled },
  );
}

/** In the head of the page: the connection is what has to be corrected when a Director does not answer. */
export function EditDirector({ name }: { readonly name: string }) {
  const { connection } = useMessages('directors');
  const stored = useConfiguration(name).data?.value;
  if (!stored || stored.kind === 'embedded' || stored.origin === 'file') return null;
  return (
    <Link className="button" to="/administration/directors/$name/change" params={{ name }}>
      {connection.change}
    </Link>
  );
}

/** How it is reached; for who may manage Directors, with a test and the way to remove it. */
export function Connection({ name }: { readonly name: string }) {
  const { connection } = useMessages('directors');
  const why = usePermissionError('directors:manage');
  const asked = useConfiguration(name);
  return (
    <section aria-labelledby="connection">
      <div className="head">
        <h2 id="connection">{connection.title}</h2>
        <AsCurl path={`/admin/directors/${encodeURIComponent(name)}`} />
      </div>
      <Denied id="no-connection" why={why} />
      {why === null && <Shown of={asked}>{({ value, etag }) => <Stored configuration={value} etag={etag} />}</Shown>}
    </section>
  );
}

function Stored({ configuration, etag }: { readonly configuration: Configuration; readonly etag: string | null }) {
  const { connection } = useMessages('directors');
  const { name, kind, origin } = configuration;
  if (kind === 'embedded') return <p>{connection.embedded}</p>;
  return (
    <>
      <Settings of={configuration} />
      {origin === 'file' ? (
        <p className="after">{connection.ofFile}</p>
      ) : (
        <>
          <TestStored name={name} />
          <RemoveDirector name={name} etag={etag} />
        </>
      )}
    </>
  );
}

function Settings({ of }: { readonly of: Configuration }) {
  const { connection } = useMessages('directors');
  const rows: readonly (readonly [name: string, value: string])[] = [
    [connection.address, of.address ?? ''],
    [connection.port, String(of.port ?? '')],
    [connection.console, of.console ?? connection.ownConsole],
    [connection.tls, useTlsText(of.tls)],
    [connection.catalog, of.catalogUrl ?? connection.unreadable],
    [connection.catalogTls, useCatalogTlsText(of.catalogTls)],
    [connection.zone, of.timezone ?? ''],
    [connection.restoreJob, of.restoreJob ?? connection.onlyJob],
    [connection.roots, of.restoreRoots?.join(', ') ?? connection.jobsWhere],
    [connection.staging, of.staging === null ? connection.noStaging : connection.stagedBy(of.staging)],
  ];
  return (
    <dl className="figures">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {of.updatedAt !== null && (
        <div>
          <dt>{connection.changed}</dt>
          <dd>
            <Time at={of.updatedAt} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function useTlsText(tls: Configuration['tls']): string {
  const { connection } = useMessages('directors');
  if (tls === null) return '';
  if (tls.mode === 'none') return connection.tlsModes.none;
  const isByCertificate = tls.ca !== null || tls.certificate !== null;
  return `${connection.tlsModes[tls.mode]}, ${isByCertificate ? connection.withCertificate : connection.withPassword}`;
}

function useCatalogTlsText(tls: Configuration['catalogTls']): string {
  const { connection } = useMessages('directors');
  const parts = [
    tls?.ca ? connection.catalogCa : null,
    tls?.certificate ? connection.catalogCertificate : null,
    tls?.hasKey ? connection.catalogKey : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? connection.noCertificates : parts.join(', ');
}

function TestStored({ name }: { readonly name: string }) {
  const { connection } = useMessages('directors');
  const { problem, busy, act } = useAction();
  const [test, setTest] = useState<Schemas['DirectorTest'] | null>(null);
  const look = () =>
    act(async () =>
      setTest(await ask((api) => api.POST('/api/v1/admin/directors/{name}/test', { params: { path: { name } } }))),
    );
  return (
    <>
      <p className="row wrap after">
        <button type="button" aria-disabled={busy} onClick={look}>
          {connection.test}
        </button>
        <AsCurl method="POST" path={`/admin/directors/${encodeURIComponent(name)}/test`} />
      </p>
      <ErrorMessage problem={problem} />
      <div role="status">{test && <Findings stages={test.stages} />}</div>
    </>
  );
}
