import { createRoute } from '@tanstack/react-router';
import { type Capability } from '../../api/disabled-reason';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { textSearch } from '../../app/search';
import { loadWithTexts } from '../../i18n/messages';

/** Its pages name the Director. */
const read: readonly Capability[] = ['configuration:read', 'directors:read'];

export const configurationRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/new-backup',
    component: lazyPage(() => loadWithTexts(() => import('./new-backup.page')), 'NewBackupPage'),
    staticData: { page: { needs: [...read, 'configuration:write'], title: 'newBackup' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/configuration',
    validateSearch: textSearch('type', 'q'),
    component: lazyPage(() => loadWithTexts(() => import('./resources.page')), 'ResourcesPage'),
    staticData: { page: { needs: read, title: 'configuration' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/configuration/$type/$name',
    component: lazyPage(() => loadWithTexts(() => import('./resource.page')), 'ResourcePage'),
    staticData: { page: { needs: read, title: 'configuration', about: ({ name }) => name } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/configuration/new/$type',
    component: lazyPage(() => loadWithTexts(() => import('./new-resource.page')), 'NewResourcePage'),
    staticData: { page: { needs: read, title: 'newResource' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/configuration/text',
    validateSearch: textSearch('line'),
    component: lazyPage(() => loadWithTexts(() => import('./text.page')), 'TextPage'),
    staticData: { page: { needs: read, title: 'configuration' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/configuration/changes',
    component: lazyPage(() => loadWithTexts(() => import('./changes.page')), 'ChangesPage'),
    staticData: { page: { needs: read, title: 'configuration' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/configuration/changes/$id',
    component: lazyPage(() => loadWithTexts(() => import('./change.page')), 'ChangePage'),
    staticData: { page: { needs: read, title: 'configuration' } },
  }),
] as const;
