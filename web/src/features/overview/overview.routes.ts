import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyPage(() => import('./overview.page'), 'OverviewPage'),
    // Each part of it says for itself what the caller lacks.
    staticData: { page: { needs: [], title: 'overview' } },
  }),
] as const;
