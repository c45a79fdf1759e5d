import { createHashHistory, createRouter } from '@tanstack/react-router';
import { accountRoutes } from '../features/account/account.routes';
import { apiRoutes } from '../features/api-reference/api.routes';
import { auditRoutes } from '../features/audit/audit.routes';
import { configurationRoutes } from '../features/configuration/configuration.routes';
import { directorsRoutes } from '../features/directors/directors.routes';
import { notificationsRoutes } from '../features/notifications/notifications.routes';
import { rolesRoutes } from '../features/roles/roles.routes';
import { silenceRoutes } from '../features/monitoring/monitoring.routes';
import { tokensRoutes } from '../features/tokens/tokens.routes';
import { usersRoutes } from '../features/users/users.routes';
import { calendarRoutes } from '../features/calendar/calendar.routes';
import { clientsRoutes } from '../features/clients/clients.routes';
import { eventsRoutes } from '../features/events/events.routes';
import { jobsRoutes } from '../features/jobs/jobs.routes';
import { overviewRoutes } from '../features/overview/overview.routes';
import { restoreRoutes } from '../features/restore/restore.routes';
import { runsRoutes } from '../features/runs/runs.routes';
import { statisticsRoutes } from '../features/statistics/statistics.routes';
import { storageRoutes } from '../features/storage/storage.routes';
import { administrationRoutes } from './administration.routes';
import { PageError } from './page-error';
import { root } from './root';
import { parseSearch, stringifySearch } from './search';

/**
 * Addresses stand behind the `#`: the console may lie below any path of a proxy without being told of it, and the links that
 * messages carry stay as they are.
 */
export const router = createRouter({
  routeTree: root.addChildren([
    ...overviewRoutes,
    ...jobsRoutes,
    ...runsRoutes,
    ...calendarRoutes,
    ...restoreRoutes,
    ...clientsRoutes,
    ...storageRoutes,
    ...statisticsRoutes,
    ...eventsRoutes,
    ...administrationRoutes,
    ...tokensRoutes,
    ...usersRoutes,
    ...rolesRoutes,
    ...directorsRoutes,
    ...configurationRoutes,
    ...notificationsRoutes,
    ...silenceRoutes,
    ...auditRoutes,
    ...apiRoutes,
    ...accountRoutes,
  ]),
  history: createHashHistory(),
  parseSearch,
  stringifySearch,
  defaultErrorComponent: PageError,
  defaultPreload: 'intent',
  defaultPreloadDelay: 80,
  scrollRestoration: true,
  // Each choice of filters is a match of its own: the usual half an hour of them would pile up.
  defaultGcTime: 60_000,
});

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: typeof router;
  }
}
