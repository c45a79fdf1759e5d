import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { capabilities } from '../../src/domain/capabilities.js';
import { coveredModules } from '../../src/covered-modules.js';
import { createDocument } from '../../src/platform/http/openapi/document.js';
import { documentFile } from '../../src/platform/http/openapi/openapi.controller.js';
import { startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';

interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
  readonly 'x-required-capability'?: string;
}

const written = JSON.parse(readFileSync(documentFile, 'utf8')) as {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(written.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

let app: TestConsole;

beforeAll(async () => {
  app = await startTestConsole();
});

afterAll(() => app.close());

describe('the document', () => {
  test('is what the running routes declare', () => {
    const live = createDocument(app.running.app, written.info.version, coveredModules);
    expect(JSON.parse(JSON.stringify(live))).toEqual(written);
  });

  test('is served as it was built', async () => {
    const answer = await (await app.as('readonly')).get('/openapi.json');
    expect(answer.body).toEqual(written);
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
      expect(operation.description ?? 'None.').toMatch(/^[A-Z`].*\.$/s);
      const required = operation['x-required-capability'] ?? '';
      if (required === 'none') expect(operation.security).toEqual([]);
      else {
        expect([...capabilities, 'authenticated']).toContain(required);
        expect(operation.security).toEqual([{ token: [] }, { session: [] }]);
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
