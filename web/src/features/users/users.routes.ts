import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { textSearch } from '../../app/search';

export const usersRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/administration/users',
    validateSearch: textSearch('username', 'role', 'disabled'),
    component: lazyPage(() => import('./users.page'), 'UsersPage'),
    staticData: { page: { needs: ['users:manage'], title: 'users' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/users/$id',
    component: lazyPage(() => import('./user.page'), 'UserPage'),
    staticData: { page: { needs: ['users:manage'], title: 'user' } },
  }),
] as const;
