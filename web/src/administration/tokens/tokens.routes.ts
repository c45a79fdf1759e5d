import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { root } from '../../app/root';
import { catalogue } from '../../words/words';

const title = catalogue({ title: 'Tokens' }, { title: 'Tokens' });

export const tokensRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/administration/tokens',
    component: lazyRouteComponent(() => import('./tokens.page'), 'TokensPage'),
    staticData: { page: { needs: ['tokens:own'], title } },
  }),
  // Messages that were sent before carry this address.
  createRoute({
    getParentRoute: () => root,
    path: '/tokens',
    beforeLoad: () => redirect({ to: '/administration/tokens', replace: true, throw: true }),
  }),
] as const;
