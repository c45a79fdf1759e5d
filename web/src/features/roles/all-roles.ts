import { type UseQueryResult } from '@tanstack/react-query';
import { type Schemas } from '../../api/request';
import { useApiQuery } from '../../api/queries';

export type Role = Schemas['Role'];
export type Capability = Role['capabilities'][number];

/** The built-in roles first, then your own. */
export function useAllRoles(): UseQueryResult<Schemas['RolePage']> {
  return useApiQuery(['roles', 'all'], (api, signal) =>
    api.GET('/api/v1/admin/roles', { params: { query: { limit: 200 } }, signal }),
  );
}

/** Every capability, in the order of the API: the role `admin` has them all. */
export function allCapabilities(roles: readonly Role[]): readonly Capability[] {
  return roles.find(({ name }) => name === 'admin')?.capabilities ?? [];
}
