import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { defineMessages } from '../../i18n/messages';
import { restoreSearch } from './restore-query';

const title = defineMessages({ title: 'Restore' }, { title: 'Wiederherstellen' });

export const restoreRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/restore',
    validateSearch: restoreSearch,
    component: lazyPage(() => import('./restore.page'), 'RestorePage'),
    staticData: { page: { needs: ['restore:browse'], title } },
  }),
] as const;
