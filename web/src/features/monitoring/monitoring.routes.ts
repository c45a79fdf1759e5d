import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { textSearch } from '../../app/search';
import { defineMessages } from '../../i18n/messages';

const title = defineMessages({ title: 'Monitoring' }, { title: 'Überwachung' });
const oneTitle = defineMessages({ title: 'Backup-age alerts:' }, { title: 'Warnungen für' });

export const silenceRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/administration/silence',
    validateSearch: textSearch('name', 'status', 'paused'),
    component: lazyPage(() => import('./monitoring.page'), 'SilencePage'),
    staticData: { page: { needs: ['monitoring:read'], title } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/silence/$at/$name',
    component: lazyPage(() => import('./client.page'), 'ClientSilencePage'),
    staticData: {
      page: {
        needs: ['monitoring:read'],
        title: oneTitle,
        about: ({ name }) => name,
        ofDirector: { name: ({ at }) => at, other: () => '/administration/silence' },
      },
    },
  }),
] as const;
