import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { textSearch } from '../../app/search';
import { loadWithTexts } from '../../i18n/messages';

export const configurationRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/new-backup',
    component: lazyPage(() => loadWithTexts(() => import('./new-backup.page')), 'NewBackupPage'),
    staticData: { page: { needs: ['configuration:read', 'configuration:write'], title: 'newBackup' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/configuration',
    validateSearch: textSearch('type', 'q'),
    component: lazyPage(() => loadWithTexts(() => import('./resources.page')), 'ResourcesPage'),
    staticData: { page: { needs: ['configuration:read'], title: 'configuration' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/configuration/$type/$name',
    component: lazyPage(() => loadWithTexts(() => import('./resource.page')), 'ResourcePage'),
    staticData: { page: { needs: ['configuration:read'], title: 'configuration', about: ({ name }) => name } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/configuration/new/$type',
    component: lazyPage(() => loadWithTexts(() => import('./new-resource.page')), 'NewResourcePage'),
    staticData: { page: { needs: ['configuration:read'], title: 'newResource' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/configuration/text',
    validateSearch: textSearch('line'),
    component: lazyPage(() => loadWithTexts(() => import('./text.page')), 'TextPage'),
    staticData: { page: { needs: ['configuration:read'], title: 'configurationText' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/configuration/changes',
    component: lazyPage(() => loadWithTexts(() => import('./changes.page')), 'ChangesPage'),
    staticData: { page: { needs: ['configuration:read'], title: 'configurationChanges' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/configuration/changes/$id',
    component: lazyPage(() => loadWithTexts(() => import('./change.page')), 'ChangePage'),
    staticData: { page: { needs: ['configuration:read'], title: 'configurationChange' } },
  }),
] as const;
