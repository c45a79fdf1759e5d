import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';

export const apiRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/administration/api',
    component: lazyPage(() => import('./api.page'), 'ApiPage'),
    staticData: { page: { needs: [], title: 'apiReference' } },
  }),
] as const;
