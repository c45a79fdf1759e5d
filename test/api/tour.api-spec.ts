import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import createClient from 'openapi-fetch';
import { type paths } from '../client/api.generated.js';
import { startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';

// The client knows the API only by the types generated from the document: that this file compiles is half of the test.
let app: TestConsole;
let target: string;

beforeAll(async () => {
  app = await startTestConsole();
  target = mkdtempSync(join(tmpdir(), 'backup-console-tour-'));
});

afterAll(async () => {
  await app.close();
  rmSync(target, { recursive: true, force: true });
});

function clientWith(headers: Record<string, string>) {
  // The types do not say how lists are written; the document does.
  const querySerializer = { array: { style: 'form', explode: false } } as const;
  return createClient<paths>({ baseUrl: app.url, headers, querySerializer });
}

test('a client generated from the document makes a token, runs, searches, restores and revokes', async () => {
  const session = clientWith({ ...(await app.as('admin')).credential });
  const created = await session.POST('/api/v1/tokens', { body: { name: 'tour' } });
  const token = created.data!;
  const machine = clientWith({ authorization: `Bearer ${token.plaintext}` });

  const job = (await machine.GET('/api/v1/operations/jobs')).data!.items.find((item) => item.type === 'Backup')!;
  const started = (await machine.POST('/api/v1/operations/jobs/run', { body: { job: job.name, level: 'Full' } })).data!;
  const run = await machine.GET('/api/v1/operations/runs/{jobId}', {
    params: { path: { jobId: started.jobId }, query: { wait: 60 } },
  });
  expect(run.data).toMatchObject({ job: job.name, level: 'Full', status: 'completed' });

  const found = await machine.GET('/api/v1/restore/bvfs/search', {
    params: { query: { jobids: [started.jobId], q: 'package.json' } },
  });
  const hit = found.data!.items.find((entry) => entry.type === 'file' && entry.name === 'package.json')!;
  const restore = (
    await machine.POST('/api/v1/restore/run', { body: { jobids: [started.jobId], paths: [hit.path], where: target } })
  ).data!;
  const restored = await machine.GET('/api/v1/operations/runs/{jobId}', {
    params: { path: { jobId: restore.jobId }, query: { wait: 60 } },
  });
  expect(restored.data).toMatchObject({ type: 'Restore', status: 'completed', files: 1 });
  expect(existsSync(target + hit.path)).toBe(true);
  expect(readFileSync(target + hit.path)).toEqual(readFileSync(hit.path));

  await session.DELETE('/api/v1/tokens/{id}', { params: { path: { id: token.id } } });
  const refused = await machine.GET('/api/v1/operations/jobs');
  expect(refused.response.status).toBe(401);
  expect(refused.error?.code).toBe('unauthenticated');
});
