import { type CatalogEntry, RawPath } from '../../../src/domain/catalog-entry.js';
import { type DirectorDescription } from '../../../src/domain/director.port.js';
import { type ConfiguredJob, type DirectorClient } from '../../../src/domain/job.js';
import { type Run } from '../../../src/domain/run.js';

export function makeRun(values: Partial<Run> = {}): Run {
  const jobId = values.jobId ?? 7;
  return {
    jobId,
    uniqueName: `BackupHome.2026-11-20_21.00.00_${jobId}`,
    job: 'BackupHome',
    director: 'one',
    type: 'Backup',
    level: 'Full',
    client: 'laptop',
    fileset: 'Home',
    pool: 'Default',
    storage: 'Local',
    status: 'completed',
    statusCode: 'T',
    queuedAt: new Date('2026-11-20T21:00:00Z'),
    scheduledAt: new Date('2026-11-20T21:00:00Z'),
    startedAt: new Date('2026-11-20T21:00:01Z'),
    endedAt: new Date('2026-11-20T21:04:05Z'),
    files: 12,
    bytes: 4096,
    errors: 0,
    comment: '',
    readsClient: (values.type ?? 'Backup') === 'Backup' && values.level !== 'VirtualFull',
    ...values,
  };
}

export function makeJob(values: Partial<ConfiguredJob> = {}): ConfiguredJob {
  return {
    name: 'BackupHome',
    director: 'one',
    type: 'Backup',
    level: 'Incremental',
    allowedLevels: ['Full', 'Incremental', 'Differential'],
    client: 'laptop',
    fileset: 'Home',
    schedule: 'Nightly',
    storage: 'Local',
    pool: 'Default',
    priority: 10,
    enabled: true,
    nextRunAt: new Date('2026-11-21T21:00:00Z'),
    verifies: null,
    ...values,
  };
}

export function makeClient(values: Partial<DirectorClient> = {}): DirectorClient {
  const firstSeenAt = new Date('2026-11-01T09:00:00Z');
  return { name: 'laptop', director: 'one', address: null, version: null, enabled: true, firstSeenAt, ...values };
}

export function makeDescription(values: Partial<DirectorDescription> = {}): DirectorDescription {
  return {
    name: 'one',
    kind: 'fake',
    isDefault: true,
    version: '1.0',
    startedAt: new Date('2026-11-20T06:00:00Z'),
    timezone: 'UTC',
    abilities: ['run', 'restore'],
    filesets: ['Home'],
    pools: ['Default'],
    storages: ['Local'],
    clients: ['laptop'],
    restoreRoots: ['/var/restores'],
    restoreJobs: ['RestoreFiles'],
    defaultRestoreJob: 'RestoreFiles',
    ...values,
  };
}

export function makeEntry(path: string, values: Partial<CatalogEntry> = {}): CatalogEntry {
  return {
    path: RawPath.ofText(path),
    type: path.endsWith('/') ? 'folder' : 'file',
    client: 'laptop',
    jobId: 7,
    fileId: '1',
    size: 10,
    modifiedAt: new Date('2026-11-19T08:30:00Z'),
    mode: 0o100644,
    ...values,
  };
}
