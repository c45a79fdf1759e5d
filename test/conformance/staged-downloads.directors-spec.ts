// Takes half a minute to a minute. Starts a real Bacula, whose runs take seconds each.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { testedVersions } from '../harness/lab/bacula-version.js';
import { type Lab } from '../harness/lab/lab.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { type Caller } from '../harness/fixtures/test-console.js';
import { readTree } from '../harness/fixtures/tree.js';
import { until } from '../harness/fixtures/until.js';
import { labDirectors, type LabConsole, startLabConsole } from './lab-console.js';

interface Download {
  readonly id: string;
  readonly state: string;
  readonly jobId: number;
  readonly problem: string | null;
  readonly links: { readonly self: string; readonly content: string };
}

/** Modes, links and bytes; times of a tree that was unpacked by another program are whole seconds. */
function contentOf(folder: string): Record<string, unknown> {
  return Object.fromEntries([...readTree(folder)].map(([name, { modifiedUs: _, ...entry }]) => [name, entry]));
}

const stagingOf = (lab: Lab): string => join(lab.folders.root, 'staging');

await describeWithLab('downloads through a staging folder', testedVersions, () => {
  let console: LabConsole;
  let admin: Caller;
  const unpacked = mkdtempSync(join(tmpdir(), 'backup-console-unpacked-'));

  beforeAll(async () => {
    console = await startLabConsole((lab) => {
      mkdirSync(stagingOf(lab), { mode: 0o700 });
      return { staging: { client: 'beta-fd', folder: stagingOf(lab) } };
    });
    admin = await console.app.as('admin');
  });
  afterAll(async () => {
    await console.close();
    rmSync(unpacked, { recursive: true, force: true });
  });

  describe.each(labDirectors)('%s', (director) => {
    let lab: Lab;
    let jobids: readonly number[];

    beforeAll(async () => {
      lab = console.labs.get(director)!;
      const started = await admin.post('/operations/jobs/run', { director, job: 'BackupAlpha', level: 'Full' });
      const { jobId } = started.body as { jobId: number };
      const run = await admin.get(`/operations/runs/${jobId}?director=${director}&wait=60`);
      expect(run.body).toMatchObject({ status: 'completed' });
      jobids = [jobId];
    });

    async function create(format: string, paths?: readonly string[]): Promise<Download> {
      const body = { director, jobids, format, ...(paths ? { paths } : {}) };
      const made = await admin.post('/restore/downloads', body);
      expect([made.status, made.body]).toEqual([201, expect.objectContaining({ jobId: expect.any(Number) })]);
      return made.body;
    }

    function ended({ links }: Download): Promise<Download> {
      return until(async () => {
        const download = (await admin.get(links.self.slice('/api/v1'.length))).body as Download;
        return download.state === 'preparing' ? null : download;
      });
    }

    async function fetched(download: Download): Promise<Buffer> {
      expect(await ended(download)).toMatchObject({ state: 'ready', problem: null });
      const answer = await fetch(console.app.url + download.links.content, { headers: { ...admin.credential } });
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([answer.status, answer.status === 200 || bytes.toString()]).toEqual([200, true]);
      return bytes;
    }

    test('a download equals the original byte for byte', async () => {
      for (const name of ['one.txt', 'empty.txt', 'sub/hard link of one.txt', '日本語.txt']) {
        const path = join(lab.folders.alpha, name);
        expect((await fetched(await create('file', [path]))).equals(readFileSync(path))).toBe(true);
      }
      const whole = join(unpacked, director);
      mkdirSync(whole);
      execFileSync('tar', ['-xpf', '-', '-C', whole], { input: await fetched(await create('tar')) });
      const original = contentOf(lab.folders.alpha);
      expect(Object.keys(original).length).toBeGreaterThan(10);
      // A name that is not UTF-8 has %XX in an archive.
      const latin1 = (text: string): string =>
        text.replaceAll(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
      const found = contentOf(join(whole, lab.folders.alpha));
      expect(Object.fromEntries(Object.entries(found).map(([name, entry]) => [latin1(name), entry]))).toEqual(original);
      await until(() => readdirSync(stagingOf(lab)).length === 0);
    });

    test('a restore that is canceled makes no download and leaves no file', async () => {
      const download = await create('tar');
      await admin.post(`/operations/runs/${download.jobId}/cancel?director=${director}`);
      const { state, problem } = await ended(download);
      // It may have ended before the wish to cancel it came.
      if (state === 'failed') {
        expect(problem).toContain('ended as');
        const answer = await admin.get(`/restore/downloads/${download.id}/content`);
        expect([answer.status, answer.body]).toEqual([409, expect.objectContaining({ reason: 'download_failed' })]);
      } else await fetched(download);
    });

    test('what was restored for a console that is gone is removed by its next start', async () => {
      const download = await create('file', [join(lab.folders.alpha, 'one.txt')]);
      await ended(download);
      const stopped = await console.app.down();
      expect(readdirSync(stagingOf(lab)).length).toBeGreaterThan(0);
      const database = new Client({ connectionString: console.app.consoleDatabaseUrl });
      await database.connect();
      // Its records went with it, as in a restored backup of the database.
      await database.query('DELETE FROM restore_download');
      await database.end();
      await stopped.start();
      await until(() => readdirSync(stagingOf(lab)).length === 0);
    });

    test('the test of settings finds the folder sound and says what it does not know', async () => {
      const { web } = lab.consoles;
      const answer = await admin.post('/admin/directors/test', {
        name: 'tried',
        kind: 'bacula',
        address: lab.address,
        port: lab.port,
        console: web.name,
        password: web.password,
        tls: { mode: lab.tls === 'none' ? 'none' : 'required' },
        timezone: lab.timezone,
        catalogUrl: lab.catalogUrl,
        staging: { client: 'beta-fd', folder: stagingOf(lab) },
      });
      const { stages } = answer.body as { stages: readonly object[] };
      expect(stages).toContainEqual(
        expect.objectContaining({ stage: 'staging', status: 'warn', code: 'staging_unproven' }),
      );
    });
  });
});
