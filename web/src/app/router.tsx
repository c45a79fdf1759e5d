import { createHashHistory, createRouter } from '@tanstack/react-router';
import { accountRoutes } from '../account/account.routes';
import { rolesRoutes } from '../administration/roles/roles.routes';
import { tokensRoutes } from '../administration/tokens/tokens.routes';
import { usersRoutes } from '../administration/users/users.routes';
import { jobsRoutes } from '../jobs/jobs.routes';
import { restoreRoutes } from '../restore/restore.routes';
import { runsRoutes } from '../runs/runs.routes';
import { administrationRoutes } from './administration.routes';
import { root } from './root';
import { parseSearch, stringifySearch } from './search';

/**
 * Addresses stand behind the `#`: the console may lie below any path of a proxy without being told of it, and the links that
 * messages carry stay as they are.
 */
export const router = createRouter({
  routeTree: root.addChildren([
    ...jobsRoutes,
    ...runsRoutes,
    ...restoreRoutes,
    ...administrationRoutes,
    ...tokensRoutes,
    ...usersRoutes,
    ...rolesRoutes,
    ...accountRoutes,
  ]),
  history: createHashHistory(),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadDelay: 80,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: typeof router;
  }
}
