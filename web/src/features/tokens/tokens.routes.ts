import { createRoute, redirect } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { textSearch } from '../../app/search';

export const tokensRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/administration/tokens',
    validateSearch: textSearch('status', 'name', 'owner'),
    component: lazyPage(() => import('./tokens.page'), 'TokensPage'),
    staticData: { page: { needs: ['tokens:own'], title: 'tokens' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/tokens/$id',
    component: lazyPage(() => import('./token.page'), 'TokenPage'),
    staticData: { page: { needs: ['tokens:own'], title: 'token' } },
  }),
  // Messages that were sent before carry this address.
  createRoute({
    getParentRoute: () => root,
    path: '/tokens',
    beforeLoad: () => redirect({ to: '/administration/tokens', replace: true, throw: true }),
  }),
] as const;
