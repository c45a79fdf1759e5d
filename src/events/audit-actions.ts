/** Everything that is written down, by the words of its records. `docs/audit-actions.md` tells of each; a test compares the two. */
export const auditActions = [
  'session.create',
  'session.end',
  'user.create',
  'user.update',
  'user.password',
  'role.create',
  'role.update',
  'role.delete',
  'api_token.create',
  'api_token.revoke',
  'director.create',
  'director.update',
  'director.delete',
  'director.test',
  'job.run',
  'job.rerun',
  'job.enable',
  'job.disable',
  'job.estimate',
  'run.cancel',
  'run.acknowledge',
  'run.unacknowledge',
  'restore.run',
  'channel.create',
  'channel.update',
  'channel.delete',
  'channel.pause',
  'channel.resume',
  'channel.rotate',
  'channel.test',
  'channel.disable',
  'delivery.replay',
  'monitoring.thresholds.update',
  'monitoring.client.update',
  'client.acknowledge',
  'client.unacknowledge',
  'mirror.rebuild',
  'audit.export',
  'request.denied',
] as const;

export type AuditAction = (typeof auditActions)[number];

/** `denied`: refused for who asked. `failure`: tried, and not done. */
export const auditOutcomes = ['success', 'denied', 'failure'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];
