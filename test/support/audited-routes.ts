import { type AuditAction } from '../../src/events/audit-actions.js';

/** What one route that changes something leaves on record, or why it leaves nothing. */
export type AuditedRoute = readonly AuditAction[] | { readonly nothing: string };

/**
 * Every route of an unsafe method, written down by hand: one that comes without saying what is recorded of it is noticed here.
 * That it was refused for who asked is on record for all of them.
 */
export const auditedRoutes: Readonly<Record<string, AuditedRoute>> = {
  'POST /api/v1/auth/login': ['session.create', 'session.end'],
  'POST /api/v1/auth/one-time-link': ['user.link.redeem', 'session.end'],
  'POST /api/v1/auth/logout': ['session.end'],
  'PUT /api/v1/auth/password': ['user.password', 'session.end'],
  'DELETE /api/v1/auth/sessions/{id}': ['session.end'],

  'POST /api/v1/tokens': ['api_token.create'],
  'DELETE /api/v1/tokens/{id}': ['api_token.revoke'],

  'POST /api/v1/operations/jobs/run': ['job.run'],
  'PATCH /api/v1/operations/jobs/{name}': ['job.enable', 'job.disable'],
  'POST /api/v1/operations/jobs/{name}/estimate': ['job.estimate'],
  'POST /api/v1/operations/runs/{jobId}/cancel': ['run.cancel'],
  'PUT /api/v1/operations/runs/{jobId}/acknowledgement': ['run.acknowledge'],
  'DELETE /api/v1/operations/runs/{jobId}/acknowledgement': ['run.unacknowledge'],
  'PUT /api/v1/clients/{name}/acknowledgement': ['client.acknowledge'],
  'DELETE /api/v1/clients/{name}/acknowledgement': ['client.unacknowledge'],
  'POST /api/v1/operations/runs/{jobId}/rerun': ['job.rerun'],
  'POST /api/v1/restore/run': ['restore.run'],

  'POST /api/v1/storage-media/volumes': ['media.volume.label'],
  'PATCH /api/v1/storage-media/volumes/{name}': ['media.volume.change'],
  'POST /api/v1/storage-media/volumes/{name}/prune': ['media.volume.prune'],
  'POST /api/v1/storage-media/volumes/{name}/purge': ['media.volume.purge'],
  'POST /api/v1/storage-media/devices/{name}/mount': ['media.device.mount'],
  'POST /api/v1/storage-media/devices/{name}/unmount': ['media.device.unmount'],
  'POST /api/v1/storage-media/devices/{name}/release': ['media.device.release'],

  'POST /api/v1/admin/users': ['user.create'],
  'PATCH /api/v1/admin/users/{id}': ['user.update', 'session.end', 'api_token.revoke'],
  'POST /api/v1/admin/users/{id}/one-time-link': ['user.link.create'],
  'POST /api/v1/admin/roles': ['role.create'],
  'PATCH /api/v1/admin/roles/{name}': ['role.update'],
  'DELETE /api/v1/admin/roles/{name}': ['role.delete'],
  'POST /api/v1/admin/directors': ['director.create'],
  'POST /api/v1/admin/directors/test': ['director.test'],
  'POST /api/v1/admin/directors/{name}/test': ['director.test'],
  'PATCH /api/v1/admin/directors/{name}': ['director.update'],
  'DELETE /api/v1/admin/directors/{name}': ['director.delete'],

  'POST /api/v1/admin/mirror/{director}/rebuild': ['mirror.rebuild'],

  'POST /api/v1/admin/notifications/channels': ['channel.create'],
  'POST /api/v1/admin/notifications/channels/test': ['channel.test'],
  'POST /api/v1/admin/notifications/channels/{id}/test': ['channel.test'],
  'POST /api/v1/admin/notifications/channels/{id}/pause': ['channel.pause'],
  'POST /api/v1/admin/notifications/channels/{id}/resume': ['channel.resume'],
  'POST /api/v1/admin/notifications/channels/{id}/secrets/rotate': ['channel.rotate'],
  'PATCH /api/v1/admin/notifications/channels/{id}': ['channel.update'],
  'DELETE /api/v1/admin/notifications/channels/{id}': ['channel.delete'],
  'PATCH /api/v1/admin/monitoring/thresholds': ['monitoring.thresholds.update'],
  'PATCH /api/v1/admin/monitoring/clients/{name}': ['monitoring.client.update'],
  'POST /api/v1/admin/notifications/deliveries/{id}/replay': ['delivery.replay'],
  'POST /api/v1/admin/notifications/deliveries/replay': ['delivery.replay'],
};

/** What is on record of more, or of something else, than a route that changes something. */
export const auditedElsewhere: Partial<Readonly<Record<AuditAction, string>>> = {
  'channel.disable': 'a receiver that says that it is gone for good',
  'audit.export': 'a download of the records, which reads only',
  'request.denied': 'any request that is refused for who asked',
};
