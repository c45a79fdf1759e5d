import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../app/root';
import { textSearch } from '../app/search';
import { catalogue } from '../words/words';

const title = catalogue({ title: 'Restore' }, { title: 'Wiederherstellen' });

export const restoreRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/restore',
    validateSearch: textSearch('client', 'point', 'q'),
    component: lazyRouteComponent(() => import('./restore.page'), 'RestorePage'),
    staticData: { page: { needs: ['restore:browse', 'directors:read'], title } },
  }),
] as const;
