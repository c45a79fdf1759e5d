import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { defineMessages } from '../../i18n/messages';

const title = defineMessages({ title: 'API' }, { title: 'API' });

export const apiRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/administration/api',
    component: lazyPage(() => import('./api.page'), 'ApiPage'),
    staticData: { page: { needs: [], title } },
  }),
] as const;
