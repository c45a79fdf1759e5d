import { isAbsolute, resolve } from 'node:path';
import { Cron } from 'croner';
import { type ExcludePresetName, excludePresetNames, excludePresets } from './exclude-presets.js';
import { readDuration, readSize } from './quantities.js';
import { resourceReferences, type ResourceType } from './resource-types.js';
import { type BackupLevel, backupLevels } from './resources.js';
import { type YamlFields } from '../../../config/yaml-fields.js';
import { type SettingField, type SettingKind } from '../../../domain/configuration-reader.port.js';
import { verifiedRuns } from '../../../domain/job.js';
import { keepRuleNames, type KeepRules, mostKept } from '../../../domain/keep-rules.js';

// Each field of director.yaml is declared once: readResources reads by these declarations, and the schema of the API is made of
// them. Descriptions are texts of the API.

/** What the API shows of a field, and how it is read. */
export interface Field<T> extends Omit<SettingField, 'name' | 'of'> {
  readonly of: Fields | null;
  readonly read: (fields: YamlFields, name: string) => T;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

export type ValuesOf<F extends Fields> = { readonly [Name in keyof F]: F[Name] extends Field<infer T> ? T : never };

/** Reads a part of a mapping: unknown fields are not looked for. */
export function readFields<F extends Fields>(fields: YamlFields, declared: F): ValuesOf<F> {
  const values = Object.entries(declared).map(([name, field]) => [name, field.read(fields, name)] as const);
  return Object.fromEntries(values) as ValuesOf<F>;
}

/** Reads a mapping, or the rest of it. */
export function readMapping<F extends Fields>(fields: YamlFields, declared: F): ValuesOf<F> {
  const values = readFields(fields, declared);
  fields.rejectUnknownFields();
  return values;
}

type More = Partial<Omit<Field<never>, 'kind' | 'description' | 'read'>>;

function field<T>(kind: SettingKind, description: string, read: Field<T>['read'], more: More = {}): Field<T> {
  const none = { unit: null, default: null, minimum: null, maximum: null, enum: null, patterns: null };
  const usual = { reference: null, of: null, appliesTo: null, isList: false, isRequired: false };
  return { ...none, ...usual, kind, description, read, ...more };
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

function resourceName(of: string): Field<string> {
  const read = (fields: YamlFields, at: string): string => {
    const name = fields.text(at);
    const fault = resourceNameError(name);
    if (fault !== null) fields.errorAt(at, fault);
    return name;
  };
  const description = `Unique name of the ${of}: at most ${mostBytes} bytes of printable text without commas.`;
  return field('name', description, read, { isRequired: true });
}

function text(description: string, fallback: string): Field<string> {
  return field('text', description, (fields, name) => fields.optionalText(name) ?? fallback, { default: fallback });
}

function timezone(description: string, fallback: string): Field<string> {
  const read = (fields: YamlFields, name: string): string => {
    const zone = fields.optionalText(name) ?? fallback;
    try {
      Intl.DateTimeFormat('en', { timeZone: zone });
    } catch {
      fields.errorAt(name, `${zone} is not a known time zone. Use an IANA name, such as Europe/Berlin`);
    }
    return zone;
  };
  return field('timezone', description, read, { default: fallback });
}

function absolute(fields: YamlFields, name: string, path: string): string {
  if (path !== '' && !isAbsolute(path))
    fields.errorAt(name, `${path} must be an absolute path that starts with a slash`);
  return resolve('/', path);
}

function path(description: string): Field<string> {
  return field('path', description, (fields, name) => absolute(fields, name, fields.text(name)), { isRequired: true });
}

function integer(description: string, fallback: number, least: number, most: number): Field<number> {
  const read = (fields: YamlFields, name: string): number => fields.integer(name, fallback, least, most);
  return field('integer', description, read, { default: fallback, minimum: least, maximum: most });
}

function flag(description: string, fallback: boolean): Field<boolean> {
  return field('boolean', description, (fields, name) => fields.flag(name, fallback), { default: fallback });
}

function choice<T extends string>(description: string, words: readonly T[], fallback: T): Field<T> {
  const read = (fields: YamlFields, name: string): T => fields.choice(name, words, fallback);
  return field('choice', description, read, { default: fallback, enum: words });
}

function size(description: string, fallback: string): Field<number> {
  const read = (fields: YamlFields, name: string): number => {
    const bytes = readSize(fields.quantity(name) ?? fallback);
    if (bytes === null) fields.errorAt(name, 'must be a size, such as 2 GiB or 500 MB');
    return bytes ?? 1;
  };
  return field('size', description, read, { default: fallback, unit: 'bytes' });
}

/** Seconds. */
function duration(description: string, sentence: string, most: number | null = null): Field<number | null> {
  const read = (fields: YamlFields, name: string): number | null => {
    const given = fields.quantity(name);
    if (given === null) return null;
    const seconds = readDuration(given);
    if (seconds === null || (most !== null && seconds > most)) fields.errorAt(name, sentence);
    return seconds;
  };
  return field('duration', description, read, { maximum: most });
}

function level(description: string): Field<BackupLevel> {
  const fallback = 'Incremental';
  const read = (fields: YamlFields, name: string): BackupLevel => {
    const given = fields.optionalText(name) ?? fallback;
    const found = backupLevels.find((word) => word.toLowerCase() === given.toLowerCase());
    if (found === undefined) fields.errorAt(name, `must be one of ${backupLevels.join(', ')}`);
    return found ?? fallback;
  };
  return field('choice', description, read, { default: fallback, enum: backupLevels });
}

function cronError(expression: string): string | null {
  try {
    new Cron(expression, { paused: true }).stop();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'not recognized';
  }
}

function cron(description: string): Field<string> {
  const read = (fields: YamlFields, name: string): string => {
    const at = fields.text(name);
    const fault = at === '' ? null : cronError(at);
    if (fault !== null) fields.errorAt(name, `${at} is not a cron expression (${fault})`);
    return at;
  };
  return field('cron', description, read, { isRequired: true });
}

/** The type of resource that a field of another one names. */
function targetOf(type: ResourceType, name: string): ResourceType {
  const found = resourceReferences.find((reference) => reference.from === type && reference.field === name);
  if (!found) throw new Error(`The field ${name} of a ${type} is not in resourceReferences.`);
  return found.to;
}

function reference(type: ResourceType, name: string, description: string): Field<string> {
  const more = { isRequired: true, reference: targetOf(type, name) };
  return field('reference', description, (fields, at) => fields.text(at), more);
}

function optionalReference(type: ResourceType, name: string, description: string): Field<string | null> {
  const read = (fields: YamlFields, at: string): string | null => fields.optionalText(at);
  return field('reference', description, read, { reference: targetOf(type, name) });
}

function mappings<F extends Fields>(description: string, of: F): Field<readonly ValuesOf<F>[]> {
  const read = (fields: YamlFields, name: string): readonly ValuesOf<F>[] =>
    fields.list(name).map((item) => readMapping(item, of));
  return field('mapping', description, read, { isList: true, default: [], of });
}

function kept(unit: string, description: string): Field<number | null> {
  const read = (fields: YamlFields, name: string): number | null => fields.optionalInteger(name, 1, mostKept);
  return field('integer', description, read, { unit, minimum: 1, maximum: mostKept });
}

const keepFields = {
  last: kept('runs', 'Number of newest runs that are kept.'),
  daily: kept('days', 'Number of newest days with a run of which the newest run is kept.'),
  weekly: kept('weeks', 'Number of newest weeks with a run of which the newest run is kept. Weeks begin on Monday.'),
  monthly: kept('months', 'Number of newest months with a run of which the newest run is kept.'),
  yearly: kept('years', 'Number of newest years with a run of which the newest run is kept.'),
};

function keep(description: string): Field<KeepRules | null> {
  const read = (pool: YamlFields, name: string): KeepRules | null => {
    const fields = pool.optionalMapping(name);
    if (fields === null) return null;
    const rules = readMapping(fields, keepFields);
    // An empty value must not mean that nothing is kept.
    if (!keepRuleNames.some((rule) => fields.has(rule)))
      pool.errorAt(name, `must have at least one of ${keepRuleNames.join(', ')}`);
    return rules;
  };
  return field('mapping', description, read, { of: keepFields });
}

function included(fields: YamlFields, name: string): readonly string[] {
  const given = fields.texts(name);
  if (given.length === 0) fields.errorAt(name, 'must name at least one file or folder');
  return [...new Set(given.map((one) => absolute(fields, name, one)))];
}

function presets(fields: YamlFields, at: string): readonly ExcludePresetName[] {
  const names = fields.texts(at);
  for (const name of names) {
    if ((excludePresetNames as readonly string[]).includes(name)) continue;
    fields.errorAt(at, `${name} is unknown; known are ${excludePresetNames.join(', ')}`);
  }
  return excludePresetNames.filter((name) => names.includes(name));
}

/** Of Linux's file systems. */
const mostFileNameBytes = 255;

/** A path, or a pattern, is the name of no file: it would mark nothing, and the operator would not notice. */
function markerNameError(name: string): string | null {
  if (name.includes('/') || name === '.' || name === '..') return 'must be the name of a file, without a folder';
  if (/[*?]/.test(name)) return 'must be the whole name of a file; wildcards are not supported';
  return Buffer.byteLength(name) > mostFileNameBytes ? `has more than ${mostFileNameBytes} bytes` : null;
}

function markers(fields: YamlFields, at: string): readonly string[] {
  const names = fields.texts(at);
  for (const name of names) {
    const fault = markerNameError(name);
    if (fault !== null) fields.errorAt(at, `${name} ${fault}`);
  }
  return [...new Set(names)];
}

function verifiedJobs(fields: YamlFields, name: string): readonly string[] | null {
  const isOfAll = !fields.has(name);
  const jobs = fields.texts(name);
  if (!isOfAll && jobs.length === 0) fields.errorAt(name, 'must name at least one job; without jobs, all are verified');
  return isOfAll ? null : [...new Set(jobs)];
}

/** `name`: of the Director, as DIRECTORS_FILE has it. */
export function directorFields(name: string): { readonly name: Field<string>; readonly timezone: Field<string> } {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    name: text('Has no effect: the Director has the name that DIRECTORS_FILE gives it.', name),
    timezone: timezone('Time zone of the schedules, and of the days in keep rules.', timeZone),
  };
}

export const clientFields = { name: resourceName('client') };

export const storageFields = {
  name: resourceName('storage'),
  folder: path('Folder of the volumes, preferably on another disk than the data that is backed up.'),
  compression: integer('Compression, from 1 (fast) to 9 (small).', 6, 1, 9),
};

export const poolFields = {
  name: resourceName('pool'),
  volumeSize: size('A volume that has reached this size takes no further runs.', '2 GiB'),
  retention: duration(
    'How long a volume is kept after its last write. Without it, volumes never expire.',
    'must be a duration, such as 60 days or 1 year',
  ),
  keep: keep('Runs that are kept beyond the retention.'),
};

/** A fileset that is not saved needs no name. */
export const filesetContentFields = {
  include: field('path', 'Files and folders that are backed up.', included, { isList: true, isRequired: true }),
  exclude: field(
    'pattern',
    'Patterns of files and folders that are left out: a name (node_modules), a name with wildcards (*.iso), a path (/home/*/.cache), or a folder (cache/).',
    (fields, name) => fields.texts(name),
    { isList: true, default: [] },
  ),
  excludePresets: field('choice', 'Named lists of patterns that are also left out.', presets, {
    isList: true,
    default: [],
    enum: excludePresetNames,
    patterns: excludePresets,
  }),
  markerFiles: field(
    'fileName',
    'Names of files: of a folder that directly contains one, only the folder and this file are backed up.',
    markers,
    { isList: true, default: [] },
  ),
  oneFilesystem: flag('Skip other file systems below an included folder.', true),
};

export const filesetFields = { name: resourceName('fileset'), ...filesetContentFields };

export const scheduleFields = {
  name: resourceName('schedule'),
  starts: mappings('Start times. Of starts at the same time, the most thorough level counts.', {
    level: level('Level of the run. Verify jobs ignore it.'),
    at: cron('Start time: minute, hour, day, month and weekday.'),
  }),
};

/** Timers take no more: 2^31 milliseconds. */
const longestMaxRunTime = 24 * 86_400;

export const jobHeadFields = {
  name: resourceName('job'),
  type: choice('Backup saves files; Verify reads backups and compares checksums.', ['Backup', 'Verify'], 'Backup'),
};

export const backupJobFields = {
  client: reference('job', 'client', 'Client to back up.'),
  fileset: reference('job', 'fileset', 'What is backed up.'),
  storage: reference('job', 'storage', 'Where volumes are written.'),
  pool: reference('job', 'pool', 'Pool of the volumes, which decides how long runs are kept.'),
  level: level('Level of a run that is started without one.'),
};

export const verifyJobFields = {
  jobs: field('reference', 'Backup jobs whose runs are read. Without it, the runs of all jobs.', verifiedJobs, {
    isList: true,
    reference: targetOf('job', 'jobs'),
  }),
  runs: choice('Runs that are read: those of the newest state, or all.', verifiedRuns, 'newest'),
};

export const jobTailFields = {
  schedule: optionalReference('job', 'schedule', 'When the job starts. Without it, only on request.'),
  priority: integer('Waiting runs with a lower number start first.', 10, 1, 1000),
  maxRunTime: duration(
    'A run that takes longer is canceled. Without it, there is no limit.',
    'must be a duration of at most 24 days, such as 6 hours',
    longestMaxRunTime,
  ),
  enabled: flag('Whether the schedule starts the job.', true),
};
