/**
 * Examples of the main records and bodies, by the name of their schema. They describe one console: its embedded Director backed up
 * this-machine in run 7 with 5 GiB, more than 32 bits can count. Required members that are missing here are taken from their fields. A
 * test checks every example against its schema.
 */

const director = 'embedded';
const query = `?director=${director}`;
const operations = '/api/v1/operations';
const directorPath = `/api/v1/directors/${director}`;

const times = {
  queuedAt: '2026-11-20T21:00:00.000Z',
  scheduledAt: '2026-11-20T21:00:00.000Z',
  startedAt: '2026-11-20T21:00:01.000Z',
  endedAt: '2026-11-20T21:04:05.000Z',
} as const;

const runLinks = {
  self: `${operations}/runs/7${query}`,
  log: `${operations}/runs/7/log${query}`,
  files: `${operations}/runs/7/files${query}`,
  volumes: `${operations}/runs/7/volumes${query}`,
  director: directorPath,
} as const;

const user = { id: '0b9f6c1e-6d5b-4a53-9d4e-2f6f0f5f8a11', username: 'admin' } as const;
const session = { id: '3a1f6d0e-9c7b-4e55-8a51-1f0c2d3e4b55', expiresAt: '2026-11-21T05:00:00.000Z' } as const;

const run = {
  jobId: 7,
  uniqueName: 'BackupHome.2026-11-20_21.00.00_07',
  job: 'BackupHome',
  director,
  type: 'Backup',
  level: 'Full',
  client: 'this-machine',
  fileset: 'Home',
  pool: 'Default',
  storage: 'Local',
  status: 'completed',
  statusCode: 'T',
  ...times,
  durationSeconds: 244,
  files: 1204,
  bytes: 5_368_709_120,
  errors: 0,
  triggeredBy: { kind: 'schedule', id: null, name: 'Nightly' },
  links: { ...runLinks, rerun: `${operations}/runs/7/rerun${query}` },
} as const;

const liveProgress = {
  files: 812,
  bytes: 2_254_857_830,
  bytesPerSecond: 22_020_096,
  currentFile: '/home/otto/photos/2026.tar',
  fraction: 0.42,
} as const;

const started = {
  jobId: 9,
  uniqueName: 'BackupHome.2026-11-21_08.00.00_09',
  job: 'BackupHome',
  level: 'Incremental',
  director,
  status: 'queued',
  links: {
    self: `${operations}/runs/9${query}`,
    log: `${operations}/runs/9/log${query}`,
    files: `${operations}/runs/9/files${query}`,
    volumes: `${operations}/runs/9/volumes${query}`,
    director: directorPath,
    wait: `${operations}/runs/9${query}&wait=60`,
    cancel: `${operations}/runs/9/cancel${query}`,
  },
} as const;

const protection = {
  status: 'ok',
  countsAs: 'ok',
  lastGoodAt: times.endedAt,
  ageSeconds: 39_600,
  warnSeconds: 129_600,
  critSeconds: 259_200,
  basis: 'schedule',
} as const;

const job = {
  name: 'BackupHome',
  director,
  type: 'Backup',
  level: 'Incremental',
  allowedLevels: ['Full', 'Incremental', 'Differential'],
  client: 'this-machine',
  fileset: 'Home',
  schedule: 'Nightly',
  storage: 'Local',
  pool: 'Default',
  priority: 10,
  enabled: true,
  lastRun: run,
  nextRunAt: '2026-11-21T21:00:00.000Z',
  verifies: null,
  protection,
  links: {
    self: `${operations}/jobs/BackupHome${query}`,
    runs: `${operations}/runs?job=BackupHome&director=${director}`,
    director: directorPath,
  },
} as const;

const client = {
  name: 'this-machine',
  director,
  address: '127.0.0.1',
  version: '0.1.0',
  enabled: true,
  firstSeenAt: '2026-11-01T09:00:00.000Z',
  silence: {
    status: 'ok',
    lastSuccessAt: times.endedAt,
    ageSeconds: 39_600,
    warnSeconds: 129_600,
    critSeconds: 259_200,
    pausedUntil: null,
  },
  protection: {
    status: 'ok',
    countsAs: 'ok',
    jobs: { ok: 1, warn: 0, crit: 0, never: 0, unknown: 0, notMonitored: 0 },
  },
  links: {
    self: `/api/v1/clients/this-machine${query}`,
    runs: `${operations}/runs?client=this-machine&director=${director}`,
    points: `/api/v1/restore/points?client=this-machine&director=${director}`,
    director: directorPath,
  },
} as const;

const token = {
  id: '7c0d8a52-5f0b-4d8e-8b8e-0c5d7e1f2a33',
  name: 'ci',
  role: 'operator',
  capabilities: ['jobs:read', 'jobs:run', 'jobs:cancel', 'restore:browse'],
  status: 'active',
  owner: user,
  createdAt: '2026-11-20T20:00:00.000Z',
  expiresAt: '2027-11-20T00:00:00.000Z',
  lastUsedAt: null,
  lastUsedIp: null,
  revokedAt: null,
  revokedBy: null,
} as const;

const entry = {
  path: '/etc/hosts',
  name: 'hosts',
  type: 'file',
  director,
  client: 'this-machine',
  jobId: 7,
  fileId: '1204',
  size: 2048,
  modifiedAt: '2026-11-19T08:30:00.000Z',
  mode: 33_188,
  lossy: false,
  ref: 'L2V0Yy9ob3N0cw',
} as const;

const volume = {
  volume: 'Default-0001',
  director,
  pool: 'Default',
  storage: 'Local',
  mediaType: 'File',
  status: 'Append',
  enabled: true,
  bytes: 5_368_709_120,
  maxBytes: 10_737_418_240,
  files: 1,
  jobs: 1,
  mounts: 1,
  errors: 0,
  labeledAt: '2026-11-20T21:00:00.000Z',
  firstWrittenAt: '2026-11-20T21:00:01.000Z',
  lastWrittenAt: '2026-11-20T21:04:05.000Z',
  retentionSeconds: 5_184_000,
  expiresAt: '2027-01-19T21:04:05.000Z',
  recycle: true,
  recycleCount: 0,
  slot: null,
  inChanger: false,
  readSeconds: 0,
  writeSeconds: 244,
  links: {
    self: `/api/v1/storage-media/volumes/Default-0001${query}`,
    runs: `/api/v1/storage-media/volumes/Default-0001/runs${query}`,
    pool: `/api/v1/storage-media/pools?name=Default&director=${director}`,
    storage: `/api/v1/storage-media/storages?name=Local&director=${director}`,
  },
} as const;

const loss = {
  director,
  runs: 1,
  jobids: [7],
  partlyElsewhere: 0,
  copiedElsewhere: 0,
  files: 1204,
  bytes: 5_368_709_120,
  pointsLost: 1,
  pointsBroken: 0,
  lastFulls: 1,
  clients: [
    {
      client: 'this-machine',
      fileset: 'Home',
      runs: 1,
      pointsLost: 1,
      pointsBroken: 0,
      newestLostAt: times.startedAt,
      remainingFulls: 0,
      removesLastFull: true,
    },
  ],
  clientsTotal: 1,
  truncated: false,
} as const;

const impact = {
  ...loss,
  action: 'purge',
  volume: 'Default-0001',
  pool: 'Default',
  status: 'Used',
} as const;

const runImpact = { ...loss, jobId: 7, job: 'BackupHome' } as const;

const impactHash = '3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456789A';

const actor = {
  kind: 'session',
  id: user.id,
  name: 'admin',
  role: 'admin',
  tokenId: null,
  sessionId: session.id,
} as const;

const csv = (...rows: readonly string[]): string => rows.map((row) => `${row}\r\n`).join('');

export const recordExamples: Readonly<Record<string, unknown>> = {
  // Tables
  'getSummary text/csv': csv(
    'since,until,runs,completed,warning,error,canceled,successRate,files,bytes,medianSeconds,p95Seconds',
    '2026-10-22T00:00:00Z,2026-11-21T00:00:00Z,30,29,1,0,0,1,36120,161061273600,244,300',
  ),
  'listJobStatistics text/csv': csv(
    'job,director,runs,completed,warning,error,canceled,successRate,files,bytes,bytesBefore,growth,averageSeconds,lastJobId,lastStatus,lastSeconds,usualSeconds',
    'BackupHome,embedded,30,29,1,0,0,1,36120,161061273600,128849018880,0.25,240,7,completed,244,230',
  ),
  'listClientStatistics text/csv': csv(
    'client,director,runs,completed,warning,error,canceled,successRate,files,bytes,bytesBefore,growth',
    'this-machine,embedded,30,29,1,0,0,1,36120,161061273600,128849018880,0.25',
  ),
  'listClientDays text/csv': csv(
    'client,director,day,outcome,runs,missed,completed,warning,error,canceled',
    'this-machine,embedded,2026-11-20,completed,1,0,1,0,0,0',
  ),
  // Runs and jobs
  RunRecord: run,
  VolumeRunRecord: { ...run, bytesOnVolume: run.bytes },
  RunProgressRecord: liveProgress,
  LiveRunRecord: {
    jobId: 9,
    job: 'BackupHome',
    level: 'Incremental',
    client: 'this-machine',
    status: 'running',
    startedAt: '2026-11-21T08:00:01.000Z',
    progress: liveProgress,
    links: started.links,
  },
  StartedJob: started,
  StartedRestore: {
    ...started,
    jobId: 12,
    uniqueName: 'RestoreFiles.2026-11-21_08.05.00_12',
    job: 'RestoreFiles',
    level: 'None',
    missing: [],
  },
  JobRecord: job,
  ChangedJob: { ...job, enabled: false, nextRunAt: null, persistent: true },
  JobEstimate: {
    job: 'BackupHome',
    director,
    level: 'Incremental',
    client: 'this-machine',
    fileset: 'Home',
    files: 18,
    bytes: 300_103,
  },
  RunJobBody: { job: 'BackupHome', level: 'Incremental' },
  EstimateBody: { level: 'Incremental' },
  ChangeJobBody: { enabled: false },
  AcknowledgeBody: { note: 'The disk is being replaced.', until: '2026-11-24T08:00:00Z' },
  // Clients and Directors
  ClientRecord: client,
  Health: {
    status: 'ok',
    summary: '1 of 1 job protected.',
    checkedAt: '2026-11-21T08:04:05.000Z',
    ageSeconds: 0,
    stale: false,
    director: { name: director, version: '0.1.0', startedAt: '2026-11-20T06:00:00.000Z' },
    checks: [
      {
        id: 'clients.silence',
        director,
        component: 'client',
        status: 'ok',
        code: 'clients.none_silent',
        params: {},
        value: 0,
        unit: 'clients',
        message: 'No client is overdue.',
        hint: null,
        observedAt: '2026-11-21T08:04:05.000Z',
      },
    ],
    counts: { running: 0, waiting: 0, failed24h: 0, warning24h: 0, silentWarn: 0, silentCrit: 0, volumesInError: 0 },
    protection: { ok: 1, warn: 0, crit: 0, never: 0, unknown: 0, notMonitored: 0 },
  },
  // Restore
  EntryRecord: entry,
  RunFileRecord: entry,
  KeptFileRecord: { ...entry, versions: 1, deleted: false },
  VersionRecord: {
    ...entry,
    checksum: 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0',
    endedAt: times.endedAt,
    level: 'Full',
    volumes: ['Default-0001'],
  },
  ChainRecord: { jobids: [7], missingJobids: [] },
  RestorePointRecord: {
    jobId: 7,
    director,
    client: 'this-machine',
    fileset: 'Home',
    job: 'BackupHome',
    level: 'Full',
    endedAt: times.endedAt,
    files: 1204,
    bytes: 5_368_709_120,
    jobids: [7],
    restorable: 'yes',
    reasons: [],
    faults: [],
  },
  RestorePlanRecord: {
    files: 1,
    bytes: 2048,
    volumes: [
      {
        volume: 'Default-0001',
        pool: 'Default',
        storage: 'Local',
        status: 'Append',
        available: true,
        reasonCode: null,
        reason: null,
      },
    ],
    missing: [],
    chain: { jobids: [7], missingJobids: [] },
    targetHolds: 'nothing',
    target: { where: '/var/lib/backup-console/restores', inspected: 1, existing: 0, newer: 0, examples: [] },
  },
  RestoreRunBody: { jobids: [7], paths: ['/etc/hosts'], replace: 'never' },
  DownloadBody: { jobids: [7], paths: ['/etc/hosts'], format: 'file' },
  DownloadRecord: {
    id: '5f0c7f8a-2f61-4d5c-9d0e-1f2a3b4c5d6e',
    name: 'hosts',
    size: 2048,
    state: 'ready',
    jobId: null,
    progress: null,
    problem: null,
    expiresAt: '2026-11-20T21:19:05.000Z',
    links: {
      self: '/api/v1/restore/downloads/5f0c7f8a-2f61-4d5c-9d0e-1f2a3b4c5d6e',
      content: '/api/v1/restore/downloads/5f0c7f8a-2f61-4d5c-9d0e-1f2a3b4c5d6e/content',
    },
  },
  // Storage
  VolumeRecord: volume,
  DeviceBody: { slot: 3, drive: 0 },
  LabelBody: { volume: 'Monthly-0001', pool: 'Default', storage: 'Local' },
  ChangeVolumeBody: { retentionSeconds: 7_776_000 },
  PurgeBody: { confirm: 'Default-0001', impactHash, force: true },
  PurgeImpact: impact,
  RunDeletionImpact: runImpact,
  RunDeletionProblem: {
    type: '/docs/errors#confirmation_required',
    title: 'Confirmation required',
    status: 409,
    detail: 'To delete run 7, check the impact and send confirm with the job id, and impactHash.',
    instance: '/api/v1/operations/runs/7/delete',
    code: 'confirmation_required',
    requestId: '0f1d5c3a9be14c0f',
    impact: runImpact,
    impactHash,
  },
  RelabelBody: { newName: 'Monthly-0002', confirm: 'Monthly-0001', impactHash },
  LabelBarcodesBody: { pool: 'Scratch', slots: [1, 2, 3], drive: 0 },
  SlotsBody: { slots: [1, 2, 3] },
  SlotsOfDriveBody: { slots: [1, 2, 3], drive: 0 },
  PurgeProblem: {
    type: '/docs/errors#confirmation_required',
    title: 'Confirmation required',
    status: 409,
    detail: 'This deletes 1 run. Send confirm and impactHash to continue.',
    instance: '/api/v1/storage-media/volumes/Default-0001/purge',
    code: 'confirmation_required',
    requestId: '0f1d5c3a9be14c0f',
    impact,
    impactHash,
  },
  PurgedVolume: {
    action: 'purge',
    director,
    volume: 'Default-0001',
    status: 'Purged',
    runsGone: 1,
    jobidsGone: [7],
    runsLeft: 0,
    lastFulls: 1,
    words: 'Purged volume Default-0001: 1 run can no longer be restored, and its file was removed.',
  },
  // Tokens, sessions and the audit log
  TokenSummary: token,
  CreatedToken: { ...token, plaintext: 'svct_4fQ9ZkT1mXw0bN7uRyLc3HsVe8JdPa0gW2Ek' },
  CreateTokenBody: { name: 'ci', expiresAt: '2027-11-20T00:00:00Z' },
  Identity: {
    kind: 'token',
    user,
    role: 'operator',
    capabilities: token.capabilities,
    token: { id: token.id, name: token.name, expiresAt: token.expiresAt },
  },
  OpenSession: { user: { ...user, role: 'admin', capabilities: ['jobs:read', 'jobs:run', 'tokens:own'] }, session },
  ActorRecord: actor,
  AuditRecord: {
    id: '5f0f4a7e-8f0c-4b0c-9f0e-3d9d7d1a1c22',
    at: '2026-11-20T20:00:00.000Z',
    action: 'api_token.create',
    outcome: 'success',
    actor,
    tokenId: token.id,
    target: `token:${token.id}`,
    targetName: 'ci',
    ip: '192.0.2.10',
    userAgent: 'Mozilla/5.0',
    requestId: '0f1d5c3a9be14c0f',
    changes: { name: { to: 'ci' }, role: { to: 'operator' } },
  },
  AuditVerdict: {
    ok: true,
    checked: 1204,
    appendOnly: true,
    head: {
      seq: 1204,
      at: '2026-11-20T21:04:05.000Z',
      hash: 'a4'.repeat(32),
      keyId: '5e7c1a9b03d2f846',
      signature: 'qk2Zt0mVbq1c9yQ3Jr8uXw5LhE7sNfTgAoPdIiKvMzU6BxYaRCjGeHlWnSpD4F0qk2Zt0mVbq1c9yQ3Jr8uXw==',
    },
    findings: [],
    findingCount: 0,
    hasMoreFindings: false,
    publicKey:
      '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n',
  },
  AuditFinding: {
    kind: 'changed',
    seq: 17,
    recordId: '5f0f4a7e-8f0c-4b0c-9f0e-3d9d7d1a1c22',
    detail: 'The record of seal 17 differs from what was sealed.',
  },
};
