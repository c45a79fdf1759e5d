import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { textSearch } from '../../app/search';

export const statisticsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/statistics',
    validateSearch: textSearch('days', 'since', 'until', 'most'),
    component: lazyPage(() => import('./statistics.page'), 'StatisticsPage'),
    staticData: { page: { needs: ['stats:read'], title: 'statistics' } },
  }),
] as const;
