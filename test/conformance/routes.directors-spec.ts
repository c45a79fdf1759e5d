// Takes half a minute to a minute. Starts a real Bacula, whose runs take seconds each.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testedVersions } from '../harness/lab/bacula-version.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { type Answer, type CallOptions, type Caller, type Method } from '../harness/fixtures/test-console.js';
import { documentedOperations } from '../harness/fixtures/document.js';
import { declareMediaRoutes } from './media-routes.js';
import { labDirectors, type LabConsole, startLabConsole } from './lab-console.js';

interface Listed {
  readonly items: readonly Readonly<Record<string, never>>[];
  readonly nextCursor: string | null;
}

/** Operations that a Director answers: those that take `director`, and those of one Director. */
const ofDirectors = documentedOperations().filter(
  ({ query, bodyFields, path }) =>
    query.includes('director') || bodyFields?.includes('director') === true || path.startsWith('/directors/{name}'),
);

// Every answer is compared with the document by the caller itself.
await describeWithLab('every documented route on every kind of Director', testedVersions, () => {
  let console: LabConsole;
  let target: string;

  beforeAll(async () => {
    console = await startLabConsole();
    target = mkdtempSync(join(tmpdir(), 'backup-console-routes-'));
  });
  afterAll(async () => {
    await console.close();
    rmSync(target, { recursive: true, force: true });
  });

  describe.each(['embedded', ...labDirectors])('%s', (director) => {
    const visited = new Set<string>();
    let admin: Caller;
    let job: string;
    let jobId: number;
    let client: string;
    let file: { path: string; ref: string; name: string };

    beforeAll(async () => {
      admin = await console.app.as('admin');
      job = director === 'embedded' ? 'BackupConsole' : 'BackupAlpha';
    });

    async function call(method: Method, path: string, options: CallOptions = {}): Promise<Answer> {
      const [plain = '', query = ''] = path.split('?');
      const operation = ofDirectors.find(
        (one) =>
          one.method === method &&
          new RegExp(`^${one.path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(plain) &&
          !isShadowed(one.path, plain),
      );
      if (operation) visited.add(operation.id);
      const asked = new URLSearchParams(query);
      if (operation?.query.includes('director') === true) asked.set('director', director);
      return admin.call(method, `${plain}?${asked.toString()}`, options);
    }
    const isShadowed = (template: string, plain: string): boolean =>
      template.includes('{') && ofDirectors.some(({ path }) => path === plain);
    const get = async <T = Listed>(path: string): Promise<T> => {
      const answer = await call('GET', path);
      if (answer.status !== 200) throw new Error(`GET ${path} → ${answer.status} ${answer.text}`);
      return answer.body;
    };
    const order = (body: object): Promise<Answer> =>
      call('POST', '/operations/jobs/run', { body: { director, ...body } });
    const ended = (id: number) => get<Record<string, unknown>>(`/operations/runs/${id}?wait=60`);

    test('tells itself, its jobs and its clients', async () => {
      expect(await get<object>(`/directors/${director}`)).toMatchObject({ name: director });
      expect(await get<object>(`/directors/${director}/status`)).toMatchObject({ name: director });
      const jobs = await get('/operations/jobs?limit=1');
      expect(jobs.nextCursor).not.toBeNull();
      const found = await get<{ client: string }>(`/operations/jobs/${job}`);
      expect(found).toMatchObject({ name: job, director, enabled: true });
      client = found.client;
      expect((await get('/clients')).items).toContainEqual(expect.objectContaining({ name: client, director }));
      expect(await get<object>(`/clients/${client}`)).toMatchObject({ name: client });
      expect((await get('/operations/schedule?days=2')).items).toContainEqual(expect.objectContaining({ job }));
      const health = await get<{ checks: object[] }>('/director/health');
      expect(health.checks).toContainEqual(expect.objectContaining({ id: 'director.answers', status: 'ok' }));
    });

    test('runs a job to its end and tells what it did', async () => {
      const started = await order({ job, level: 'full' });
      expect(started.status).toBe(202);
      ({ jobId } = started.body);
      expect(started.headers.get('location')).toContain(`/operations/runs/${jobId}`);
      expect(await ended(jobId)).toMatchObject({ status: 'completed', level: 'Full', job, director, client });
      expect((await get(`/operations/runs/${jobId}/log`)).items.length).toBeGreaterThan(1);
      expect((await get(`/operations/runs/${jobId}/files?limit=1`)).nextCursor).not.toBeNull();
      expect((await get(`/operations/runs/${jobId}/volumes`)).items.length).toBeGreaterThan(0);
      expect((await get('/operations/calendar')).items).toContainEqual(
        expect.objectContaining({ job, director, run: expect.objectContaining({ jobId }) }),
      );
      for (const list of ['/operations/runs', '/operations/jobs/recent']) {
        expect((await get(`${list}?job=${job}`)).items).toContainEqual(expect.objectContaining({ jobId, director }));
      }
    });

    test('tells what a run would take', async () => {
      const estimate = await call('POST', `/operations/jobs/${job}/estimate`, { body: { level: 'Full' } });
      expect(estimate.body).toMatchObject({ job, director, level: 'Full', files: expect.any(Number) });
    });

    test('the fileset of a job has its paths', async () => {
      const { fileset } = (await call('GET', `/operations/jobs/${job}`)).body as { fileset: string };
      expect((await get('/operations/filesets')).items).toContainEqual(
        expect.objectContaining({ name: fileset, director, include: expect.arrayContaining([expect.any(String)]) }),
      );
    });

    test('a job is acknowledged and counts again', async () => {
      const path = `/operations/jobs/${job}/acknowledgement`;
      const given = await call('PUT', path, { body: { note: 'Being moved.' } });
      expect(given.body).toMatchObject({ name: job, acknowledgement: { note: 'Being moved.' } });
      expect((await call('DELETE', path)).status).toBe(204);
    });

    test('rerun does the same again', async () => {
      const rerun = await call('POST', `/operations/runs/${jobId}/rerun`);
      expect(rerun.status).toBe(202);
      const again = (rerun.body as { jobId: number }).jobId;
      expect(await ended(again)).toMatchObject({ status: 'completed', level: 'Full', job });
    });

    const runsAdminJob = async (): Promise<void> => {
      const started = await order({ job: 'AdminJob' });
      expect(started.status).toBe(202);
      const { jobId: adminRun } = started.body as { jobId: number };
      expect(await ended(adminRun)).toMatchObject({ status: 'completed', type: 'Admin', level: 'None' });
      const withLevel = await order({ job: 'AdminJob', level: 'Full' });
      expect(withLevel).toMatchObject({ status: 422, body: { code: 'invalid_level' } });
    };
    // The embedded Director has no such job.
    if (director !== 'embedded') test('a job that has no levels runs without one', runsAdminJob);

    test('one key starts one run', async () => {
      const when = new Date(Date.now() + 3_600_000).toISOString();
      const body = { director, job, level: 'Incremental', when };
      const headers = { 'idempotency-key': `routes-${director}` };
      const once = await call('POST', '/operations/jobs/run', { body, headers });
      const twice = await call('POST', '/operations/jobs/run', { body, headers });
      expect([once.status, twice.status]).toEqual([202, 202]);
      const { jobId: queued } = once.body as { jobId: number };
      expect((twice.body as { jobId: number }).jobId).toBe(queued);
      expect((await call('POST', `/operations/runs/${queued}/cancel`)).status).toBe(202);
      const late = await call('POST', `/operations/runs/${jobId}/cancel`);
      expect(late).toMatchObject({ status: 409, body: { code: 'run_already_ended' } });
    });

    test.each([
      ['unknown_job', { job: 'no-such-job' }],
      ['invalid_level', { level: 'Sideways' }],
      ['unknown_client', { client: 'no-such-client' }],
      ['unknown_fileset', { fileset: 'NoSuchSet' }],
      ['unknown_storage', { storage: 'NoSuchStorage' }],
      ['unknown_pool', { pool: 'NoSuchPool' }],
      ['when_in_past', { when: '2001-01-01T00:00:00Z' }],
      ['job_not_runnable', { job: 'RestoreFiles', level: undefined }],
    ])('%s is 422 and runs nothing', async (code, wrong) => {
      const newest = async () =>
        (await get<{ items: { jobId: number }[] }>('/operations/runs?limit=1')).items[0]?.jobId;
      const before = await newest();
      expect(await order({ job, level: 'Full', ...wrong })).toMatchObject({ status: 422, body: { code } });
      expect(await newest()).toBe(before);
    });

    test('what is not there is 404', async () => {
      for (const path of ['/operations/runs/99999999', '/operations/runs/99999999/log', '/operations/jobs/none']) {
        expect(await call('GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      }
      expect(await call('POST', '/operations/runs/99999999/cancel')).toMatchObject({ status: 404 });
    });

    test('restore points, folders, search, versions and a plan lead to a file that comes back', async () => {
      const points = await get(`/restore/points?client=${client}`);
      expect(points.items).toContainEqual(expect.objectContaining({ jobids: expect.arrayContaining([jobId]) }));
      expect((await get(`/restore/bvfs/list?jobids=${jobId}`)).items.length).toBeGreaterThan(0);
      const name = director === 'embedded' ? 'package.json' : 'one.txt';
      const found = await get(`/restore/bvfs/search?jobids=${jobId}&q=${name.toUpperCase()}`);
      file = (found.items as unknown as (typeof file)[]).find((hit) => hit.name === name)!;
      const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1);
      const listed = await get(`/restore/bvfs/list?jobids=${jobId}&limit=500&path=${encodeURIComponent(folder)}`);
      expect(listed.items).toContainEqual(expect.objectContaining({ path: file.path, ref: file.ref }));
      const versions = await get(`/restore/bvfs/versions?client=${client}&ref=${file.ref}`);
      expect(versions.items).toContainEqual(expect.objectContaining({ jobId }));
      const plan = await get<object>(`/restore/plan?jobids=${jobId}&ref=${file.ref}`);
      expect(plan).toMatchObject({ files: 1, missing: [] });
      const where = join(target, director);
      const restore = await call('POST', '/restore/run', {
        body: { director, jobids: [jobId], refs: [file.ref], where },
      });
      expect(restore.status).toBe(202);
      expect(await ended((restore.body as { jobId: number }).jobId)).toMatchObject({ status: 'completed', files: 1 });
      expect(existsSync(where + file.path)).toBe(true);
      expect(readFileSync(where + file.path)).toEqual(readFileSync(file.path));
    });

    test('a file is downloaded, or the refusal says that the Director cannot do so', async () => {
      const body = { director, jobids: [jobId], refs: [file.ref], format: 'file' };
      const made = await call('POST', '/restore/downloads', { body });
      if (director !== 'embedded') {
        expect(made).toMatchObject({ status: 422, body: { code: 'not_supported_by_director' } });
        return;
      }
      expect(made.status).toBe(201);
      const { content } = (made.body as { links: { content: string } }).links;
      const answer = await fetch(new URL(content, console.app.url), { headers: { ...admin.credential } });
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(readFileSync(file.path));
    });

    declareMediaRoutes(() => ({ director, job, jobId, client, fileName: file.name, call }));

    test('a job is taken out of its schedule and put back', async () => {
      for (const enabled of [false, true]) {
        const changed = await call('PATCH', `/operations/jobs/${job}`, { body: { enabled } });
        expect(changed).toMatchObject({ status: 200, body: { name: job, enabled } });
        expect((await get<{ enabled: boolean }>(`/operations/jobs/${job}`)).enabled).toBe(enabled);
      }
    });

    const starts = [{ level: 'Full', at: '5 23 * * *' }];
    test.each<readonly [Method, string, object | null]>([
      ['GET', '/configuration', null],
      ['GET', '/configuration/text', null],
      ['GET', '/configuration/schema', null],
      ['GET', '/configuration/resources', null],
      ['GET', '/configuration/resources/job/BackupConsole', null],
      ['GET', '/configuration/browse?path=/', null],
      ['POST', '/configuration/previews/estimate', { fileset: { include: ['/etc/hostname'] } }],
      ['POST', '/configuration/previews/schedule', { starts }],
      ['POST', '/configuration/previews/retention', { starts, retention: '30 days' }],
      ['POST', '/configuration/previews/place', { folder: '/mnt' }],
      ['POST', '/configuration/changes', { operations: [{ op: 'add', type: 'pool', name: 'Other', value: {} }] }],
      ['GET', '/configuration/changes', null],
    ])('%s %s answers, or the refusal says that the Director cannot do so', async (method, path, fields) => {
      const answer = await call(method, path, fields ? { body: { director, ...fields } } : {});
      if (director === 'embedded') expect([200, 201]).toContain(answer.status);
      else expect(answer).toMatchObject({ status: 422, body: { code: 'not_supported_by_director' } });
    });

    test('the live stream begins', async () => {
      visited.add('streamRuns');
      const stop = new AbortController();
      const url = `${console.app.url}/api/v1/operations/stream?director=${director}`;
      const answer = await fetch(url, { headers: { ...admin.credential }, signal: stop.signal });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toContain('text/event-stream');
      expect((await answer.body!.getReader().read()).done).toBe(false);
      stop.abort();
    });

    test('no documented route was left out', () => {
      expect(ofDirectors.map(({ id }) => id).filter((id) => !visited.has(id))).toEqual([]);
    });
  });

  test('lists over all Directors hold what each of them holds', async () => {
    const admin = await console.app.as('admin');
    for (const list of ['/operations/jobs', '/clients', '/operations/runs', '/operations/jobs/recent']) {
      const { items } = (await admin.get(`${list}?director=*&limit=500`)).body as Listed;
      expect([...new Set(items.map(({ director }) => director))].sort()).toEqual([...labDirectors, 'embedded'].sort());
    }
  });
});
