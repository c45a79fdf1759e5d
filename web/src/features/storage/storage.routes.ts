import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { textSearch } from '../../app/search';

const needs = ['media:read'] as const;

export const storageRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/storage',
    component: lazyPage(() => import('./pools.page'), 'PoolsPage'),
    staticData: { page: { needs, title: 'pools' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/storage/pools/$name',
    component: lazyPage(() => import('./pool.page'), 'PoolPage'),
    staticData: { page: { needs, title: 'pool', about: ({ name }) => name } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/storage/volumes',
    validateSearch: textSearch('q', 'pool', 'storage', 'status', 'mediaType', 'sort'),
    component: lazyPage(() => import('./volumes.page'), 'VolumesPage'),
    staticData: { page: { needs, title: 'volumes' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/storage/volumes/$name',
    validateSearch: textSearch('act'),
    component: lazyPage(() => import('./volume.page'), 'VolumePage'),
    staticData: { page: { needs, title: 'volume', about: ({ name }) => name } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/storage/label',
    validateSearch: textSearch('pool', 'storage'),
    component: lazyPage(() => import('./label.page'), 'LabelPage'),
    staticData: { page: { needs: ['media:read', 'directors:read'], title: 'labelVolume' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/storage/devices',
    validateSearch: textSearch('changer'),
    component: lazyPage(() => import('./devices.page'), 'DevicesPage'),
    staticData: { page: { needs, title: 'devices' } },
  }),
] as const;
