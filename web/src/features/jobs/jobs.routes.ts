import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { textSearch } from '../../app/search';

export const jobsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/jobs',
    validateSearch: textSearch('name', 'client', 'type', 'protection', 'enabled', 'sort'),
    component: lazyPage(() => import('./jobs.page'), 'JobsPage'),
    staticData: { page: { needs: ['jobs:read'], title: 'jobs' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/jobs/$name',
    validateSearch: textSearch('act'),
    component: lazyPage(() => import('./job.page'), 'JobPage'),
    staticData: { page: { needs: ['jobs:read'], title: 'job', about: ({ name }) => name } },
  }),
] as const;
