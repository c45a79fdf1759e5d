import { describe, expect, test } from '@jest/globals';
import { type SettingField } from '../../../domain/configuration-reader.port.js';
import { readResources } from './read-resources.js';
import { effectiveValues, fieldsOfTypes, resourceSchema } from './resource-schema.js';
import { resourceReferences } from './resource-types.js';
import { type Resources } from './resources.js';

type Values = Record<string, unknown>;

const machineZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** One resource of each type with all fields that it must have, and for a mapping one item that is whole. */
const whole: Readonly<Record<string, Values>> = {
  director: {},
  client: { name: 'local' },
  storage: { name: 'Local', folder: '/var/backups' },
  pool: { name: 'Default', retention: '1 year' },
  fileset: { name: 'Home', include: ['/home'] },
  schedule: { name: 'Nightly', starts: [{ at: '5 23 * * *' }] },
  Backup: { name: 'Home', client: 'local', fileset: 'Home', storage: 'Local', pool: 'Default' },
  Verify: { name: 'Verify', type: 'Verify' },
};

/** A value that the reader takes for each field that has no default. */
const samples: Readonly<Values> = {
  retention: '60 days',
  keep: { daily: 7 },
  schedule: 'Nightly',
  maxRunTime: '6 hours',
  jobs: ['Home'],
  last: 3, daily: 7, weekly: 4, monthly: 12, yearly: 5,
}; // prettier-ignore

const schema = resourceSchema('embedded');
const fieldsOf = (type: string): readonly SettingField[] => schema.find((one) => one.type === type)?.fields ?? [];

/** The fields of each type, a job's by its kind, and of each mapping in one. */
const cases: readonly (readonly [what: string, fields: readonly SettingField[]])[] = [
  ...['director', 'client', 'storage', 'pool', 'fileset', 'schedule'].map((type) => [type, fieldsOf(type)] as const),
  ...['Backup', 'Verify'].map(
    (kind) =>
      [kind, fieldsOf('job').filter(({ appliesTo }) => appliesTo === null || appliesTo.value === kind)] as const,
  ),
];

const each = cases.flatMap(([what, fields]) => [
  ...fields.map((field) => ({ what, place: [field.name], field })),
  ...fields.flatMap(({ name, isList, of }) =>
    (of ?? []).map((field) => ({ what, place: isList ? [name, 0, field.name] : [name, field.name], field })),
  ),
]);

// The type makes a job of the other kind, which has other fields.
const named = each
  .filter(({ what, field }) => !(what === 'Verify' && field.name === 'type'))
  .map((one) => [`${one.what} ${one.place.join('.')}`, one] as const);

/** director.yaml in which one resource is another; as JSON, which is YAML. */
function textWith(what: string, values: Values): string {
  const of = (type: string): Values => (type === what ? values : structuredClone(whole[type] ?? {}));
  return JSON.stringify({
    director: of('director'),
    clients: [of('client')],
    storages: [of('storage')],
    pools: [of('pool')],
    filesets: [of('fileset')],
    schedules: [of('schedule')],
    jobs: [of('Backup'), of('Verify')],
  });
}

function read(what: string, values: Values): Resources {
  return readResources(textWith(what, values), 'embedded');
}

function errorsOf(what: string, values: Values): string {
  try {
    read(what, values);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** The resource with a value at a place; undefined takes the field away. */
function valuesWith(what: string, place: readonly (string | number)[], value: unknown): Values {
  const values = structuredClone(whole[what] ?? {});
  let inner = values as Record<string | number, unknown>;
  for (const step of place.slice(0, -1)) inner = (inner[step] ??= {}) as Record<string | number, unknown>;
  const last = place.at(-1) ?? '';
  if (value === undefined) Reflect.deleteProperty(inner, last);
  else inner[last] = value;
  return values;
}

describe('the schema has exactly the fields of the reader', () => {
  test.each(cases)('%s', (what, fields) => {
    const [known = ''] = /known are (.*)/.exec(errorsOf(what, { ...whole[what], nonsense: 1 }))?.slice(1) ?? [];
    expect(
      known
        .replace(/ \(line.*/, '')
        .split(', ')
        .sort(),
    ).toEqual(fields.map(({ name }) => name).sort());
  });

  test.each(named.filter(([, { place }]) => place.length > 1))('%s', (_, { what, place }) => {
    const fields = cases.find(([one]) => one === what)?.[1].find(({ name }) => name === place[0])?.of ?? [];
    const errors = errorsOf(what, valuesWith(what, [...place.slice(0, -1), 'nonsense'], 1));
    const [known = ''] = /nonsense: is unknown; known are (.*)/.exec(errors)?.slice(1) ?? [];
    expect(
      known
        .replace(/ \(line.*/, '')
        .split(', ')
        .sort(),
    ).toEqual(fields.map(({ name }) => name).sort());
  });

  test('references are those that the reader checks', () => {
    const ofSchema = schema.flatMap(({ type, fields }) =>
      fields.flatMap(({ name, reference }) => (reference === null ? [] : [`${type}.${name} ${reference}`])),
    );
    const ofReader = resourceReferences.map(({ from, field, to }) => `${from}.${field} ${to}`);
    expect(ofSchema.sort()).toEqual([...ofReader].sort());
  });
});

describe('of the reader, the schema tells truly', () => {
  test.each(named.filter(([, { field }]) => field.isRequired))('that %s is required', (_, { what, place }) => {
    expect(errorsOf(what, valuesWith(what, place, undefined))).toContain(String(place.at(-1)));
  });

  test.each(named.filter(([, { field }]) => !field.isRequired))('that %s is not required', (_, { what, place }) => {
    const others = place.at(-1) === 'last' ? { daily: 1 } : { last: 1 };
    const values = valuesWith(what, place, undefined);
    expect(errorsOf(what, place[0] === 'keep' && place.length > 1 ? { ...values, keep: others } : values)).toBe('');
  });

  test.each(named.filter(([, { field }]) => field.default !== null))(
    'the default of %s',
    (_, { what, place, field }) => {
      expect(read(what, valuesWith(what, place, field.default))).toEqual(
        read(what, valuesWith(what, place, undefined)),
      );
    },
  );

  test.each(named.filter(([, { field }]) => field.default === null && !field.isRequired))(
    'that without %s nothing applies',
    (_, { what, place, field }) => {
      const sample = samples[field.name];
      expect(sample).toBeDefined();
      const without =
        place[0] === 'keep' && place.length > 1 ? { ...whole[what], keep: other(field.name) } : whole[what];
      const withIt = valuesWith(what, place, sample);
      if (place[0] === 'keep' && place.length > 1) Object.assign(withIt['keep'] as Values, other(field.name));
      expect(read(what, withIt)).not.toEqual(read(what, structuredClone(without ?? {})));
    },
  );

  test.each(named.filter(([, { field }]) => field.enum !== null))('the values of %s', (_, { what, place, field }) => {
    const value = (word: string): unknown => (field.isList ? [word] : word);
    const isOfJobs = field.name === 'type';
    for (const word of field.enum ?? []) {
      if (!isOfJobs) expect(errorsOf(what, valuesWith(what, place, value(word)))).toBe('');
    }
    const errors = errorsOf(what, valuesWith(what, place, value('nonsense')));
    expect(errors).toContain(field.enum?.join(', '));
  });

  test.each(named.filter(([, { field }]) => field.minimum !== null))(
    'the limits of %s',
    (_, { what, place, field }) => {
      const errors = (value: number): string => errorsOf(what, valuesWith(what, place, value));
      const { minimum, maximum } = field;
      expect([errors(minimum ?? 0), errors(maximum ?? 0)]).toEqual(['', '']);
      expect(errors((minimum ?? 0) - 1)).toContain('must be a whole number');
      expect(errors((maximum ?? 0) + 1)).toContain('must be a whole number');
    },
  );

  test('the longest duration', () => {
    const limited = named.filter(([, { field }]) => field.kind === 'duration' && field.maximum !== null);
    expect(limited.map(([name]) => name)).toEqual(['Backup maxRunTime', 'Verify maxRunTime']);
    for (const [, { what, place, field }] of limited) {
      expect(errorsOf(what, valuesWith(what, place, `${field.maximum} seconds`))).toBe('');
      expect(errorsOf(what, valuesWith(what, place, `${(field.maximum ?? 0) + 1} seconds`))).toContain('at most');
    }
  });

  test.each(named)('the kind of %s', (_, { what, place, field }) => {
    const wrong = field.isList ? 'x' : field.kind === 'integer' || field.kind === 'boolean' ? 'x' : [];
    expect(errorsOf(what, valuesWith(what, place, wrong))).not.toBe('');
  });
});

function other(rule: string): Values {
  return rule === 'last' ? { yearly: 1 } : { last: 1 };
}

test('every field has a description that ends with a full stop', () => {
  expect(each.filter(({ field }) => !/^[A-Z][^]*\.$/.test(field.description))).toEqual([]);
});

describe('the values that apply to a resource', () => {
  const types = fieldsOfTypes('embedded');

  test('are its own and defaults', () => {
    expect(effectiveValues(types.storage, { name: 'Local', folder: '/b' })).toEqual({
      name: 'Local',
      folder: '/b',
      compression: 6,
    });
    expect(effectiveValues(types.director, {})).toEqual({ name: 'embedded', timezone: machineZone });
  });

  test('also inside lists and mappings', () => {
    expect(effectiveValues(types.schedule, { name: 'N', starts: [{ at: '0 4 * * *' }] })['starts']).toEqual([
      { level: 'Incremental', at: '0 4 * * *' },
    ]);
    const keep = { last: null, daily: 7, weekly: null, monthly: null, yearly: null };
    expect(effectiveValues(types.pool, { name: 'P', keep: { daily: 7 } })['keep']).toEqual(keep);
  });

  test('of a job are those of its type', () => {
    const verify = effectiveValues(types.job, { name: 'V', type: 'Verify' });
    expect(verify).toMatchObject({ jobs: null, runs: 'newest', priority: 10, enabled: true });
    expect(Object.keys(verify)).not.toContain('fileset');
    expect(Object.keys(effectiveValues(types.job, { name: 'B' }))).not.toContain('runs');
  });

  test('have the spelling of the schema', () => {
    expect(effectiveValues(types.job, { name: 'B', level: 'full' })['level']).toBe('Full');
  });
});
