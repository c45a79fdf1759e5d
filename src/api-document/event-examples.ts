/** Examples of webhook payloads, by the name of the schema. Members of `data` that are missing here are taken from their fields. */

const base = 'https://backups.example.com';
const director = 'main';
const run = `${base}/api/v1/operations/runs/7?director=main`;
const uniqueName = 'BackupHome.2026-11-20_21.00.00_07';

type Envelope = Readonly<
  Record<'type' | 'severity' | 'source' | 'subject' | 'dedupKey' | 'summary', string> & {
    links: Readonly<Record<string, string>>;
    data: Readonly<Record<string, unknown>>;
  }
>;

function event({ data, ...envelope }: Envelope): object {
  return { id: '5f0f4a7e-8f0c-4b0c-9f0e-3d9d7d1a1c22', timestamp: '2026-11-20T21:04:05.000Z', ...envelope, data };
}

const completedRun = {
  jobId: 7,
  uniqueName,
  job: 'BackupHome',
  director,
  type: 'Backup',
  level: 'Full',
  client: 'laptop',
  fileset: 'Home',
  pool: 'Default',
  storage: 'Local',
  queuedAt: '2026-11-20T21:00:00.000Z',
  scheduledAt: '2026-11-20T21:00:00.000Z',
  startedAt: '2026-11-20T21:00:01.000Z',
  endedAt: '2026-11-20T21:04:05.000Z',
  durationSeconds: 244,
  triggeredBy: { kind: 'schedule', id: null, name: 'Nightly' },
  links: {
    self: '/api/v1/operations/runs/7?director=main',
    log: '/api/v1/operations/runs/7/log?director=main',
    files: '/api/v1/operations/runs/7/files?director=main',
    volumes: '/api/v1/operations/runs/7/volumes?director=main',
    director: '/api/v1/directors/main',
    rerun: '/api/v1/operations/runs/7/rerun?director=main',
  },
} as const;

const ofRun = {
  source: director,
  subject: `run:main:${uniqueName}`,
  dedupKey: 'job:main:BackupHome',
  links: {
    page: `${base}/#/runs/7?director=main`,
    run,
    log: `${base}/api/v1/operations/runs/7/log?director=main`,
  },
} as const;

const fullStorage = 'Fatal error: write to volume Default-0001 failed: no space left on device';

const ofClient = {
  source: 'backup-console',
  subject: 'client:main:laptop',
  dedupKey: 'silence:main:laptop',
  links: {
    page: `${base}/#/clients/laptop?director=main`,
    client: `${base}/api/v1/clients/laptop?director=main`,
    runs: `${base}/api/v1/operations/runs?client=laptop&director=main`,
  },
} as const;

const ofJob = {
  source: 'backup-console',
  subject: 'job:main:BackupHome',
  dedupKey: 'overdue:main:BackupHome:laptop',
  links: {
    page: `${base}/#/jobs/BackupHome?director=main`,
    job: `${base}/api/v1/operations/jobs?name=BackupHome&director=main`,
    client: `${base}/api/v1/clients/laptop?director=main`,
    runs: `${base}/api/v1/operations/runs?job=BackupHome&client=laptop&director=main`,
  },
} as const;

const ofDirector = {
  source: director,
  subject: 'director:main',
  dedupKey: 'director:main',
  links: { page: `${base}/#/administration/directors/main`, director: `${base}/api/v1/directors/main` },
} as const;

const ofStorage = {
  source: director,
  subject: 'storage:main:File1',
  dedupKey: 'storage:main:File1',
  links: { page: `${base}/#/storage?director=main`, storages: `${base}/api/v1/storage-media/storages?director=main` },
} as const;

const ofWait = {
  source: director,
  subject: `run:main:${uniqueName}`,
  dedupKey: `run:main:${uniqueName}`,
  links: { page: `${base}/#/runs/7?director=main`, run },
} as const;

const channelId = '0d4c6a0e-2f61-4d5c-9d0e-1f2a3b4c5d6e';
const ofChannel = {
  source: 'backup-console',
  subject: `channel:${channelId}`,
  dedupKey: `channel:${channelId}`,
  links: {
    page: `${base}/#/administration/notifications/channels/${channelId}`,
    channel: `${base}/api/v1/admin/notifications/channels/${channelId}`,
  },
} as const;

const tokenId = '7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33';
const ofToken = {
  source: 'backup-console',
  severity: 'info',
  subject: `token:${tokenId}`,
  dedupKey: `token:${tokenId}`,
  links: { page: `${base}/#/tokens`, token: `${base}/api/v1/tokens/${tokenId}` },
} as const;

const ended = { durationSeconds: 540, cause: 'check' } as const;

export const eventExamples: Readonly<Record<string, unknown>> = {
  JobCompletedOkEvent: event({
    ...ofRun,
    type: 'job.completed.ok',
    severity: 'info',
    summary: 'Backup "BackupHome" (Full) of laptop on main completed: 1,204 files, 5.0 GiB.',
    data: {
      ...completedRun,
      status: 'completed',
      statusCode: 'T',
      files: 1204,
      bytes: 5_368_709_120,
      errors: 0,
      log: ['Termination: Backup OK'],
    },
  }),
  JobCompletedWarningEvent: event({
    ...ofRun,
    type: 'job.completed.warning',
    severity: 'warning',
    summary: 'Backup "BackupHome" (Full) of laptop on main completed with warnings: 1,203 files, 5.0 GiB, 1 error.',
    data: {
      ...completedRun,
      status: 'warning',
      statusCode: 'T',
      files: 1203,
      bytes: 5_368_709_120,
      errors: 1,
      log: ['Could not open "/home/otto/mail.lock": Permission denied', 'Termination: Backup OK -- with warnings'],
    },
  }),
  JobCompletedErrorEvent: event({
    ...ofRun,
    type: 'job.completed.error',
    severity: 'error',
    summary: 'Backup "BackupHome" (Full) of laptop on main failed: 12 files, 4.0 KiB, 1 error. The storage is full.',
    data: {
      ...completedRun,
      status: 'error',
      statusCode: 'f',
      files: 12,
      bytes: 4096,
      errors: 1,
      diagnosis: {
        code: 'storage_full',
        cause: 'The storage is full.',
        nextStep: 'Free space for the volumes or shorten the retention of the pool, and run the job again.',
        logLine: fullStorage,
      },
      log: [fullStorage],
    },
  }),
  JobMissedEvent: event({
    ...ofRun,
    type: 'job.missed',
    severity: 'warning',
    subject: 'job:main:BackupHome',
    summary: 'Job "BackupHome" of laptop on main did not start. It was scheduled for 2026-11-20 21:00 UTC.',
    data: {},
    links: {
      page: `${base}/#/jobs/BackupHome?director=main`,
      job: `${base}/api/v1/operations/jobs/BackupHome?director=main`,
      runs: `${base}/api/v1/operations/runs?job=BackupHome&director=main`,
    },
  }),
  RunWaitingEvent: event({
    ...ofWait,
    type: 'run.waiting',
    severity: 'warning',
    summary:
      'Run 7 of job BackupHome on Director main has been waiting for five minutes. Waiting for an appendable volume in pool Default. Add a volume to the pool.',
    data: {},
  }),
  RunResumedEvent: event({
    ...ofWait,
    type: 'run.resumed',
    severity: 'info',
    summary: 'Run 7 of job BackupHome on Director main continues. It lasted 9 minutes.',
    data: ended,
  }),
  ClientSilenceWarnEvent: event({
    ...ofClient,
    type: 'client.silence.warn',
    severity: 'warning',
    summary:
      'Client laptop of Director main has had no good backup for 36 hours, more than its warning threshold of 36 hours.',
    data: {
      previousStatus: 'ok',
      ageSeconds: 129_660,
      thresholdSeconds: 129_600,
      cause: 'time',
      lastSuccessAt: '2026-11-19T09:03:05.000Z',
    },
  }),
  ClientSilenceCritEvent: event({
    ...ofClient,
    type: 'client.silence.crit',
    severity: 'critical',
    summary:
      'Client laptop of Director main has had no good backup for 72 hours, more than its critical threshold of 72 hours.',
    data: {
      previousStatus: 'warn',
      ageSeconds: 259_260,
      thresholdSeconds: 259_200,
      cause: 'time',
      lastSuccessAt: '2026-11-17T21:03:05.000Z',
    },
  }),
  ClientSilenceOkEvent: event({
    ...ofClient,
    type: 'client.silence.ok',
    severity: 'info',
    summary: 'Client laptop of Director main has a good backup again, which ended 0 seconds ago.',
    data: {
      previousStatus: 'crit',
      ageSeconds: 0,
      thresholdSeconds: 129_600,
      cause: 'backup',
      lastSuccessAt: '2026-11-20T21:04:05.000Z',
    },
  }),
  JobOverdueWarnEvent: event({
    ...ofJob,
    type: 'job.overdue.warn',
    severity: 'warning',
    summary:
      'Job BackupHome of client laptop on Director main has had no good backup for 36 hours, more than its warning threshold of 36 hours.',
    data: {
      previousStatus: 'ok',
      ageSeconds: 129_660,
      thresholdSeconds: 129_600,
      cause: 'time',
      lastGoodAt: '2026-11-19T09:03:05.000Z',
    },
  }),
  JobOverdueCritEvent: event({
    ...ofJob,
    type: 'job.overdue.crit',
    severity: 'critical',
    summary:
      'Job BackupHome of client laptop on Director main has had no good backup for 72 hours, more than its critical threshold of 72 hours.',
    data: {
      previousStatus: 'warn',
      ageSeconds: 259_260,
      thresholdSeconds: 259_200,
      cause: 'time',
      lastGoodAt: '2026-11-17T21:03:05.000Z',
    },
  }),
  JobOverdueOkEvent: event({
    ...ofJob,
    type: 'job.overdue.ok',
    severity: 'info',
    summary: 'Job BackupHome of client laptop on Director main has a good backup again, which ended 0 seconds ago.',
    data: {
      previousStatus: 'crit',
      ageSeconds: 0,
      thresholdSeconds: 129_600,
      cause: 'backup',
      lastGoodAt: '2026-11-20T21:04:05.000Z',
    },
  }),
  DirectorUnreachableEvent: event({
    ...ofDirector,
    type: 'director.unreachable',
    severity: 'critical',
    summary: 'Director main does not answer. Director main cannot be reached: connection refused.',
    data: {},
  }),
  DirectorRecoveredEvent: event({
    ...ofDirector,
    type: 'director.recovered',
    severity: 'info',
    summary: 'Director main answers again. It lasted 9 minutes.',
    data: ended,
  }),
  StorageErrorEvent: event({
    ...ofStorage,
    type: 'storage.error',
    severity: 'error',
    summary: 'Storage File1 of Director main does not answer. Connection refused.',
    data: { reason: 'unreachable', error: 'Connection refused.' },
  }),
  StorageOkEvent: event({
    ...ofStorage,
    type: 'storage.ok',
    severity: 'info',
    summary: 'Storage File1 of Director main is OK again. It lasted 9 minutes.',
    data: { reason: 'unreachable', error: 'Connection refused.', ...ended },
  }),
  StorageFillingEvent: event({
    type: 'storage.filling',
    severity: 'warning',
    source: director,
    subject: 'pool:main:Default',
    dedupKey: 'filling:main:Default',
    summary: 'Pool Default of Director main is expected to be full on 2026-11-25.',
    data: {},
    links: {
      page: `${base}/#/storage/pools/Default?director=main`,
      pools: `${base}/api/v1/storage-media/pools?director=main`,
    },
  }),
  ChannelFailingEvent: event({
    ...ofChannel,
    type: 'channel.failing',
    severity: 'error',
    summary: 'Channel on-call cannot deliver. Last attempt: the receiver responded with 500.',
    data: { channelId },
  }),
  ChannelRecoveredEvent: event({
    ...ofChannel,
    type: 'channel.recovered',
    severity: 'info',
    summary: 'Channel on-call delivers again. It lasted 9 minutes.',
    data: { channelId, ...ended },
  }),
  AuthFailuresEvent: event({
    type: 'auth.failures',
    severity: 'warning',
    source: 'backup-console',
    subject: 'auth:192.0.2.7',
    dedupKey: 'auth:192.0.2.7',
    summary: '20 logins from 192.0.2.7 were rejected within ten minutes.',
    data: { address: '192.0.2.7', failures: 20 },
    links: {
      page: `${base}/#/administration/audit`,
      audit: `${base}/api/v1/admin/audit?action=session.create&outcome=failure`,
    },
  }),
  ApiTokenCreateEvent: event({
    ...ofToken,
    type: 'api_token.create',
    summary: 'admin created the API token "ci" of admin (role operator).',
    data: {},
  }),
  ApiTokenRevokeEvent: event({
    ...ofToken,
    type: 'api_token.revoke',
    summary: 'admin revoked the API token "ci" of admin (role operator).',
    data: {},
  }),
  TestEvent: event({
    type: 'test',
    severity: 'info',
    source: 'backup-console',
    subject: 'test',
    dedupKey: 'test:5f0f4a7e-8f0c-4b0c-9f0e-3d9d7d1a1c22',
    summary: 'This is a test of the channel on-call.',
    data: {},
    links: { console: `${base}/` },
  }),
};
