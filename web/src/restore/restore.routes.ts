import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../app/root';
import { catalogue } from '../words/words';
import { restoreSearch } from './restore-query';

const title = catalogue({ title: 'Restore' }, { title: 'Wiederherstellen' });

export const restoreRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/restore',
    validateSearch: restoreSearch,
    component: lazyRouteComponent(() => import('./restore.page'), 'RestorePage'),
    staticData: { page: { needs: ['restore:browse', 'directors:read'], title } },
  }),
] as const;
