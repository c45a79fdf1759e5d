import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ClockTrust } from '../../src/features/clock/clock-trust.repository.js';
import { RetentionJobs } from '../../src/platform/retention-jobs.js';
import { addRuns, type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';
import { call, itemsOf, makeToken, type Token } from '../harness/fixtures/access-calls.js';
import { makeRun } from '../harness/builders/domain-records.js';

let fake: FakeApp;
let token: Token;
let byPerson: number;
let byToken: number;
let otto: string;

beforeAll(async () => {
  fake = await startFakeApp();
  addRuns(fake);
  fake.one.records.runs.push(makeRun({ jobId: 4, comment: 'console:root' }));
  token = await makeToken(fake.app, fake.operator.cookie, { name: 'pipeline' });
  const body = { job: 'BackupHome', level: 'Full' };
  byPerson = Number((await fake.operator.post('/operations/jobs/run', body)).body['jobId']);
  const answer = await call(fake.app, 'POST', '/api/v1/operations/jobs/run', { token: token.plaintext, body });
  byToken = Number(answer.body['jobId']);
  otto = ((await fake.operator.get('/auth/me')).body['user'] as { id: string }).id;
});

afterAll(() => fake.app.stop());

const idsOf = async (query: string, list = 'runs'): Promise<unknown[]> => {
  const answer = await fake.readonly.get(`/operations/${list}?${query}`);
  expect([query, answer.status]).toEqual([query, 200]);
  return itemsOf(answer).map(({ jobId }) => jobId);
};

async function expectAll(): Promise<void> {
  for (const list of ['runs', 'jobs/recent']) {
    const found = (query: string): Promise<unknown[]> => idsOf(query, list);
    expect(await found('triggeredBy=session')).toEqual([byPerson]);
    expect(await found('triggeredBy=token')).toEqual([byToken]);
    expect(await found('triggeredBy=schedule')).toEqual([1]);
    expect(await found('triggeredBy=console')).toEqual([4]);
    expect(await found('triggeredBy=unknown')).toEqual([3, 2]);
    expect(await found(`triggeredById=${token.id}`)).toEqual([byToken]);
    expect(await found(`triggeredById=${otto}`)).toEqual([byPerson]);
    expect(await found('triggeredByName=pipeline')).toEqual([byToken]);
    expect(await found('triggeredByName=otto&triggeredBy=session')).toEqual([byPerson]);
    expect(await found('triggeredByName=otto&triggeredBy=token')).toEqual([]);
    expect(await found('triggeredByName=Nightly')).toEqual([1]);
    expect(await found('triggeredByName=night')).toEqual([]);
    expect(await found('triggeredBy=unknown&status=error')).toEqual([2]);
    expect(await found('triggeredBy=unknown&director=*')).toHaveLength(3);
  }
}

describe('runs', () => {
  test('are filtered by who started them: by kind, by id and by name', expectAll);

  test('name the user or token that started them by id', async () => {
    const of = async (jobId: number) => (await fake.readonly.get(`/operations/runs/${jobId}`)).body['triggeredBy'];
    expect(await of(byPerson)).toEqual({ kind: 'session', id: otto, name: 'otto' });
    expect(await of(byToken)).toEqual({ kind: 'token', id: token.id, name: 'pipeline' });
    expect(await of(1)).toEqual({ kind: 'schedule', id: null, name: 'Nightly' });
    expect(await of(2)).toEqual({ kind: 'unknown', id: null, name: '' });
  });

  test('refuse a kind that does not exist, and several', async () => {
    for (const query of ['triggeredBy=robot', 'triggeredBy=token,session', 'triggeredById=', 'triggeredByName=%0A']) {
      expect([query, (await fake.readonly.get(`/operations/runs?${query}`)).status]).toEqual([query, 400]);
    }
  });

  test('are found by who started them also when their requests are forgotten', async () => {
    await fake.app.database.query("UPDATE run_order SET created_at = created_at - interval '500 days'");
    await fake.app.get(ClockTrust).believe(fake.app.database.manager, fake.app.clock.now());
    await fake.app.get(RetentionJobs).run();
    expect(await fake.app.database.query('SELECT FROM run_order')).toEqual([]);
    // Read again from the catalog, which knows nothing of it.
    for (const run of fake.one.records.runs) if (run.jobId === byToken) Object.assign(run, { files: 99 });
    await expectAll();
  });
});
