import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { textSearch } from '../../app/search';

export const clientsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/clients',
    validateSearch: textSearch('protection', 'status', 'paused', 'name', 'enabled', 'sort'),
    component: lazyPage(() => import('./clients.page'), 'ClientsPage'),
    staticData: { page: { needs: ['directors:read'], title: 'clients' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/clients/$name',
    component: lazyPage(() => import('./client.page'), 'ClientPage'),
    staticData: { page: { needs: ['directors:read'], title: 'client', about: ({ name }) => name } },
  }),
] as const;
