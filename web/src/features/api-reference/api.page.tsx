import { Link } from '@tanstack/react-router';
import { apiRoot, documentationAddress } from '../../api/address';
import { CopyCurl, curlOf } from '../../components/copy-as-curl';
import { Copied } from '../../components/copy-once';
import { Cell, Row, Table } from '../../components/table';
import { Title } from '../../components/title';
import { type Messages, useMessages } from '../../i18n/messages';
import './api.css';
import { type paths } from '../../api/api.generated';

interface KnownRoute {
  readonly wish: keyof Messages['apiReference']['wishes'];
  readonly method?: 'POST';
  /** As the document has it: the compiler refuses one that is not there. */
  readonly route: keyof paths;
  /** The same with an example in the place of each parameter, below `/api/v1`. */
  readonly path: string;
  readonly body?: object;
}

const knownRoutes: readonly KnownRoute[] = [
  { wish: 'me', route: '/api/v1/auth/me', path: '/auth/me' },
  { wish: 'health', route: '/api/v1/director/health', path: '/director/health?failOn=crit' },
  { wish: 'jobs', route: '/api/v1/operations/jobs', path: '/operations/jobs' },
  {
    wish: 'run',
    method: 'POST',
    route: '/api/v1/operations/jobs/run',
    path: '/operations/jobs/run',
    body: { job: 'BackupHome', level: 'Full' },
  },
  { wish: 'wait', route: '/api/v1/operations/runs/{jobId}', path: '/operations/runs/7?wait=60' },
  { wish: 'log', route: '/api/v1/operations/runs/{jobId}/log', path: '/operations/runs/7/log' },
  { wish: 'runs', route: '/api/v1/operations/jobs/recent', path: '/operations/jobs/recent?status=error&hours=24' },
  { wish: 'points', route: '/api/v1/restore/points', path: '/restore/points?client=this-machine' },
  { wish: 'files', route: '/api/v1/restore/files', path: '/restore/files?q=nginx.conf' },
  {
    wish: 'restore',
    method: 'POST',
    route: '/api/v1/restore/run',
    path: '/restore/run',
    body: { jobids: [7], paths: ['/etc/nginx/'] },
  },
  { wish: 'clients', route: '/api/v1/clients', path: '/clients' },
  { wish: 'pools', route: '/api/v1/storage-media/pools', path: '/storage-media/pools' },
  { wish: 'metrics', route: '/api/v1/stats/metrics', path: '/stats/metrics' },
  {
    wish: 'createChannel',
    method: 'POST',
    route: '/api/v1/admin/notifications/channels',
    path: '/admin/notifications/channels',
    body: {
      name: 'On call',
      kind: 'webhook',
      format: 'slack',
      url: 'https://hooks.slack.com/services/…',
      patterns: ['job.completed.*', 'client.silence.**'],
      minSeverity: 'warning',
    },
  },
  { wish: 'verify', route: '/api/v1/admin/audit/verify', path: '/admin/audit/verify' },
];

const [whoAmI] = knownRoutes as readonly [KnownRoute, ...KnownRoute[]];

export function ApiPage() {
  const messages = useMessages('apiReference');
  return (
    <>
      <Title>{messages.title}</Title>
      <p>{messages.about}</p>
      <Copied label={messages.base} text={apiRoot} />
      <section>
        <h2>{messages.token}</h2>
        <p>
          {messages.tokenHint} <Link to="/administration/tokens">{messages.makeToken}</Link>
        </p>
        <Copied label={messages.who} text={curlOf(whoAmI)} />
      </section>
      <section>
        <h2>{messages.read}</h2>
        <p>{messages.docsHint}</p>
        <p className="row wrap">
          <a className="button" href={documentationAddress('read')}>
            {messages.docs}
          </a>
          <a href={documentationAddress('document')}>{messages.document}</a>
          <a href={documentationAddress('errors')}>{messages.errors}</a>
        </p>
      </section>
      <section>
        <h2>{messages.routes}</h2>
        <Routes />
        <p className="quiet after">{messages.internal}</p>
      </section>
    </>
  );
}

function Routes() {
  const messages = useMessages('apiReference');
  return (
    <Table label={messages.routes} heads={[messages.wish, messages.line, messages.copy]} className="routes">
      {knownRoutes.map(({ wish, method, path, body }) => (
        <Row key={wish} name={messages.wishes[wish]}>
          <Cell of={messages.line}>
            <code className="line">{curlOf({ method, path, body })}</code>
          </Cell>
          <Cell of={messages.copy}>
            <CopyCurl {...{ method, path, body }} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
