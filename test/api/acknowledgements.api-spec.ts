import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { itemsOf } from '../harness/fixtures/access-calls.js';
import { addRuns, type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';

let fake: FakeApp;
const runPath = '/operations/runs/2/acknowledgement';
const clientPath = '/clients/laptop/acknowledgement';
const later = '2999-01-01T00:00:00.000Z';

beforeAll(async () => {
  fake = await startFakeApp();
  addRuns(fake);
  // Their backups have ended by then.
  fake.app.clock.advance(600);
});

afterAll(() => fake.app.stop());

const idsOf = async (query: string): Promise<unknown[]> =>
  itemsOf(await fake.admin.get(`/operations/runs?${query}`)).map(({ jobId }) => jobId);

describe('an acknowledgement of a run', () => {
  test('stands on its record with who gave it, is replaced by the next one, and goes when it is taken back', async () => {
    const given = await fake.admin.put(runPath, { note: 'Disk ordered.' });
    expect(given.status).toBe(200);
    expect(given.body['acknowledgement']).toMatchObject({
      note: 'Disk ordered.',
      by: { kind: 'session', id: expect.any(String), name: 'admin' },
      until: null,
    });
    await fake.admin.put(runPath, { note: 'Disk is here.', until: later });
    const { body } = await fake.admin.get('/operations/runs/2');
    expect(body['acknowledgement']).toMatchObject({ note: 'Disk is here.', until: later });
    expect(await idsOf('acknowledged=true')).toEqual([2]);
    expect(await idsOf('acknowledged=false')).not.toContain(2);
    expect((await fake.admin.delete(runPath)).status).toBe(204);
    expect((await fake.admin.delete(runPath)).status).toBe(204);
    expect((await fake.admin.get('/operations/runs/2')).body).not.toHaveProperty('acknowledgement');
    expect(await idsOf('acknowledged=true')).toEqual([]);
  });

  test('is refused for a run that ended well, and for a time that has passed', async () => {
    const well = await fake.admin.put('/operations/runs/1/acknowledgement', { note: 'Fine.' });
    expect(well.body).toMatchObject({ status: 409, code: 'conflict' });
    const past = await fake.admin.put(runPath, { note: 'Late.', until: '2020-01-01T00:00:00Z' });
    expect(past.body).toMatchObject({ status: 422, code: 'when_in_past', errors: [{ field: 'until' }] });
    expect(await idsOf('acknowledged=true')).toEqual([]);
  });
});

test('an acknowledgement of a client stands on it until it is taken back', async () => {
  const given = await fake.admin.put(clientPath, { note: 'Retired in May.' });
  expect(given.body).toMatchObject({ name: 'laptop', acknowledgement: { note: 'Retired in May.' } });
  const { body } = await fake.admin.get('/clients/laptop');
  expect(body).toMatchObject({ acknowledgement: { by: { name: 'admin' } }, silence: expect.anything() });
  expect((await fake.admin.delete(clientPath)).status).toBe(204);
  expect((await fake.admin.get('/clients/laptop')).body).not.toHaveProperty('acknowledgement');
});

test('an acknowledgement of a client is over with its next good backup: the silence after that is news', async () => {
  await fake.admin.put(clientPath, { note: 'On its way to the workshop.' });
  const [, changed]: [unknown, number] = await fake.app.database.query(
    "UPDATE client_silence SET last_success_at = '2998-01-01T00:00:00Z' WHERE client = 'laptop' AND director = 'one'",
  );
  expect(changed).toBe(1);
  expect((await fake.admin.get('/clients/laptop')).body).not.toHaveProperty('acknowledgement');
});

describe('an acknowledgement of a job', () => {
  const jobPath = '/operations/jobs/BackupHome/acknowledgement';
  const shown = async (): Promise<unknown> => (await fake.admin.get('/operations/jobs/BackupHome')).body;

  test('stands on the job and in the list until it is taken back', async () => {
    const given = await fake.admin.put(jobPath, { note: 'The disk is ordered.' });
    expect([given.status, given.body]).toMatchObject([200, { acknowledgement: { note: 'The disk is ordered.' } }]);
    expect(await shown()).toMatchObject({ acknowledgement: { by: { kind: 'session', name: 'admin' }, until: null } });
    expect(itemsOf(await fake.admin.get('/operations/jobs?name=BackupHome'))).toMatchObject([
      { acknowledgement: { note: 'The disk is ordered.' } },
    ]);
    expect((await fake.admin.delete(jobPath)).status).toBe(204);
    expect((await fake.admin.delete(jobPath)).status).toBe(204);
    expect(await shown()).not.toHaveProperty('acknowledgement');
  });
});

test('lists the oldest first where asked, page by page without a gap', async () => {
  const newest = await idsOf('limit=500');
  const oldest: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await fake.admin.get(`/operations/runs?sort=oldest&limit=2${cursor && `&cursor=${cursor}`}`);
    oldest.push(...(body['items'] as { jobId: number }[]).map(({ jobId }) => jobId));
    cursor = body['nextCursor'] as string | null;
  }
  expect(oldest).toEqual([...newest].reverse());
});
