import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RawPath } from '../../src/domain/catalog-entry.js';
import { itemsOf } from '../harness/fixtures/access-calls.js';
import { makeEntry, makeRun } from '../harness/builders/domain-records.js';
import { type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';

let fake: FakeApp;

beforeAll(async () => {
  fake = await startFakeApp();
  const { runs, entries } = fake.one.records;
  runs.push(makeRun({ jobId: 7 }), makeRun({ jobId: 8, queuedAt: new Date('2026-11-21T21:00:00Z') }));
  runs.push(makeRun({ jobId: 9, client: 'desk' }));
  entries.push(makeEntry('/etc/hosts'), makeEntry('/etc/hosts', { jobId: 8, fileId: '2' }));
  entries.push(makeEntry('/srv/hosts', { jobId: 9, client: 'desk' }), makeEntry('/srv/ghosts/', { size: 0 }));
});

afterAll(() => fake.app.stop());

test('finds files of all clients without a chain, each with its newest version and their number', async () => {
  const answer = await fake.readonly.get('/restore/files?q=hosts&type=file');
  expect(answer.status).toBe(200);
  const told = itemsOf(answer).sort((a, b) => String(a['path']).localeCompare(String(b['path'])));
  expect(told).toEqual([
    {
      path: '/etc/hosts',
      name: 'hosts',
      type: 'file',
      director: 'one',
      client: 'laptop',
      jobId: 8,
      fileId: '2',
      size: 10,
      modifiedAt: '2026-11-19T08:30:00.000Z',
      mode: 0o100644,
      lossy: false,
      ref: RawPath.ofText('/etc/hosts').ref,
      versions: 2,
      deleted: false,
    },
    expect.objectContaining({ path: '/srv/hosts', client: 'desk', versions: 1 }),
  ]);
  expect(answer.body['nextCursor']).toBeNull();
});

test('finds files of one client, below a folder and before a time', async () => {
  const paths = async (query: string) =>
    itemsOf(await fake.readonly.get(`/restore/files?q=hosts${query}`)).map(({ path, jobId }) => [path, jobId]);
  expect(await paths('&client=desk')).toEqual([['/srv/hosts', 9]]);
  expect(await paths('&path=/etc')).toEqual([['/etc/hosts', 8]]);
  expect(await paths('&path=/etc&before=2026-11-21T00:00:00Z')).toEqual([['/etc/hosts', 7]]);
  expect(await paths('&type=folder')).toEqual([['/srv/ghosts/', 7]]);
  expect(await paths('&minSize=11')).toEqual([]);
});

test('goes on behind each page, with the same question only', async () => {
  const found: unknown[] = [];
  let cursor = '';
  do {
    const answer = await fake.readonly.get(`/restore/files?q=hosts&limit=1${cursor}`);
    expect(answer.status).toBe(200);
    found.push(...itemsOf(answer).map(({ path }) => path));
    const next = answer.body['nextCursor'] as string | null;
    cursor = next === null ? '' : `&cursor=${next}`;
    if (cursor !== '') {
      const other = await fake.readonly.get(`/restore/files?q=host&limit=1${cursor}`);
      expect([other.status, other.body['code']]).toEqual([400, 'cursor_mismatch']);
    }
  } while (cursor !== '');
  expect(found.sort()).toEqual(['/etc/hosts', '/srv/ghosts/', '/srv/hosts']);
});

test('a chain is searched with the same filters', async () => {
  const search = async (query: string) =>
    itemsOf(await fake.readonly.get(`/restore/bvfs/search?jobids=7,9&q=hosts${query}`)).map(({ path }) => path);
  expect((await search('&type=file')).sort()).toEqual(['/etc/hosts', '/srv/hosts']);
  expect(await search('&path=/srv/&type=file,symlink')).toEqual(['/srv/hosts']);
  expect(await search('&modifiedSince=2026-11-19T08:30:00Z&modifiedUntil=2026-11-19T08:30:00.001Z&maxSize=9')).toEqual([
    '/srv/ghosts/',
  ]);
});

test('tells no Director of another name', async () => {
  expect((await fake.readonly.get('/restore/files?q=a&director=none')).status).toBe(404);
  expect((await fake.readonly.get('/restore/files?q=a&director=*')).status).toBe(400);
});
