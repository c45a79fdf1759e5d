// Takes half a minute to a minute. Starts a real Bacula, whose runs take seconds each.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { baculaMode } from '../../src/directors/bacula/bacula-mode.js';
import { Estimates } from '../../src/directors/bacula/run-commands.js';
import { DirectorConsole } from '../../src/directors/console/director-console.js';
import { type ConnectedDirector } from '../../src/domain/director-connector.port.js';
import { fullScope } from '../../src/domain/principal.js';
import { type Lab } from '../harness/lab/lab.js';
import { runToEnd } from '../harness/lab/lab-runs.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { startLab } from '../harness/lab/start-lab.js';
import { connectToLab, labSettings, refusalOf } from '../harness/lab/lab-director.js';
import { until } from '../harness/fixtures/until.js';
import { testedVersions } from '../harness/lab/bacula-version.js';

await describeWithLab('estimates of Bacula', testedVersions, () => {
  describe.each(testedVersions)('%s', (version) => {
    let lab: Lab;
    let connected: ConnectedDirector;

    beforeAll(async () => {
      lab = await startLab({ version });
      connected = connectToLab(lab);
    });

    afterAll(async () => {
      await connected.close();
      await lab.stop();
    });

    const estimate = (job: string, level: string, more: { client?: string; fileset?: string } = {}) =>
      connected.director.estimate(fullScope, { job, level, ...more });

    test('tells the files and bytes that the run then takes, at each level', async () => {
      for (const level of ['Full', 'Incremental', 'Differential']) {
        writeFileSync(join(lab.folders.alpha, `for ${level}`), level);
        // The Director tells runs apart by whole seconds: in the second of a run it counts what that run took as well.
        const estimated = await until(async () => {
          const figures = await estimate('BackupAlpha', level);
          return level === 'Full' || figures.files < 18 ? figures : null;
        });
        const { jobId } = await runToEnd(lab, `run job=BackupAlpha level=${level} yes`);
        const run = await connected.catalog.runs.findRun(fullScope, jobId);
        expect(estimated).toEqual({ files: run!.files, bytes: run!.bytes, level });
      }
    });

    test('reads figures with commas, and takes another client and fileset', async () => {
      expect((await estimate('BackupMany', 'Full')).files).toBe(50_001);
      const beta = await estimate('BackupBeta', 'Full');
      expect(await estimate('BackupAlpha', 'Full', { client: 'beta-fd', fileset: 'BetaSet' })).toEqual(beta);
      expect((await estimate('Job With Space', 'Full')).files).toBeGreaterThan(0);
    });

    test('writes no run into the catalog', async () => {
      const before = await connected.catalog.runs.newestJobId(fullScope);
      await estimate('BackupAlpha', 'Full');
      expect(await connected.catalog.runs.newestJobId(fullScope)).toBe(before);
    });

    test.each([
      ['unknown_job', 'NoSuch', {}],
      ['unknown_client', 'BackupAlpha', { client: 'nosuch-fd' }],
      ['unknown_fileset', 'BackupAlpha', { fileset: 'NoSet' }],
    ])('refuses a name that the Director lacks: %s', async (code, job, more) => {
      expect(await refusalOf(estimate(job, 'Full', more))).toMatchObject({ code });
    });

    test('tells that a client is down instead of giving no figures', async () => {
      const refusal = await refusalOf(estimate('BackupDown', 'Full'));
      expect(refusal).toMatchObject({ code: 'director_error' });
      expect(refusal.detail).toContain('Connecting to Client gone-fd');
      expect(refusal.detail).toContain('Check that the client is running');
    });

    test('gives up on a Director that does not answer, when its time is over and when the caller hangs up', async () => {
      const console = new DirectorConsole(labSettings(lab), baculaMode);
      const order = { job: 'BackupAlpha', level: 'Full' };
      const gone = new AbortController();
      try {
        await new Estimates(console).estimate(order);
        lab.stopDirector();
        const late = await refusalOf(new Estimates(console, 400).estimate(order));
        expect(late).toMatchObject({ code: 'director_too_slow' });
        expect(late.detail).not.toContain('Check before you repeat');
        const abandoned = refusalOf(new Estimates(console).estimate(order, gone.signal));
        gone.abort();
        expect((await abandoned).code).toMatch(/^director_/);
      } finally {
        lab.continueDirector();
        void console.close();
      }
    });
  });
});
