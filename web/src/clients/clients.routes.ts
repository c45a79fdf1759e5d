import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../app/root';
import { textSearch } from '../app/search';
import { catalogue } from '../words/words';

const title = catalogue({ title: 'Clients' }, { title: 'Clients' });
const oneTitle = catalogue({ title: 'Client' }, { title: 'Client' });

export const clientsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/clients',
    validateSearch: textSearch('protection', 'status', 'name', 'enabled', 'sort'),
    component: lazyRouteComponent(() => import('./clients.page'), 'ClientsPage'),
    staticData: { page: { needs: ['directors:read'], title } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/clients/$name',
    component: lazyRouteComponent(() => import('./client.page'), 'ClientPage'),
    staticData: { page: { needs: ['directors:read'], title: oneTitle, about: ({ name }) => name } },
  }),
] as const;
