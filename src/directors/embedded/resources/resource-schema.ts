import {
  type ResourceTypeSchema,
  type SettingField,
  type Settings,
} from '../../../domain/configuration-reader.port.js';
import {
  backupJobFields,
  clientFields,
  directorFields,
  type Fields,
  filesetFields,
  jobHeadFields,
  jobTailFields,
  poolFields,
  scheduleFields,
  storageFields,
  verifyJobFields,
} from './resource-fields.js';
import { resourceLists, resourceTypes } from './resource-types.js';

/** The types that a configuration has: those of its lists, and the Director itself, which there is one of. */
export const configuredTypes = ['director', ...resourceTypes] as const;
export type ConfiguredType = (typeof configuredTypes)[number];

type TypedFields = Readonly<Record<ConfiguredType, Fields>>;

/** All fields of each type, in the order in which they are shown. */
export function fieldsOfTypes(directorName: string): TypedFields {
  return {
    director: directorFields(directorName),
    client: clientFields,
    storage: storageFields,
    pool: poolFields,
    fileset: filesetFields,
    schedule: scheduleFields,
    job: {
      ...jobHeadFields,
      ...onlyFor('Backup', backupJobFields),
      ...onlyFor('Verify', verifyJobFields),
      ...jobTailFields,
    },
  };
}

function onlyFor(type: string, fields: Fields): Fields {
  const appliesTo = { field: 'type', value: type };
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, appliesTo }]));
}

/** What the API shows of the fields. */
export function resourceSchema(directorName: string): readonly ResourceTypeSchema[] {
  const types = fieldsOfTypes(directorName);
  return configuredTypes.map((type) => ({
    type,
    list: type === 'director' ? null : resourceLists[type],
    fields: shown(types[type]),
  }));
}

function shown(fields: Fields): readonly SettingField[] {
  return Object.entries(fields).map(([name, field]) => {
    const { kind, isList, unit, isRequired, minimum, maximum, patterns, reference, of, appliesTo, description } = field;
    const values = {
      default: field.default,
      enum: field.enum,
      patterns,
      minimum,
      maximum,
      reference,
      of: of && shown(of),
    };
    return { name, kind, isList, unit, isRequired, ...values, appliesTo, description };
  });
}

/** The values that apply to a resource whose text sets `own`: its own and defaults, also inside mappings and lists. */
export function effectiveValues(fields: Fields, own: Settings): Settings {
  const applying = Object.entries(fields).filter(([, { appliesTo }]) => {
    if (appliesTo === null) return true;
    return (own[appliesTo.field] ?? fields[appliesTo.field]?.default) === appliesTo.value;
  });
  return Object.fromEntries(applying.map(([name, field]) => [name, effectiveValue(field, own[name])]));
}

/** Without a value, as in `key:`, a field is absent. */
function effectiveValue({ of, enum: words, default: fallback }: Fields[string], own: unknown): unknown {
  const value = own ?? fallback;
  // The reader takes a level in any case.
  if (typeof value === 'string') return words?.find((word) => word.toLowerCase() === value.toLowerCase()) ?? value;
  if (of === null || typeof value !== 'object' || value === null) return value;
  return Array.isArray(value)
    ? value.map((item) => effectiveValues(of, item as Settings))
    : effectiveValues(of, value as Settings);
}
