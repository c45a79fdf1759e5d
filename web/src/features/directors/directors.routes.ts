import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';

const list = '/administration/directors';
const ofDirector = {
  name: ({ name }: { readonly name?: string }) => name,
  other: (director: string) => (director === '*' ? list : `${list}/${encodeURIComponent(director)}`),
};

export const directorsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/administration/directors',
    component: lazyPage(() => import('./directors.page'), 'DirectorsPage'),
    staticData: { page: { needs: ['directors:read'], title: 'directors' } },
  }),
  // Not below the list: there it would be the name of a Director.
  createRoute({
    getParentRoute: () => root,
    path: '/administration/add-director',
    component: lazyPage(() => import('./add-director.page'), 'AddDirectorPage'),
    staticData: { page: { needs: ['directors:manage'], title: 'addDirector' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/directors/$name',
    component: lazyPage(() => import('./director.page'), 'DirectorPage'),
    staticData: { page: { needs: ['directors:read'], title: 'director', about: ({ name }) => name, ofDirector } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/directors/$name/change',
    component: lazyPage(() => import('./change-director.page'), 'ChangeDirectorPage'),
    staticData: { page: { needs: ['directors:manage'], title: 'editDirector', about: ({ name }) => name, ofDirector } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/directors/$name/console',
    component: lazyPage(() => import('./console.page'), 'ConsolePage'),
    staticData: {
      page: {
        needs: ['directors:read', 'directors:control'],
        title: 'console',
        about: ({ name }) => name,
        ofDirector,
      },
    },
  }),
] as const;
