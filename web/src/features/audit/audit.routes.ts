import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { root } from '../../app/root';
import { textSearch } from '../../app/search';
import { auditFilterNames, tokenFilterNames } from './audit-filters';

export const auditRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/administration/audit',
    validateSearch: textSearch(...auditFilterNames),
    component: lazyPage(() => import('./audit.page'), 'AuditPage'),
    staticData: { page: { needs: ['audit:read'], title: 'audit' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/audit/tokens',
    validateSearch: textSearch(...tokenFilterNames),
    component: lazyPage(() => import('./token-records.page'), 'TokenRecordsPage'),
    staticData: { page: { needs: ['audit:read'], title: 'audit' } },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/administration/audit/$id',
    component: lazyPage(() => import('./audit-record.page'), 'AuditRecordPage'),
    staticData: { page: { needs: ['audit:read'], title: 'auditRecord' } },
  }),
] as const;
