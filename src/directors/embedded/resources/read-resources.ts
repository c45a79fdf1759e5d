import { faultAt, InvalidResources } from './configuration-faults.js';
import { parseDirectorYaml } from './parse-director-yaml.js';
import {
  backupJobFields,
  clientFields,
  directorFields,
  filesetFields,
  jobHeadFields,
  jobTailFields,
  poolFields,
  readFields,
  readMapping,
  scheduleFields,
  storageFields,
  verifyJobFields,
} from './resource-fields.js';
import { resourceLists, resourceReferences, resourceTypes } from './resource-types.js';
import {
  type BackupJobResource,
  isBackupJob,
  type JobResource,
  type PoolResource,
  type Resources,
  type ScheduledJob,
  type VerifyJobResource,
} from './resources.js';
import { YamlFields } from '../../../config/yaml-fields.js';
import { type ConfiguredJob } from '../../../domain/job.js';
import { type KeepRules } from '../../../domain/keep-rules.js';

/** The name of the job that every restore runs as; no configured job may have it. */
export const restoreJobName = 'RestoreFiles';

/** Reads director.yaml. Throws InvalidResources with a fault for each entry that is wrong, or DirectorYamlError. */
export function readResources(text: string, directorName: string): Resources {
  const yaml = parseDirectorYaml(text);
  const errors: string[] = [];
  const root = YamlFields.of(yaml.value ?? {}, '', errors);
  const resources = {
    director: readMapping(root.mapping('director'), directorFields(directorName)),
    clients: root.list('clients').map((fields) => readMapping(fields, clientFields)),
    storages: root.list('storages').map((fields) => readMapping(fields, storageFields)),
    pools: root.list('pools').map(readPool),
    filesets: root.list('filesets').map((fields) => readMapping(fields, filesetFields)),
    schedules: root.list('schedules').map((fields) => readMapping(fields, scheduleFields)),
    jobs: root.list('jobs').map(readJob),
  };
  root.rejectUnknownFields();
  checkNames(resources, errors);
  if (errors.length > 0) {
    throw new InvalidResources(errors.map((error) => faultAt(yaml, ...splitError(error))));
  }
  return resources;
}

/** YamlFields puts the place before its sentence. */
export function splitError(error: string): readonly [place: string, sentence: string] {
  const end = error.indexOf(': ');
  return [error.slice(0, end), error.slice(end + 2)];
}

function readPool(fields: YamlFields): PoolResource {
  const { name, volumeSize, retention, keep } = readMapping(fields, poolFields);
  checkKeep(fields, keep);
  return { name, volumeBytes: volumeSize, retentionSeconds: retention, keep };
}

export function checkKeep(pool: YamlFields, keep: KeepRules | null): void {
  if (keep !== null && !pool.has('retention'))
    pool.errorAt('keep', 'needs "retention": without it the volumes of this pool never expire');
}

function readJob(fields: YamlFields): JobResource {
  const { name, type } = readFields(fields, jobHeadFields);
  const job = type === 'Backup' ? readBackupJob(fields) : readVerifyJob(fields);
  const { schedule, priority, maxRunTime, enabled } = readMapping(fields, jobTailFields);
  if (name === restoreJobName) fields.errorAt('name', `${restoreJobName} is the name of the built-in restore job`);
  return { name, schedule, priority, maxRunSeconds: maxRunTime, enabled, ...job };
}

function readBackupJob(fields: YamlFields): Omit<BackupJobResource, keyof ScheduledJob> {
  return { type: 'Backup', ...readFields(fields, backupJobFields) };
}

function readVerifyJob(fields: YamlFields): Omit<VerifyJobResource, keyof ScheduledJob> {
  const none = { client: null, fileset: null, storage: null, pool: null };
  return { type: 'Verify', ...none, ...readFields(fields, verifyJobFields) };
}

function checkNames(resources: Omit<Resources, 'director'>, errors: string[]): void {
  for (const list of resourceTypes.map((type) => resourceLists[type])) {
    const seen = new Set<string>();
    resources[list].forEach(({ name }, index) => {
      if (seen.has(name)) errors.push(`${list}[${index}].name: ${name} is used twice`);
      seen.add(name);
    });
  }
  for (const list of ['clients', 'storages', 'pools', 'filesets'] as const) {
    if (resources[list].length === 0) errors.push(`${list}: at least one entry is required`);
  }
  for (const { from, field, to } of resourceReferences) {
    const names = new Set(resources[resourceLists[to]].map(({ name }) => name));
    resources[resourceLists[from]].forEach((resource, index) => {
      const wanted = (resource as unknown as Readonly<Record<string, unknown>>)[field];
      // A list of names is checked where it is read.
      if (typeof wanted !== 'string' || wanted === '' || names.has(wanted)) return;
      errors.push(`${resourceLists[from]}[${index}].${field}: there is no ${to} named ${wanted}`);
    });
  }
  checkVerifiedJobs(resources.jobs, errors);
}

function checkVerifiedJobs(jobs: readonly JobResource[], errors: string[]): void {
  const backups = new Set(jobs.filter(isBackupJob).map(({ name }) => name));
  jobs.forEach((job, index) => {
    const named = isBackupJob(job) ? [] : (job.jobs ?? []);
    for (const name of named) {
      if (!backups.has(name)) errors.push(`jobs[${index}].jobs: there is no backup job named ${name}`);
    }
  });
}

/** The job of every restore. It is not configured; it names the first of each kind of resource. */
export function restoreJobOf({ clients, filesets, storages, pools }: Resources, director: string): ConfiguredJob {
  const firstOf = (resources: readonly { readonly name: string }[]): string => resources[0]?.name ?? '';
  return {
    name: restoreJobName,
    director,
    type: 'Restore',
    level: 'None',
    allowedLevels: [],
    client: firstOf(clients),
    fileset: firstOf(filesets),
    storage: firstOf(storages),
    pool: firstOf(pools),
    schedule: null,
    priority: 5,
    enabled: true,
    nextRunAt: null,
    verifies: null,
  };
}
