import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { capabilities } from '../../src/domain/principal.js';
import { createServedDocument } from '../../src/api-document/api-document.js';
import { documentFile } from '../../src/http/openapi/openapi.controller.js';
import { startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';

interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
  readonly 'x-required-capability'?: string;
  readonly 'x-session-only'?: boolean;
}

const written = JSON.parse(readFileSync(documentFile, 'utf8')) as {
  info: { version: string; description: string; contact: object };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(written.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

const groups = [
  'tokens',
  'auth',
  'operations',
  'restore',
  'directors',
  'storage-media',
  'stats',
  'audit',
  'configuration',
];
const sections = [
  'Authentication',
  'Directors',
  'Input',
  'Lists',
  'Idempotency',
  'Polling',
  'Errors',
  'Limits',
  'Events',
  'Compatibility',
];

let app: TestConsole;

beforeAll(async () => {
  app = await startTestConsole();
});

afterAll(() => app.close());

describe('the document', () => {
  test('is what the running routes declare', () => {
    const live = createServedDocument(app.running.app, written.info.version);
    expect(JSON.parse(JSON.stringify(live))).toEqual(written);
  });

  test('lies beside the compiled code, and git has the same', () => {
    expect(documentFile.pathname).toMatch(/\/dist\/openapi\.json$/);
    const copy = readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8');
    expect(copy).toBe(readFileSync(documentFile, 'utf8'));
  });

  test('is served as it was built', async () => {
    const answer = await (await app.as('readonly')).get('/openapi.json');
    expect(answer.body).toEqual(written);
  });

  test('declares the eight groups of the specification in its order, then those of the product, and uses no other', () => {
    const declared = written.tags.map(({ name }) => name);
    expect(declared).toEqual(groups);
    const used = new Set(operations.flatMap(({ operation }) => operation.tags ?? []));
    expect([...used].filter((tag) => !declared.includes(tag))).toEqual([]);
  });

  test('introduces what a developer needs before the first request', () => {
    const titles = [...written.info.description.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(titles).toEqual(sections);
    expect(written.info.description).toMatch(/`Deprecation`.*`Sunset`/);
    expect(written.info.contact).toEqual({ name: expect.any(String) });
  });

  test('describes no answer twice, and spells labeled as the fields do', () => {
    const text = readFileSync(documentFile, 'utf8');
    expect(text).not.toMatch(/"description": "([^"]+)\\n\\n\1"/);
    expect(text).not.toMatch(/[Ll]abelled/);
  });

  test('gives each operation an id of its own', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(operations)(
    '$name has a group, a short imperative summary, its capability and how to sign in',
    ({ operation }) => {
      expect(operation.tags).toHaveLength(1);
      expect(operation.summary).toMatch(/^[A-Z][a-z]+ .{1,50}[^.]$/);
      expect(operation.description).toMatch(/^[A-Z`].*\.$/s);
      const required = operation['x-required-capability'] ?? '';
      if (required === 'none') expect(operation.security).toEqual([]);
      else {
        expect([...capabilities, 'authenticated']).toContain(required);
        const isSessionOnly = operation['x-session-only'] === true;
        expect(operation.security).toEqual(isSessionOnly ? [{ session: [] }] : [{ token: [] }, { session: [] }]);
      }
    },
  );

  test.each(operations)('$name has typed answers with examples, problems too', ({ operation }) => {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (['204', '304'].includes(status)) continue;
      const [media] = Object.values(response.content ?? {}) as { schema?: object; examples?: object }[];
      expect([status, media?.schema, media?.examples]).toEqual([status, expect.anything(), expect.anything()]);
    }
  });
});
