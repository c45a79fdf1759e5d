import { createRoute, notFound } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { textSearch } from '../../app/search';

const oneSearch = textSearch('tab');

export const runsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/runs',
    validateSearch: textSearch(
      ...(['status', 'job', 'client', 'level', 'type', 'pool', 'since', 'until', 'acknowledged', 'sort'] as const),
      ...(['triggeredBy', 'triggeredByName', 'triggeredById'] as const),
    ),
    component: lazyPage(() => import('./runs.page'), 'RunsPage'),
    staticData: { page: { needs: ['jobs:read'], title: 'runs' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/runs/$jobId',
    validateSearch: oneSearch,
    beforeLoad: ({ params }) => {
      if (!/^[1-9]\d{0,8}$/.test(params.jobId)) notFound({ throw: true });
    },
    component: lazyPage(() => import('./run.page'), 'RunPage'),
    staticData: { page: { needs: ['jobs:read'], title: 'run', about: ({ jobId }) => jobId } },
  }),
] as const;
