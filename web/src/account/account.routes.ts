import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
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
  // Where the administration looks for it.
  createRoute({
    getParentRoute: () => root,
    path: '/administration/sessions',
    beforeLoad: () => redirect({ to: '/account', replace: true, throw: true }),
    staticData: { page: { needs: [], title } },
  }),
] as const;
