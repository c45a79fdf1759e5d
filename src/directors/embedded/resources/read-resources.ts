import { isAbsolute, resolve } from 'node:path';
import { Cron } from 'croner';
import { faultAt, InvalidResources } from './configuration-faults.js';
import { excludePresetNames, type ExcludePresetName } from './exclude-presets.js';
import { parseDirectorYaml } from './parse-director-yaml.js';
import { resourceLists, resourceReferences, resourceTypes } from './resource-types.js';
import {
  type BackupJobResource,
  type BackupLevel,
  backupLevels,
  type FilesetResource,
  isBackupJob,
  type JobResource,
  type PoolResource,
  type Resources,
  type ScheduledJob,
  type ScheduleResource,
  type StorageResource,
  verifiedRuns,
  type VerifyJobResource,
} from './resources.js';
import { YamlFields } from '../../../config/yaml-fields.js';
import { type ConfiguredJob } from '../../../domain/job.js';
import { type KeepRuleName, keepRuleNames, type KeepRules, mostKept } from '../../../domain/keep-rules.js';

const sizeUnits: Readonly<Record<string, number>> = {
  '': 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
};

const durationUnits: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 7 * 86_400,
  month: 30 * 86_400,
  year: 365 * 86_400,
};

function readQuantity(text: string, unitOf: (word: string) => number | undefined): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*([A-Za-z]*)$/.exec(text.trim());
  const unit = unitOf(match?.[2] ?? '');
  if (!match || unit === undefined) return null;
  const value = Math.round(Number(match[1]) * unit);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** Bytes of `5 GiB`, `500 MB` or a bare number; null where the text is none of these. */
function readSize(text: string): number | null {
  return readQuantity(text, (word) => sizeUnits[word]);
}

/** Seconds of `60 days`, `1 year`, `12 hours`; null where the text is none of these. */
function readDuration(text: string): number | null {
  return readQuantity(text, (word) => durationUnits[word.toLowerCase().replace(/s$/, '')]);
}

const mostBytes = 127;
/** Controls, line separators, halves of surrogate pairs, and marks that make a line read otherwise than it is. */
const unreadable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * The error in the name of a resource, as a sentence without its subject; null if it is valid. Names go into logs, addresses and
 * filters; file names are made from them by fileSafe, so that a slash does no harm here.
 */
function resourceNameError(name: string): string | null {
  if (unreadable.test(name)) return 'must not contain control or text-direction characters';
  if (name.trim() !== name) return 'must not start or end with a space';
  // Filters take several names separated by commas; an address resolves . and .. before the server sees them.
  if (name.includes(',')) return 'must not contain a comma, which separates names in a filter';
  if (name === '.' || name === '..') return 'must not be . or .., which a URL cannot contain';
  const bytes = Buffer.byteLength(name);
  return bytes > mostBytes ? `has ${bytes} bytes; the maximum is ${mostBytes}` : null;
}

/** Of Linux's file systems. */
const mostFileNameBytes = 255;

/** Timers take no more: 2^31 milliseconds. */
const longestMaxRunTime = 24 * 86_400;

/** The name of the job that every restore runs as; no configured job may have it. */
export const restoreJobName = 'RestoreFiles';

/** Reads director.yaml. Throws InvalidResources with a fault for each entry that is wrong, or DirectorYamlError. */
export function readResources(text: string, directorName: string): Resources {
  const yaml = parseDirectorYaml(text);
  const errors: string[] = [];
  const root = YamlFields.of(yaml.value ?? {}, '', errors);
  const resources = {
    director: readDirector(root.mapping('director'), directorName),
    clients: root.list('clients').map((fields) => ended(fields, { name: nameOf(fields) })),
    storages: root.list('storages').map(readStorage),
    pools: root.list('pools').map(readPool),
    filesets: root.list('filesets').map(readFileset),
    schedules: root.list('schedules').map(readSchedule),
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
function splitError(error: string): readonly [place: string, sentence: string] {
  const end = error.indexOf(': ');
  return [error.slice(0, end), error.slice(end + 2)];
}

function ended<T>(fields: YamlFields, value: T): T {
  fields.rejectUnknownFields();
  return value;
}

function nameOf(fields: YamlFields): string {
  const name = fields.text('name');
  const fault = resourceNameError(name);
  if (fault !== null) fields.errorAt('name', fault);
  return name;
}

function readDirector(fields: YamlFields, fallback: string): Resources['director'] {
  const timezone = fields.optionalText('timezone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    Intl.DateTimeFormat('en', { timeZone: timezone });
  } catch {
    fields.errorAt('timezone', `${timezone} is not a known time zone. Use an IANA name, such as Europe/Berlin`);
  }
  return ended(fields, { name: fields.optionalText('name') ?? fallback, timezone });
}

function absolute(fields: YamlFields, field: string, path: string): string {
  if (path !== '' && !isAbsolute(path))
    fields.errorAt(field, `${path} must be an absolute path that starts with a slash`);
  return resolve('/', path);
}

function readStorage(fields: YamlFields): StorageResource {
  return ended(fields, {
    name: nameOf(fields),
    folder: absolute(fields, 'folder', fields.text('folder')),
    compression: fields.integer('compression', 6, 1, 9),
  });
}

function readPool(fields: YamlFields): PoolResource {
  const size = readSize(fields.quantity('volumeSize') ?? '2 GiB');
  if (size === null) fields.errorAt('volumeSize', 'must be a size, such as 2 GiB or 500 MB');
  const retention = fields.quantity('retention');
  const seconds = retention === null ? null : readDuration(retention);
  if (retention !== null && seconds === null)
    fields.errorAt('retention', 'must be a duration, such as 60 days or 1 year');
  const keep = readKeep(fields);
  if (keep !== null && retention === null)
    fields.errorAt('keep', 'needs "retention": without it the volumes of this pool never expire');
  return ended(fields, { name: nameOf(fields), volumeBytes: size ?? 1, retentionSeconds: seconds, keep });
}

function readKeep(pool: YamlFields): KeepRules | null {
  const fields = pool.optionalMapping('keep');
  if (fields === null) return null;
  const most = (rule: KeepRuleName): number | null => fields.optionalInteger(rule, 1, mostKept);
  const keep = {
    last: most('last'),
    daily: most('daily'),
    weekly: most('weekly'),
    monthly: most('monthly'),
    yearly: most('yearly'),
  };
  // An empty value must not mean that nothing is kept.
  if (!keepRuleNames.some((rule) => fields.has(rule)))
    pool.errorAt('keep', `must have at least one of ${keepRuleNames.join(', ')}`);
  return ended(fields, keep);
}

function readFileset(fields: YamlFields): FilesetResource {
  const include = fields.texts('include');
  if (include.length === 0) fields.errorAt('include', 'must name at least one file or folder');
  return ended(fields, {
    name: nameOf(fields),
    include: [...new Set(include.map((path) => absolute(fields, 'include', path)))],
    exclude: fields.texts('exclude'),
    excludePresets: readExcludePresets(fields),
    markerFiles: readMarkerFiles(fields),
    oneFilesystem: fields.flag('oneFilesystem', true),
  });
}

function readExcludePresets(fields: YamlFields): readonly ExcludePresetName[] {
  const names = fields.texts('excludePresets');
  for (const name of names) {
    if ((excludePresetNames as readonly string[]).includes(name)) continue;
    fields.errorAt('excludePresets', `${name} is unknown; known are ${excludePresetNames.join(', ')}`);
  }
  return excludePresetNames.filter((name) => names.includes(name));
}

function readMarkerFiles(fields: YamlFields): readonly string[] {
  const names = fields.texts('markerFiles');
  for (const name of names) {
    const fault = markerNameError(name);
    if (fault !== null) fields.errorAt('markerFiles', `${name} ${fault}`);
  }
  return [...new Set(names)];
}

/** A path, or a pattern, is the name of no file: it would mark nothing, and the operator would not notice. */
function markerNameError(name: string): string | null {
  if (name.includes('/') || name === '.' || name === '..') return 'must be the name of a file, without a folder';
  if (/[*?]/.test(name)) return 'must be the whole name of a file; wildcards are not supported';
  return Buffer.byteLength(name) > mostFileNameBytes ? `has more than ${mostFileNameBytes} bytes` : null;
}

function readLevel(fields: YamlFields): BackupLevel {
  const given = fields.optionalText('level') ?? 'Incremental';
  const level = backupLevels.find((word) => word.toLowerCase() === given.toLowerCase());
  if (level === undefined) fields.errorAt('level', `must be one of ${backupLevels.join(', ')}`);
  return level ?? 'Incremental';
}

function readSchedule(fields: YamlFields): ScheduleResource {
  const starts = fields.list('starts').map((start) => {
    const at = start.text('at');
    const fault = at === '' ? null : cronError(at);
    if (fault !== null) start.errorAt('at', `${at} is not a cron expression (${fault})`);
    return ended(start, { level: readLevel(start), at });
  });
  return ended(fields, { name: nameOf(fields), starts });
}

function cronError(expression: string): string | null {
  try {
    new Cron(expression, { paused: true }).stop();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'not recognized';
  }
}

function readJob(fields: YamlFields): JobResource {
  const started = {
    name: nameOf(fields),
    schedule: fields.optionalText('schedule'),
    priority: fields.integer('priority', 10, 1, 1000),
    maxRunSeconds: readMaxRunTime(fields),
    enabled: fields.flag('enabled', true),
  };
  const type = fields.choice('type', ['Backup', 'Verify'], 'Backup');
  const job = { ...started, ...(type === 'Backup' ? readBackupJob(fields) : readVerifyJob(fields)) };
  if (job.name === restoreJobName) fields.errorAt('name', `${restoreJobName} is the name of the built-in restore job`);
  return ended(fields, job);
}

function readBackupJob(fields: YamlFields): Omit<BackupJobResource, keyof ScheduledJob> {
  return {
    type: 'Backup',
    client: fields.text('client'),
    fileset: fields.text('fileset'),
    storage: fields.text('storage'),
    pool: fields.text('pool'),
    level: readLevel(fields),
  };
}

function readVerifyJob(fields: YamlFields): Omit<VerifyJobResource, keyof ScheduledJob> {
  const isOfAll = !fields.has('jobs');
  const jobs = fields.texts('jobs');
  if (!isOfAll && jobs.length === 0)
    fields.errorAt('jobs', 'must name at least one job; without jobs, all are verified');
  return {
    type: 'Verify',
    client: null,
    fileset: null,
    storage: null,
    pool: null,
    jobs: isOfAll ? null : [...new Set(jobs)],
    runs: fields.choice('runs', verifiedRuns, 'newest'),
  };
}

function readMaxRunTime(fields: YamlFields): number | null {
  const given = fields.quantity('maxRunTime');
  if (given === null) return null;
  const seconds = readDuration(given);
  if (seconds === null || seconds > longestMaxRunTime) {
    fields.errorAt('maxRunTime', 'must be a duration of at most 24 days, such as 6 hours');
  }
  return seconds;
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
  };
}
