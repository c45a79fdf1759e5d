import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { restoreSearch } from './restore-query';

export const restoreRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/restore',
    validateSearch: restoreSearch,
    component: lazyPage(() => import('./restore.page'), 'RestorePage'),
    staticData: { page: { needs: ['restore:browse'], title: 'restore' } },
  }),
] as const;
