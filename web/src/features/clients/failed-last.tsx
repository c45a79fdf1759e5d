import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries';
import { State } from '../../components/state';
import { Time } from '../../components/time';
import { useMessages } from '../../i18n/messages';
import { clientWords } from './client.messages';
import { type Client } from './use-client-stats';

/** The reason why there is no newer good backup, if the last run failed. */
export function FailedLast({ client: { name, director } }: { readonly client: Client }) {
  const words = useMessages(clientWords);
  const query = { director, client: name, type: 'Backup', status: 'completed,warning,error,canceled', limit: 1 };
  const { data } = useApiQuery(['runs', 'last-of-client', director, name], (api, signal) =>
    api.GET('/api/v1/operations/runs', { params: { query }, signal }),
  );
  const run = data?.items[0];
  if (run?.status !== 'error') return null;
  return (
    <p>
      <State of="error" text={words.failedLast} />{' '}
      <Link to="/runs/$jobId" params={{ jobId: String(run.jobId) }}>
        {words.runOf(run.jobId)}
      </Link>{' '}
      <span className="quiet">
        {run.job}, <Time at={run.endedAt ?? run.queuedAt} />
      </span>
    </p>
  );
}
