import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { catalogue } from '../../i18n/messages';

const title = catalogue({ title: 'Roles' }, { title: 'Rollen' });
const oneTitle = catalogue({ title: 'Role' }, { title: 'Rolle' });
const newTitle = catalogue({ title: 'New role' }, { title: 'Neue Rolle' });

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
