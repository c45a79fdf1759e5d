import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { loadWithTexts } from '../../i18n/messages';

export const apiRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/administration/api',
    component: lazyPage(() => loadWithTexts(() => import('./api.page')), 'ApiPage'),
    staticData: { page: { needs: [], title: 'apiReference' } },
  }),
] as const;
