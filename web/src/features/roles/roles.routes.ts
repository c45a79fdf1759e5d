import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { defineMessages } from '../../i18n/messages';

const title = defineMessages({ title: 'Roles' }, { title: 'Rollen' });
const oneTitle = defineMessages({ title: 'Role' }, { title: 'Rolle' });
const newTitle = defineMessages({ title: 'New role' }, { title: 'Neue Rolle' });

export const rolesRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/administration/roles',
    component: lazyPage(() => import('./roles.page'), 'RolesPage'),
    staticData: { page: { needs: ['roles:manage'], title } },
  }),
  // Not below the others: a role may have any name.
  createRoute({
    getParentRoute: () => root,
    path: '/administration/new-role',
    component: lazyPage(() => import('./new-role.page'), 'NewRolePage'),
    staticData: { page: { needs: ['roles:manage'], title: newTitle } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/roles/$name',
    component: lazyPage(() => import('./role.page'), 'RolePage'),
    staticData: { page: { needs: ['roles:manage'], title: oneTitle, about: ({ name }) => name } },
  }),
] as const;
