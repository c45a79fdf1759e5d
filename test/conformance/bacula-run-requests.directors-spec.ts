// Takes half a minute to a minute. Starts a real Bacula, whose runs take seconds each.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { type Lab } from '../harness/lab/lab.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { startLab } from '../harness/lab/start-lab.js';
import { type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { directorYaml } from '../harness/builders/director-yaml.js';
import { testedVersions } from '../harness/lab/bacula-version.js';

function directorsYaml(lab: Lab): string {
  const { web } = lab.consoles;
  const bacula = {
    name: 'bacula',
    kind: 'bacula',
    address: lab.address,
    port: lab.port,
    default: true,
    console: web.name,
    password: web.password,
    tls: lab.tls === 'none' ? 'none' : 'required',
    catalogUrl: lab.catalogUrl,
    timezone: lab.timezone,
  };
  return stringify({ directors: [{ name: 'embedded', kind: 'embedded' }, bacula] });
}

await describeWithLab('orders to Bacula through the API', testedVersions, () => {
  describe.each(testedVersions)('%s', (version) => {
    let lab: Lab;
    let app: TestConsole;
    let operator: Caller;

    beforeAll(async () => {
      lab = await startLab({ version });
      const directorsFile = join(lab.folders.root, 'directors.yaml');
      writeFileSync(directorsFile, directorsYaml(lab));
      chmodSync(directorsFile, 0o600);
      app = await startTestConsole({
        environment: { DIRECTORS_FILE: directorsFile },
        prepare: (dataDir) =>
          writeFileSync(join(dataDir, 'director.yaml'), directorYaml(dataDir, { Source: [lab.folders.alpha] })),
      });
      operator = await app.as('operator');
    });

    afterAll(async () => {
      await app.close();
      await lab.stop();
    });

    async function endOf(path: string, body?: unknown): Promise<Record<string, unknown>> {
      const started = await operator.post(path, body);
      expect([started.status, started.body['code']]).toEqual([202, undefined]);
      return (await operator.get(`/operations/runs/${String(started.body['jobId'])}?wait=50`)).body;
    }

    test('runs again what a run did, with its level and its overrides', async () => {
      const order = { job: 'BackupAlpha', level: 'Full', client: 'beta-fd', fileset: 'BetaSet' };
      const first = await endOf('/operations/jobs/run', order);
      const again = await endOf(`/operations/runs/${String(first['jobId'])}/rerun`);
      expect(again).toMatchObject({ ...order, status: 'completed', files: first['files'], pool: first['pool'] });
      expect(again['jobId']).not.toBe(first['jobId']);
    });

    test('runs an Incremental again in the pool that it went to', async () => {
      const first = await endOf('/operations/jobs/run', { job: 'BackupBeta', level: 'Full' });
      expect(first).toMatchObject({ status: 'completed', pool: 'FullPool' });
      const second = await endOf('/operations/jobs/run', { job: 'BackupBeta', level: 'Incremental' });
      const again = await endOf(`/operations/runs/${String(second['jobId'])}/rerun`);
      const same = { level: 'Incremental', pool: 'IncrPool', status: 'completed' };
      expect([second, again]).toMatchObject([same, same]);
    });

    test("tells what a run would take, at the job's own level and with what is asked for instead", async () => {
      const full = await operator.post('/operations/jobs/BackupAlpha/estimate', { level: 'full' });
      expect(full.status).toBe(200);
      expect(full.body).toMatchObject({ job: 'BackupAlpha', director: 'bacula', level: 'Full', client: 'alpha-fd' });
      expect(full.body['files']).toBeGreaterThan(10);
      const other = { client: 'beta-fd', fileset: 'BetaSet', level: 'Full' };
      const beta = await operator.post('/operations/jobs/BackupAlpha/estimate', other);
      expect(beta.body).toMatchObject({ ...other, files: 14 });
      expect((await operator.post('/operations/jobs/BackupAlpha/estimate', {})).body['level']).toBe('Incremental');
    });

    test.each([
      ['BackupAlpha', { level: 'VirtualFull' }, 'invalid_level'],
      ['BackupAlpha', { level: 'Bogus' }, 'invalid_level'],
      ['BackupAlpha', { client: 'none' }, 'unknown_client'],
      ['AdminJob', {}, 'job_not_runnable'],
      ['RestoreFiles', {}, 'job_not_runnable'],
    ])('refuses to estimate %s with %j before the Director is asked', async (job, body, code) => {
      const answer = await operator.post(`/operations/jobs/${job}/estimate`, body);
      expect([answer.status, answer.body['code']]).toEqual([422, code]);
    });

    test("answers 502 in the Director's words when the client is down, and other requests meanwhile", async () => {
      const estimate = operator.post('/operations/jobs/BackupDown/estimate', { level: 'Full' });
      expect((await operator.get('/operations/jobs/BackupDown')).status).toBe(200);
      const answer = await estimate;
      expect([answer.status, answer.body['code']]).toEqual([502, 'director_error']);
      expect(answer.body['detail']).toContain('Connecting to Client gone-fd');
    });

    test('lists what each Director can do', async () => {
      const abilitiesOf = async (name: string) => (await operator.get(`/directors/${name}`)).body['abilities'];
      const media = ['label', 'change-volume', 'prune', 'purge', 'mount', 'console'];
      expect(await abilitiesOf('bacula')).toEqual(expect.arrayContaining(['run', 'rerun', 'estimate', ...media]));
      expect(await abilitiesOf('bacula')).toEqual(
        expect.arrayContaining(['relocate', 'restore-job', 'restore-storage']),
      );
      // Its restore command rejects the keyword.
      expect(await abilitiesOf('bacula')).not.toContain('plugin-options');
      expect(await abilitiesOf('embedded')).not.toContain('mount');
    });
  });
});
