import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { textSearch } from '../../app/search';

export const calendarRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/calendar',
    validateSearch: textSearch('view', 'from', 'job', 'client'),
    component: lazyPage(() => import('./calendar.page'), 'CalendarPage'),
    staticData: { page: { needs: ['jobs:read'], title: 'calendar' } },
  }),
] as const;
