import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { textSearch } from '../../app/search';

export const silenceRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/administration/silence',
    validateSearch: textSearch('name', 'status', 'paused'),
    component: lazyPage(() => import('./monitoring.page'), 'SilencePage'),
    staticData: { page: { needs: ['monitoring:read'], title: 'monitoring' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/silence/$at/$name',
    component: lazyPage(() => import('./client.page'), 'ClientSilencePage'),
    staticData: {
      page: {
        needs: ['monitoring:read'],
        title: 'clientThresholds',
        about: ({ name }) => name,
        ofDirector: { name: ({ at }) => at, other: () => '/administration/silence' },
      },
    },
  }),
] as const;
