import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { textSearch } from '../../app/search';

export const eventsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/events',
    validateSearch: textSearch('type', 'severity', 'since', 'until', 'subject', 'dedupKey'),
    component: lazyPage(() => import('./events.page'), 'EventsPage'),
    staticData: { page: { needs: ['notifications:read'], title: 'events' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/events/$id',
    component: lazyPage(() => import('./event.page'), 'EventPage'),
    staticData: { page: { needs: ['notifications:read'], title: 'event' } },
  }),
] as const;
