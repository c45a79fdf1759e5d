import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../app/root';
import { catalogue } from '../words/words';

const title = catalogue({ title: 'Overview' }, { title: 'Übersicht' });

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyRouteComponent(() => import('./overview.page'), 'OverviewPage'),
    // Each part of it says for itself what the caller lacks.
    staticData: { page: { needs: [], title } },
  }),
] as const;
