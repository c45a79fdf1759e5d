import { usePermissionError } from '../../api/disabled-reason';
import { useApiQuery } from '../../api/queries';

const builtIn: readonly string[] = ['admin', 'operator', 'readonly'];

/** Names of the roles to choose from; who may not see all of them gets the built-in ones and those named here. */
export function useRoleNames(...also: readonly string[]): readonly string[] {
  const mayList = usePermissionError('roles:manage') === null;
  const { data } = useApiQuery(
    ['roles', 'names'],
    (api, signal) => api.GET('/api/v1/admin/roles', { params: { query: { limit: 500 } }, signal }),
    { enabled: mayList },
  );
  return [...new Set([...(data?.items.map(({ name }) => name) ?? builtIn), ...also])];
}
