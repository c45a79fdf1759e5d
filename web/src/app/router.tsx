import { createHashHistory, createRouter } from '@tanstack/react-router';
import { accountRoutes } from '../account/account.routes';
import { apiRoutes } from '../administration/api/api.routes';
import { auditRoutes } from '../administration/audit/audit.routes';
import { directorsRoutes } from '../administration/directors/directors.routes';
import { notificationsRoutes } from '../administration/notifications/notifications.routes';
import { rolesRoutes } from '../administration/roles/roles.routes';
import { silenceRoutes } from '../administration/silence/silence.routes';
import { tokensRoutes } from '../administration/tokens/tokens.routes';
import { usersRoutes } from '../administration/users/users.routes';
import { calendarRoutes } from '../calendar/calendar.routes';
import { clientsRoutes } from '../clients/clients.routes';
import { eventsRoutes } from '../events/events.routes';
import { jobsRoutes } from '../jobs/jobs.routes';
import { overviewRoutes } from '../overview/overview.routes';
import { restoreRoutes } from '../restore/restore.routes';
import { runsRoutes } from '../runs/runs.routes';
import { statisticsRoutes } from '../statistics/statistics.routes';
import { storageRoutes } from '../storage/storage.routes';
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
    ...[...jobsRoutes, ...runsRoutes, ...calendarRoutes],
    ...restoreRoutes,
    ...clientsRoutes,
    ...storageRoutes,
    ...statisticsRoutes,
    ...eventsRoutes,
    ...[...administrationRoutes, ...tokensRoutes, ...usersRoutes, ...rolesRoutes, ...directorsRoutes],
    ...[...notificationsRoutes, ...silenceRoutes, ...auditRoutes, ...apiRoutes],
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
