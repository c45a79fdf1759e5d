import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';

export const accountRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/account',
    component: lazyPage(() => import('./account.page'), 'AccountPage'),
    staticData: { page: { needs: [], title: 'account' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/sessions',
    component: lazyPage(() => import('./sessions.page'), 'SessionsPage'),
    staticData: { page: { needs: [], title: 'sessions' } },
  }),
] as const;
