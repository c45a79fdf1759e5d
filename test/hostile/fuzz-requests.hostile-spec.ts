// Takes about 20 s with all rounds. Sends many random requests to every operation.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { errorKinds } from '../../src/domain/error-codes.js';
import { type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { directorYaml } from '../harness/builders/director-yaml.js';
import { type DocumentedOperation, documentedOperations } from '../harness/fixtures/document.js';
import { type HostileRequest, hostileRequests } from '../harness/fixtures/fuzz-requests.js';
import { liveOperations } from '../harness/fixtures/live-operations.js';
import { longestAnswerMs, type RawAnswer, sendRaw } from '../harness/fixtures/raw-request.js';
import { testOptions } from '../harness/fixtures/test-options.js';

/** In the title of every test, so that a failure of any kind tells how to make it again: SEED, ROUNDS. */
const { seed } = testOptions;
const runs = testOptions.roundsOr(testOptions.isFull ? 40 : 10);
const operations = await liveOperations();

let app: TestConsole;
const source = mkdtempSync(join(tmpdir(), 'backup-console-source-'));
let token: Caller;
let restorer: Caller;
let session: Caller;

beforeAll(async () => {
  app = await startTestConsole({
    prepare: (dataDir) => writeFileSync(join(dataDir, 'director.yaml'), directorYaml(dataDir, { Source: [source] })),
  });
  writeFileSync(join(source, 'a.txt'), 'a');
  session = await app.as('admin');
  token = await app.withToken('admin');
  restorer = await app.withToken('operator');
  const run = await token.post('/operations/jobs/run', { job: 'Source', level: 'Full' });
  await token.get(`/operations/runs/${(run.body as { jobId: number }).jobId}?wait=30`);
});

afterAll(async () => {
  await app.close();
  rmSync(source, { recursive: true });
});

/**
 * An admin. Signing out is not tried with the session, for every later request would be a stranger's; and who restores may
 * not write anywhere, for one of the requests might happen to be a good one.
 */
function callerFor({ id, sessionOnly }: DocumentedOperation): Caller {
  if (id === 'runRestore') return restorer;
  return sessionOnly && id !== 'logOut' ? session : token;
}

function send(operation: DocumentedOperation, hostile: HostileRequest): Promise<RawAnswer> {
  const body = hostile.body === null ? null : Buffer.from(hostile.body.text, hostile.body.encoding);
  const headers = { ...hostile.headers, ...callerFor(operation).credential };
  return sendRaw(app.url, { method: operation.method, path: `/api/v1${hostile.target}`, headers, body });
}

function expectCleanAnswer({ status, type, text }: RawAnswer): void {
  // With the text, for it holds the request id under which the log has the reason.
  if (status < 200 || status >= 500) throw new Error(`answered ${status}: ${text}`);
  if (status < 400) return;
  expect(type).toMatch(/^application\/problem\+json/);
  const problem = JSON.parse(text) as Record<string, unknown>;
  expect(problem['status']).toBe(status);
  expect(Object.keys(errorKinds)).toContain(problem['code']);
  expect(problem['requestId']).toMatch(/^[\w.-]+$/);
}

describe(`whatever is sent to it (SEED=${seed})`, () => {
  test.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    '%s answers, or says what is wrong with the request',
    async (_name, operation) => {
      const property = fc.asyncProperty(hostileRequests(operation), async (hostile) => {
        expectCleanAnswer(await send(operation, hostile));
      });
      // A failure prints the seed, the path to the smallest request that shows it, and that request.
      await fc.assert(property, { seed, numRuns: runs });
    },
    25_000 + longestAnswerMs,
  );

  test('the operations tried are the documented ones and the internal ones', () => {
    const tried = operations.map(({ method, path }) => `${method} ${path}`);
    expect(tried).toEqual(
      expect.arrayContaining(documentedOperations().map(({ method, path }) => `${method} ${path}`)),
    );
    expect(tried).toEqual(
      expect.arrayContaining(['GET /operations/stream', 'PATCH /admin/users/{id}', 'DELETE /admin/roles/{name}']),
    );
  });

  test('no fault of ours was logged', () => {
    // Warnings too: answers of 502 to 504 are warnings.
    const faults = app.log.filter((line) => /"level":[45]0/.test(line));
    expect(faults.map((line) => line.slice(0, 1500))).toEqual([]);
  });
});
