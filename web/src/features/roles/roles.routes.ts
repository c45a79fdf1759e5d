import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';

export const rolesRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/administration/roles',
    component: lazyPage(() => import('./roles.page'), 'RolesPage'),
    staticData: { page: { needs: ['roles:manage'], title: 'roles' } },
  }),
  // Not below the others: a role may have any name.
  createRoute({
    getParentRoute: () => root,
    path: '/administration/new-role',
    component: lazyPage(() => import('./new-role.page'), 'NewRolePage'),
    staticData: { page: { needs: ['roles:manage'], title: 'newRole' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/roles/$name',
    component: lazyPage(() => import('./role.page'), 'RolePage'),
    staticData: { page: { needs: ['roles:manage'], title: 'role', about: ({ name }) => name } },
  }),
] as const;
