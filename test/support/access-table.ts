import { type RequiredCapability } from '../../src/domain/capabilities.js';
import { password } from './access-calls.js';

/** What one route asks of its callers, and a request that an allowed caller may send again and again. */
export interface AccessRow {
  readonly needs: RequiredCapability | 'none';
  readonly sessionOnly?: true;
  /** Where it differs from the route: values in the place of names, and a query. */
  readonly path?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** The status that every allowed caller gets. */
  readonly answers: number;
}

const nobodysId = '00000000-0000-4000-8000-000000000000';
const api = '/api/v1';
const channel = `/admin/notifications/channels/${nobodysId}`;
const delivery = `/admin/notifications/deliveries/${nobodysId}`;

/**
 * Every route, written down by hand: a route that comes, goes, or asks for something else than before is noticed here.
 * Where a good request would end a session or make something, the sample is one that is refused after the guard has let it in.
 */
export const accessTable: Readonly<Record<string, AccessRow>> = {
  'POST /api/v1/auth/login': { needs: 'none', body: {}, answers: 400 },
  'POST /api/v1/auth/one-time-link': { needs: 'none', body: {}, answers: 400 },
  'POST /api/v1/auth/logout': { needs: 'authenticated', sessionOnly: true, ...unreadable() },
  'GET /api/v1/auth/me': { needs: 'authenticated', answers: 200 },
  'PUT /api/v1/auth/password': { needs: 'authenticated', sessionOnly: true, body: {}, answers: 400 },
  'GET /api/v1/auth/sessions': { needs: 'authenticated', sessionOnly: true, answers: 200 },
  'DELETE /api/v1/auth/sessions/{id}': at(`/auth/sessions/${nobodysId}`, 'authenticated', 404, { sessionOnly: true }),
  'GET /api/v1/openapi.json': { needs: 'authenticated', answers: 200 },

  'GET /api/v1/tokens': { needs: 'tokens:own', answers: 200 },
  'POST /api/v1/tokens': { needs: 'tokens:own', sessionOnly: true, body: { name: 'matrix' }, answers: 201 },
  'GET /api/v1/tokens/events': { needs: 'audit:read', answers: 200 },
  'GET /api/v1/tokens/{id}': at(`/tokens/${nobodysId}`, 'tokens:own', 404),
  'DELETE /api/v1/tokens/{id}': at(`/tokens/${nobodysId}`, 'tokens:own', 404),

  'GET /api/v1/clients': { needs: 'directors:read', answers: 200 },
  'GET /api/v1/clients/{name}': at('/clients/laptop', 'directors:read', 200),
  'PUT /api/v1/clients/{name}/acknowledgement': at('/clients/laptop/acknowledgement', 'monitoring:manage', 200, {
    body: { note: 'Seen.' },
  }),
  'DELETE /api/v1/clients/{name}/acknowledgement': at('/clients/laptop/acknowledgement', 'monitoring:manage', 204),
  'GET /api/v1/director/health': { needs: 'directors:read', answers: 200 },
  'GET /api/v1/directors': { needs: 'directors:read', answers: 200 },
  'GET /api/v1/directors/{name}': at('/directors/one', 'directors:read', 200),
  'GET /api/v1/directors/{name}/status': at('/directors/one/status', 'directors:read', 200),

  'GET /api/v1/operations/jobs': { needs: 'jobs:read', answers: 200 },
  'GET /api/v1/operations/jobs/recent': { needs: 'jobs:read', answers: 200 },
  'POST /api/v1/operations/jobs/run': { needs: 'jobs:run', body: { job: 'BackupHome', level: 'Full' }, answers: 202 },
  'GET /api/v1/operations/jobs/{name}': at('/operations/jobs/BackupHome', 'jobs:read', 200),
  'PATCH /api/v1/operations/jobs/{name}': at('/operations/jobs/BackupHome', 'jobs:control', 200, {
    body: { enabled: true },
  }),
  // The Directors of this scene cannot: that they are asked shows that the caller was let in.
  'POST /api/v1/operations/jobs/{name}/estimate': at('/operations/jobs/BackupHome/estimate', 'jobs:run', 422, {
    body: {},
  }),
  'GET /api/v1/operations/runs': { needs: 'jobs:read', answers: 200 },
  'GET /api/v1/operations/runs/{jobId}': at('/operations/runs/1?wait=1', 'jobs:read', 200),
  'PUT /api/v1/operations/runs/{jobId}/acknowledgement': at('/operations/runs/1/acknowledgement', 'jobs:control', 409, {
    body: { note: 'Seen.' },
  }),
  'DELETE /api/v1/operations/runs/{jobId}/acknowledgement': at(
    '/operations/runs/1/acknowledgement',
    'jobs:control',
    204,
  ),
  'POST /api/v1/operations/runs/{jobId}/cancel': at('/operations/runs/1/cancel', 'jobs:cancel', 409),
  'GET /api/v1/operations/runs/{jobId}/files': at('/operations/runs/1/files', 'jobs:read', 200),
  'GET /api/v1/operations/runs/{jobId}/log': at('/operations/runs/1/log', 'jobs:read', 200),
  'POST /api/v1/operations/runs/{jobId}/rerun': at('/operations/runs/1/rerun', 'jobs:run', 202),
  'GET /api/v1/operations/runs/{jobId}/volumes': at('/operations/runs/1/volumes', 'jobs:read', 200),
  'GET /api/v1/operations/calendar': { needs: 'jobs:read', answers: 200 },
  'GET /api/v1/operations/schedule': { needs: 'jobs:read', answers: 200 },
  'GET /api/v1/operations/stream': { needs: 'jobs:read', answers: 200 },

  'GET /api/v1/restore/bvfs/list': at('/restore/bvfs/list?jobids=1&path=/', 'restore:browse', 200),
  'GET /api/v1/restore/bvfs/search': at('/restore/bvfs/search?jobids=1&q=a', 'restore:browse', 200),
  'GET /api/v1/restore/bvfs/versions': at('/restore/bvfs/versions?client=laptop&path=/a', 'restore:browse', 200),
  'GET /api/v1/restore/files': at('/restore/files?q=a', 'restore:browse', 200),
  'GET /api/v1/restore/plan': at('/restore/plan?jobids=1', 'restore:browse', 200),
  'GET /api/v1/restore/points': at('/restore/points?client=laptop', 'restore:browse', 200),
  'POST /api/v1/restore/run': { needs: 'restore:run', body: { jobids: [1], where: '/var/restores/m' }, answers: 202 },

  'GET /api/v1/stats/clients': { needs: 'stats:read', answers: 200 },
  'GET /api/v1/stats/days': { needs: 'stats:read', answers: 200 },
  'GET /api/v1/stats/jobs': { needs: 'stats:read', answers: 200 },
  'GET /api/v1/stats/outliers': { needs: 'stats:read', answers: 200 },
  'GET /api/v1/stats/storage': { needs: 'stats:read', answers: 200 },
  'GET /api/v1/stats/summary': { needs: 'stats:read', answers: 200 },
  'GET /api/v1/stats/metrics': { needs: 'stats:read', answers: 200 },
  // The Directors of this scene cannot: that they are asked shows that the caller was let in.
  'POST /api/v1/storage-media/volumes': {
    ...{ needs: 'media:manage', answers: 422 },
    body: { volume: 'New-0001', pool: 'Default', storage: 'Local' },
  },
  'PATCH /api/v1/storage-media/volumes/{name}': at('/storage-media/volumes/none', 'media:manage', 404, {
    body: { enabled: true },
  }),
  'POST /api/v1/storage-media/volumes/{name}/prune': at('/storage-media/volumes/none/prune', 'media:destroy', 422, {
    body: {},
  }),
  'POST /api/v1/storage-media/volumes/{name}/purge': at('/storage-media/volumes/none/purge', 'media:destroy', 422, {
    body: {},
  }),
  'POST /api/v1/storage-media/devices/{name}/mount': at('/storage-media/devices/none/mount', 'media:manage', 404, {
    body: {},
  }),
  'POST /api/v1/storage-media/devices/{name}/unmount': at('/storage-media/devices/none/unmount', 'media:manage', 404, {
    body: {},
  }),
  'POST /api/v1/storage-media/devices/{name}/release': at('/storage-media/devices/none/release', 'media:manage', 404, {
    body: {},
  }),
  'GET /api/v1/storage-media/devices': { needs: 'media:read', answers: 200 },
  'GET /api/v1/storage-media/pools': { needs: 'media:read', answers: 200 },
  'GET /api/v1/storage-media/storages': { needs: 'media:read', answers: 200 },
  'GET /api/v1/storage-media/storages/{name}/slots': at('/storage-media/storages/Local/slots', 'media:read', 200),
  'GET /api/v1/storage-media/volumes': { needs: 'media:read', answers: 200 },
  'GET /api/v1/storage-media/volumes/{name}': at('/storage-media/volumes/none', 'media:read', 404),
  'GET /api/v1/storage-media/volumes/{name}/runs': at('/storage-media/volumes/none/runs', 'media:read', 404),

  'GET /api/v1/admin/users': { needs: 'users:manage', answers: 200 },
  'GET /api/v1/admin/users/{id}': at(`/admin/users/${nobodysId}`, 'users:manage', 404),
  'POST /api/v1/admin/users': {
    ...{ needs: 'users:manage', sessionOnly: true, answers: 422 },
    body: { username: 'matrix', password, role: 'no-such-role' },
  },
  'PATCH /api/v1/admin/users/{id}': at(`/admin/users/${nobodysId}`, 'users:manage', 404, { body: { disabled: true } }),
  'POST /api/v1/admin/users/{id}/one-time-link': at(`/admin/users/${nobodysId}/one-time-link`, 'users:manage', 404, {
    ...{ sessionOnly: true, body: { purpose: 'reset' } },
  }),
  'GET /api/v1/admin/directors': { needs: 'directors:manage', answers: 200 },
  'GET /api/v1/admin/found-directors': { needs: 'directors:manage', answers: 200 },
  'GET /api/v1/admin/directors/{name}': at('/admin/directors/one', 'directors:manage', 200),
  'POST /api/v1/admin/directors': { needs: 'directors:manage', body: {}, answers: 400 },
  'POST /api/v1/admin/directors/test': { needs: 'directors:manage', body: {}, answers: 400 },
  'POST /api/v1/admin/mirror/{director}/rebuild': at('/admin/mirror/one/rebuild', 'directors:manage', 204),
  'POST /api/v1/admin/directors/{name}/test': at('/admin/directors/none/test', 'directors:manage', 404),
  'PATCH /api/v1/admin/directors/{name}': at('/admin/directors/none', 'directors:manage', 404, { body: {} }),
  'DELETE /api/v1/admin/directors/{name}': at('/admin/directors/none', 'directors:manage', 404),
  'GET /api/v1/admin/notifications/deliveries': { needs: 'notifications:read', answers: 200 },
  'GET /api/v1/admin/notifications/deliveries/{id}': at(delivery, 'notifications:read', 404),
  'POST /api/v1/admin/notifications/deliveries/{id}/replay': at(`${delivery}/replay`, 'notifications:manage', 404),
  'POST /api/v1/admin/notifications/deliveries/replay': { needs: 'notifications:manage', body: {}, answers: 400 },
  'GET /api/v1/admin/notifications/channels': { needs: 'notifications:read', answers: 200 },
  'GET /api/v1/admin/notifications/channels/{id}': at(channel, 'notifications:read', 404),
  'POST /api/v1/admin/notifications/channels': { needs: 'notifications:manage', body: {}, answers: 400 },
  'POST /api/v1/admin/notifications/channels/test': { needs: 'notifications:manage', body: {}, answers: 400 },
  'POST /api/v1/admin/notifications/channels/{id}/test': at(`${channel}/test`, 'notifications:manage', 404),
  'POST /api/v1/admin/notifications/channels/{id}/pause': at(`${channel}/pause`, 'notifications:manage', 404),
  'POST /api/v1/admin/notifications/channels/{id}/resume': at(`${channel}/resume`, 'notifications:manage', 404),
  'POST /api/v1/admin/notifications/channels/{id}/secrets/rotate': at(
    `${channel}/secrets/rotate`,
    'notifications:manage',
    404,
    { body: {} },
  ),
  'PATCH /api/v1/admin/notifications/channels/{id}': at(channel, 'notifications:manage', 404, { body: {} }),
  'DELETE /api/v1/admin/notifications/channels/{id}': at(channel, 'notifications:manage', 404),
  'GET /api/v1/admin/events': { needs: 'notifications:read', answers: 200 },
  'GET /api/v1/admin/events/{id}': at(`/admin/events/${nobodysId}`, 'notifications:read', 404),
  'GET /api/v1/admin/audit': { needs: 'audit:read', answers: 200 },
  'GET /api/v1/admin/audit/{id}': at(`/admin/audit/${nobodysId}`, 'audit:read', 404),
  'GET /api/v1/admin/audit/export': { needs: 'audit:read', answers: 200 },
  'GET /api/v1/admin/audit/key': { needs: 'audit:read', answers: 200 },
  'GET /api/v1/admin/audit/verify': { needs: 'audit:read', answers: 200 },
  'GET /api/v1/admin/monitoring/thresholds': { needs: 'monitoring:read', answers: 200 },
  'PATCH /api/v1/admin/monitoring/thresholds': { needs: 'monitoring:manage', body: {}, answers: 200 },
  'GET /api/v1/admin/monitoring/clients': { needs: 'monitoring:read', answers: 200 },
  'GET /api/v1/admin/monitoring/clients/{name}': at('/admin/monitoring/clients/laptop', 'monitoring:read', 200),
  'PATCH /api/v1/admin/monitoring/clients/{name}': at('/admin/monitoring/clients/laptop', 'monitoring:manage', 200, {
    body: { basis: 'fixed' },
  }),
  'GET /api/v1/admin/roles': { needs: 'roles:manage', answers: 200 },
  'GET /api/v1/admin/roles/{name}': at('/admin/roles/admin', 'roles:manage', 200),
  'POST /api/v1/admin/roles': {
    ...{ needs: 'roles:manage', sessionOnly: true, answers: 409 },
    body: { name: 'admin', description: '', capabilities: [] },
  },
  'PATCH /api/v1/admin/roles/{name}': at('/admin/roles/no-such-role', 'roles:manage', 404, {
    ...{ sessionOnly: true, body: { description: '' } },
  }),
  'DELETE /api/v1/admin/roles/{name}': at('/admin/roles/no-such-role', 'roles:manage', 404, { sessionOnly: true }),

  'GET /healthz': { needs: 'none', answers: 200 },
  'GET /readyz': { needs: 'none', answers: 200 },
  'GET /docs/errors': { needs: 'none', answers: 200 },
  'GET /docs/assets/{name}': { needs: 'none', path: '/docs/assets/page.css', answers: 200 },
  'GET /assets/{name}': { needs: 'none', path: '/assets/no-such.js', answers: 404 },
};

/** Pages whose status depends on the build or the caller; each has a test of its own. */
export const pagesApart: readonly string[] = ['GET /', 'GET /docs'];

function at(path: string, needs: AccessRow['needs'], answers: number, more: Partial<AccessRow> = {}): AccessRow {
  return { path: `${api}${path}`, needs, answers, ...more };
}

/** Refused for its type, after the guard and before the handler. */
function unreadable(): Pick<AccessRow, 'body' | 'headers' | 'answers'> {
  return { body: {}, headers: { 'content-type': 'text/plain' }, answers: 415 };
}

/** The route's method and a path that can be asked for. */
export function sampleOf(route: string): { readonly method: string; readonly path: string; readonly row: AccessRow } {
  const row = accessTable[route];
  if (!row) throw new Error(`${route} has no row in the access table: say what it needs and give a sample.`);
  const [method = '', template = ''] = route.split(' ');
  return { method, path: row.path ?? template, row };
}
