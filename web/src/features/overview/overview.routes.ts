import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { defineMessages } from '../../i18n/messages';

const title = defineMessages({ title: 'Overview' }, { title: 'Übersicht' });

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyPage(() => import('./overview.page'), 'OverviewPage'),
    // Each part of it says for itself what the caller lacks.
    staticData: { page: { needs: [], title } },
  }),
] as const;
