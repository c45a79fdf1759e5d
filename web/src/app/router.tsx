import { createHashHistory, createRouter } from '@tanstack/react-router';
import { calendarRoutes } from '../calendar/calendar.routes';
import { clientsRoutes } from '../clients/clients.routes';
import { directorsRoutes } from '../administration/directors/directors.routes';
import { jobsRoutes } from '../jobs/jobs.routes';
import { overviewRoutes } from '../overview/overview.routes';
import { restoreRoutes } from '../restore/restore.routes';
import { runsRoutes } from '../runs/runs.routes';
import { statisticsRoutes } from '../statistics/statistics.routes';
import { storageRoutes } from '../storage/storage.routes';
import { eventsRoutes } from '../events/events.routes';
import { apiRoutes } from '../administration/api/api.routes';
import { auditRoutes } from '../administration/audit/audit.routes';
import { notificationsRoutes } from '../administration/notifications/notifications.routes';
import { silenceRoutes } from '../administration/silence/silence.routes';
import { tokensRoutes } from '../administration/tokens/tokens.routes';
import { administrationRoutes } from './administration.routes';
import { root } from './root';
import { parseSearch, stringifySearch } from './search';

/**
 * Addresses stand behind the `#`: the console may lie below any path of a proxy without being told of it, and the links that
 * messages carry stay as they are.
 */
export const router = createRouter({
  routeTree: root.addChildren([
    ...[...jobsRoutes, ...runsRoutes, ...calendarRoutes],
    ...[...restoreRoutes, ...statisticsRoutes, ...tokensRoutes],
    ...jobsRoutes,
    ...runsRoutes,
    ...restoreRoutes,
    ...clientsRoutes,
    ...tokensRoutes,
    ...directorsRoutes,
    ...jobsRoutes,
    ...runsRoutes,
    ...restoreRoutes,
    ...eventsRoutes,
    ...administrationRoutes,
    ...tokensRoutes,
    ...notificationsRoutes,
    ...silenceRoutes,
    ...auditRoutes,
    ...apiRoutes,
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
