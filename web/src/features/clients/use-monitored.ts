import { usePermissionError } from '../../api/disabled-reason';
import { useApiQuery } from '../../api/queries';
import { tagged } from '../../api/etag';
import { type Client } from './use-client-stats';

/** What was set for a client's watch, with the tag that guards a change of it. */
export function useMonitored({ name, director }: Client) {
  const enabled = usePermissionError('monitoring:read') === null;
  return useApiQuery(
    ['clients', 'monitored', director, name],
    (api, signal) =>
      tagged(
        api.GET('/api/v1/admin/monitoring/clients/{name}', { params: { path: { name }, query: { director } }, signal }),
      ),
    { enabled },
  );
}
