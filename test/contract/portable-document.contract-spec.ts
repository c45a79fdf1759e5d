import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { documentFile } from '../../src/http/openapi/openapi.controller.js';

// What generators for other languages make of the document. That they do is test/clients.

type Schema = Readonly<Record<string, unknown>>;

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly schema: Schema;
    readonly style?: string;
    readonly explode?: boolean;
  }[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>>;
  };
  readonly responses: Readonly<Record<string, { readonly headers?: Schema; readonly content?: Schema }>>;
  readonly 'x-required-capability': string;
}

const document = JSON.parse(readFileSync(documentFile, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Schema;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly headers: Schema };
};
const { schemas } = document.components;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Every schema with its name: `<component>.<member>` or `<operation>.<parameter>`. */
const fields: readonly (readonly [name: string, schema: Schema])[] = [
  ...Object.entries(schemas).flatMap(([name, schema]) => membersOf(name, schema)),
  ...operations.flatMap(({ operationId, parameters = [] }) =>
    parameters.map(({ name, schema }) => [`${operationId}.${name}`, schema] as const),
  ),
];

function membersOf(name: string, schema: Schema): (readonly [string, Schema])[] {
  const members = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Schema>>);
  return [[name, schema], ...members.map(([member, of]) => [`${name}.${member}`, of] as const)];
}

const isInteger = ({ type }: Schema): boolean =>
  type === 'integer' || (Array.isArray(type) && type.includes('integer'));

describe('integers', () => {
  const integers = fields.filter(([, schema]) => isInteger(schema));

  test('all say how many bits they need', () => {
    expect(integers.length).toBeGreaterThan(150);
    expect(integers.filter(([, { format }]) => format !== 'int32' && format !== 'int64').map(([name]) => name)).toEqual(
      [],
    );
  });

  test('that count bytes have 64 bits', () => {
    const bytes = integers.filter(([name]) => /(?:bytes|size)$/i.test(name));
    expect(bytes.length).toBeGreaterThan(25);
    expect(bytes.filter(([, { format }]) => format !== 'int64').map(([name]) => name)).toEqual([]);
  });

  test('that are job ids have 32 bits', () => {
    const ids = fields.filter(([name]) => /\.jobId$/.test(name));
    expect(ids.map(([, { format }]) => format)).toEqual(ids.map(() => 'int32'));
  });
});

describe('patterns', () => {
  const patterns = fields.flatMap(([name, { pattern }]) =>
    typeof pattern === 'string' ? [[name, pattern] as const] : [],
  );

  test('have no look-around, no Unicode class and no escape that only some engines know', () => {
    expect(patterns.length).toBeGreaterThan(5);
    expect(patterns.filter(([, pattern]) => /\(\?|\\[pPuk]/.test(pattern))).toEqual([]);
  });

  test.each(['operator', 'alice', 'ci pipeline', 'Übersicht', '備份'])(
    'let the name %s through, with and without the flag u',
    (name) => {
      const ofNames = patterns.filter(([field]) =>
        /(?:CreateTokenBody\.name|LogInBody\.username|listTokens\.(?:name|q|owner))$/.test(field),
      );
      expect(ofNames).toHaveLength(5);
      for (const [, pattern] of ofNames) {
        expect([new RegExp(pattern).test(name), new RegExp(pattern, 'u').test(name)]).toEqual([true, true]);
        expect(new RegExp(pattern, 'u').test(`${name}\u0007`)).toBe(false);
      }
    },
  );
});

describe('lists in a query', () => {
  const lists = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters
      .filter(({ schema }) => schema['type'] === 'array')
      .map((parameter) => ({ id: `${operationId}.${parameter.name}`, ...parameter })),
  );

  test('are arrays that are written with commas', () => {
    expect(lists.length).toBeGreaterThan(30);
    expect(lists.map(({ id, style, explode }) => [id, style, explode])).toEqual(
      lists.map(({ id }) => [id, 'form', false]),
    );
  });

  test('of fixed words name these, and job ids are integers', () => {
    const itemsOf = (id: string): unknown => lists.find((list) => list.id === id)?.schema['items'];
    expect(itemsOf('listRuns.status')).toMatchObject({ enum: expect.arrayContaining(['queued', 'completed']) });
    expect(itemsOf('listTokens.status')).toMatchObject({ enum: ['active', 'revoked', 'expired', 'disabled'] });
    expect(itemsOf('listClients.protection')).toMatchObject({ enum: expect.arrayContaining(['never']) });
    expect(itemsOf('listDevices.status')).toMatchObject({ enum: expect.arrayContaining(['idle']) });
    expect(itemsOf('searchFiles.jobids')).toMatchObject({ type: 'integer', format: 'int32', minimum: 1 });
  });

  test('are nowhere a text that only its description calls a list', () => {
    const texts = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter(
          ({ schema, ...parameter }) =>
            schema['type'] === 'string' && /comma/.test((parameter as { description?: string }).description ?? ''),
        )
        .map(({ name }) => `${operationId}.${name}`),
    );
    expect(texts).toEqual([]);
  });
});

function namesBelow(node: unknown, seen: Set<string> = new Set()): Set<string> {
  if (typeof node !== 'object' || node === null) return seen;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'examples' || key === 'example') continue;
    if (key !== '$ref') namesBelow(value, seen);
    else {
      const name = String(value).split('/').at(-1) ?? '';
      if (schemas[name] && !seen.has(name)) namesBelow(schemas[name], seen.add(name));
    }
  }
  return seen;
}

describe('bodies', () => {
  test('of requests are closed, and those of answers are open', () => {
    const asked = [...namesBelow(operations.map(({ requestBody }) => requestBody))].filter(
      (name) => schemas[name]?.['properties'],
    );
    const answered = [...namesBelow(operations.map(({ responses }) => responses))];
    expect(asked.length).toBeGreaterThanOrEqual(13);
    expect(asked.filter((name) => schemas[name]?.['additionalProperties'] !== false)).toEqual([]);
    expect(answered.filter((name) => schemas[name]?.['additionalProperties'] === false)).toEqual([]);
  });

  test('are optional at POST where all their fields are', () => {
    const optional = Object.values(document.paths).flatMap(({ post }) => {
      const name = post?.requestBody?.content['application/json']?.schema.$ref.split('/').at(-1) ?? '';
      return post && name !== '' && schemas[name]?.['required'] === undefined ? [post] : [];
    });
    const ids = [
      'applyConfigurationChange',
      'deleteRun',
      'deleteVolume',
      'estimateJob',
      'exportVolumes',
      'importVolumes',
      'mountDevice',
      'pruneVolume',
      'purgeVolume',
      'releaseDevice',
      'truncateVolume',
      'unmountDevice',
      'updateSlots',
    ];
    expect(optional.map(({ operationId }) => operationId).sort()).toEqual(ids);
    expect(
      optional.filter(({ requestBody }) => requestBody?.required !== false && requestBody?.required !== undefined),
    ).toEqual([]);
  });
});

describe('answers', () => {
  test.each(operations)('of $operationId: 400 and 503 can come from everywhere', ({ responses }) => {
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '429', '500', '503']));
  });

  test.each(operations)('of $operationId have their headers', ({ responses, 'x-required-capability': capability }) => {
    for (const [status, { headers = {}, content = {} }] of Object.entries(responses)) {
      const names = Object.keys(headers);
      const isProblem = 'application/problem+json' in content;
      expect([status, names]).toEqual([status, expect.arrayContaining(['X-Request-Id'])]);
      expect([status, names.includes('WWW-Authenticate')]).toEqual([status, status === '401']);
      expect([status, names.includes('RateLimit')]).toEqual([status, capability !== 'none']);
      if (isProblem && ['429', '503'].includes(status))
        expect([status, names]).toEqual([status, expect.arrayContaining(['Retry-After'])]);
      if ('304' in responses && ['200', '304'].includes(status))
        expect([status, names]).toEqual([status, expect.arrayContaining(['ETag'])]);
    }
  });

  test('that start or create something say where it is', () => {
    const named = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { headers = {} }]) =>
        'Location' in headers ? [`${operationId} ${status}`] : [],
      ),
    );
    expect(named.sort()).toEqual([
      'applyConfigurationChange 202',
      'createConfigurationChange 201',
      'createDownload 201',
      'createToken 201',
      'labelVolume 201',
      'rerunRun 202',
      'revertConfigurationChange 201',
      'runJob 202',
      'runRestore 202',
    ]);
  });

  test('to a repeated key say so', () => {
    for (const id of ['runJob', 'rerunRun', 'runRestore']) {
      const { responses } = operations.find(({ operationId }) => operationId === id)!;
      expect(Object.keys(responses['202']?.headers ?? {})).toContain('Idempotency-Replayed');
      expect(Object.keys(responses['409']?.headers ?? {})).toContain('Retry-After');
    }
  });

  test('with invalid_level name the allowed levels', () => {
    const { allowed } = schemas['Problem']!['properties'] as Readonly<Record<string, Schema>>;
    expect(allowed).toMatchObject({ type: 'array', items: { type: 'string' } });
  });
});
