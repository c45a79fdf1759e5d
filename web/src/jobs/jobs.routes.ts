import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../app/root';
import { catalogue } from '../words/words';

const title = catalogue({ title: 'Jobs' }, { title: 'Jobs' });

export const jobsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/jobs',
    component: lazyRouteComponent(() => import('./jobs.page'), 'JobsPage'),
    staticData: { page: { needs: ['jobs:read'], title } },
  }),
] as const;
