import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { textSearch } from '../../app/search';

export const notificationsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/administration/notifications',
    validateSearch: textSearch('kind', 'status'),
    component: lazyPage(() => import('./channels.page'), 'ChannelsPage'),
    staticData: { page: { needs: ['notifications:read'], title: 'notifications' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/notifications/new',
    component: lazyPage(() => import('./new-channel.page'), 'NewChannelPage'),
    staticData: { page: { needs: ['notifications:manage'], title: 'newChannel' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/notifications/channels/$id',
    component: lazyPage(() => import('./channel.page'), 'ChannelPage'),
    staticData: { page: { needs: ['notifications:read'], title: 'channel' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/notifications/deliveries',
    validateSearch: textSearch('channel', 'status', 'event', 'since', 'until'),
    component: lazyPage(() => import('./deliveries.page'), 'DeliveriesPage'),
    staticData: { page: { needs: ['notifications:read'], title: 'deliveries' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/notifications/deliveries/$id',
    component: lazyPage(() => import('./delivery.page'), 'DeliveryPage'),
    staticData: { page: { needs: ['notifications:read'], title: 'delivery' } },
  }),
] as const;
