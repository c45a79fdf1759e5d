import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../app/root';
import { catalogue } from '../words/words';

const title = catalogue({ title: 'Your account' }, { title: 'Ihr Konto' });

export const accountRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/account',
    component: lazyRouteComponent(() => import('./account.page'), 'AccountPage'),
    staticData: { page: { needs: [], title } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/sessions',
    component: lazyRouteComponent(() => import('./account.page'), 'SessionsPage'),
    staticData: { page: { needs: [], title } },
  }),
] as const;
