import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { defineMessages } from '../../i18n/messages';

const title = defineMessages({ title: 'Your account' }, { title: 'Ihr Konto' });
const sessionsTitle = defineMessages({ title: 'Sessions' }, { title: 'Sitzungen' });

export const accountRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/account',
    component: lazyPage(() => import('./account.page'), 'AccountPage'),
    staticData: { page: { needs: [], title } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/sessions',
    component: lazyPage(() => import('./sessions.page'), 'SessionsPage'),
    staticData: { page: { needs: [], title: sessionsTitle } },
  }),
] as const;
