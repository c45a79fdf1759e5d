import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { documentFile } from '../../src/http/openapi/openapi.controller.js';
import { itemsOf } from '../harness/fixtures/access-calls.js';
import { type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';

const { paths } = JSON.parse(readFileSync(documentFile, 'utf8')) as {
  paths: Record<string, { post?: { requestBody?: { required?: boolean } } }>;
};
const optional = Object.entries(paths).flatMap(([path, { post }]) =>
  post?.requestBody && post.requestBody.required !== true ? [path.replace('/api/v1', '')] : [],
);

let app: TestConsole;
let admin: Caller;

beforeAll(async () => {
  app = await startTestConsole();
  admin = await app.as('admin');
});

afterAll(() => app.close());

async function nameFor(path: string): Promise<string> {
  if (/\/(?:volumes|storages)\//.test(path)) return 'unknown';
  if (path.includes('/runs/')) return '999999';
  const isJob = path.includes('/jobs/');
  const items = itemsOf(await admin.get(isJob ? '/operations/jobs?type=Backup' : '/storage-media/devices'));
  return encodeURIComponent(String(items[0]?.[isJob ? 'name' : 'device']));
}

test.each(optional)('POST %s without a body means the same as {}', async (path) => {
  const address = path.replace(/\{\w+\}/, await nameFor(path));
  const [without, empty] = [await admin.post(address), await admin.post(address, {})];
  expect([without.status, without.body['code']]).toEqual([empty.status, empty.body['code']]);
  expect(without.status).not.toBe(400);
  if (path.endsWith('/estimate')) expect(without.status).toBe(200);
});

test('no other POST with a body accepts none', async () => {
  const answer = await admin.post('/operations/jobs/run');
  expect([answer.status, answer.body['code']]).toEqual([400, 'validation_failed']);
  expect(optional).toHaveLength(13);
});
