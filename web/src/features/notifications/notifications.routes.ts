import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { textSearch } from '../../app/search';
import { defineMessages } from '../../i18n/messages';

const title = defineMessages({ title: 'Notifications' }, { title: 'Benachrichtigungen' });
const newTitle = defineMessages({ title: 'New channel' }, { title: 'Neuer Kanal' });
const channelTitle = defineMessages({ title: 'Channel' }, { title: 'Kanal' });
const deliveriesTitle = defineMessages({ title: 'Deliveries' }, { title: 'Zustellungen' });
const deliveryTitle = defineMessages({ title: 'Delivery' }, { title: 'Zustellung' });

export const notificationsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/administration/notifications',
    validateSearch: textSearch('kind', 'status'),
    component: lazyPage(() => import('./channels.page'), 'ChannelsPage'),
    staticData: { page: { needs: ['notifications:read'], title } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/notifications/new',
    component: lazyPage(() => import('./new-channel.page'), 'NewChannelPage'),
    staticData: { page: { needs: ['notifications:manage'], title: newTitle } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/notifications/channels/$id',
    component: lazyPage(() => import('./channel.page'), 'ChannelPage'),
    staticData: { page: { needs: ['notifications:read'], title: channelTitle } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/notifications/deliveries',
    validateSearch: textSearch('channel', 'status', 'event', 'since', 'until'),
    component: lazyPage(() => import('./deliveries.page'), 'DeliveriesPage'),
    staticData: { page: { needs: ['notifications:read'], title: deliveriesTitle } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/notifications/deliveries/$id',
    component: lazyPage(() => import('./delivery.page'), 'DeliveryPage'),
    staticData: { page: { needs: ['notifications:read'], title: deliveryTitle } },
  }),
] as const;
