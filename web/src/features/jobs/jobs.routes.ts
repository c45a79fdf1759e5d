import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { textSearch } from '../../app/search';
import { defineMessages } from '../../i18n/messages';

const title = defineMessages({ title: 'Jobs' }, { title: 'Jobs' });
const oneTitle = defineMessages({ title: 'Job' }, { title: 'Job' });

export const jobsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/jobs',
    validateSearch: textSearch('name', 'client', 'type', 'protection', 'enabled', 'sort'),
    component: lazyPage(() => import('./jobs.page'), 'JobsPage'),
    staticData: { page: { needs: ['jobs:read'], title } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/jobs/$name',
    validateSearch: textSearch('act'),
    component: lazyPage(() => import('./job.page'), 'JobPage'),
    staticData: { page: { needs: ['jobs:read'], title: oneTitle, about: ({ name }) => name } },
  }),
] as const;
