import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../app/root';
import { catalogue } from '../../words/words';

const title = catalogue({ title: 'API' }, { title: 'API' });

export const apiRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/administration/api',
    component: lazyRouteComponent(() => import('./api.page'), 'ApiPage'),
    staticData: { page: { needs: [], title } },
  }),
] as const;
