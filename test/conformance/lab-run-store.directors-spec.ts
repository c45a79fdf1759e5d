// Takes half a minute to a minute. Starts a real Bacula, whose runs take seconds each.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BaculaCatalog } from '../../src/catalog/bacula-catalog.js';
import { RecordFixture } from '../harness/fixtures/run-store-fixture.js';
import { endsTold } from '../harness/fixtures/run-records.js';
import { until } from '../harness/fixtures/until.js';
import { testedVersions } from '../harness/lab/bacula-version.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { type Lab } from '../harness/lab/lab.js';
import { queue, runToEnd } from '../harness/lab/lab-runs.js';
import { startLab } from '../harness/lab/start-lab.js';

await describeWithLab('the record of a real Director', testedVersions, () => {
  describe.each(testedVersions)('Bacula %s', (version) => {
    let lab: Lab;
    let fixture: RecordFixture;
    let catalog: BaculaCatalog;

    beforeAll(async () => {
      lab = await startLab({ version });
      fixture = await RecordFixture.open();
      catalog = new BaculaCatalog({ director: 'here', url: lab.catalogUrl, timezone: lab.timezone });
      fixture.feeder(true, catalog);
      await until(async () => (await fixture.writes.stateOf('here')).mark !== null);
    });

    afterAll(async () => {
      await fixture.close();
      await catalog.close();
      await lab.stop();
    });

    test('has a run that bconsole started while it is on its way, and its end', async () => {
      const jobId = await queue(lab, 'run job=BackupSlow level=Full yes');
      const seen = await until(() => fixture.runs.find('here', jobId));
      expect(seen).toMatchObject({ job: 'BackupSlow', level: 'Full', endedAt: null });
      await until(async () => (await fixture.runs.find('here', jobId))?.status === 'running');
      await lab.bconsole([`cancel jobid=${jobId} yes`]);
      await until(async () => (await fixture.runs.find('here', jobId))?.status === 'canceled');
    });

    test('has each run as it ended, ok, with warnings and failed, and tells its end with the report of its log', async () => {
      const ends = [
        ['BackupAlpha', 'completed', 'job.completed.ok'],
        ['BackupWarn', 'warning', 'job.completed.warning'],
        ['BackupScript', 'error', 'job.completed.error'],
        ['AdminJob', 'completed', 'job.completed.ok'],
      ];
      for (const [job, status, type] of ends) {
        const { jobId } = await runToEnd(lab, `run job=${job} level=Full yes`);
        await until(async () => (await fixture.runs.find('here', jobId))?.status === status);
        const told = (await endsTold(fixture.database)).filter(({ data }) => data['jobId'] === jobId);
        expect(told).toMatchObject([{ type, dedupKey: `job:here:${job}`, data: { job, status } }]);
        expect((told[0]!.data['log'] as string[]).join('\n')).toMatch(/^ *Termination:/m);
      }
    });

    test('keeps the runs of a catalog that was replaced by a new one, and takes its runs under the same ids', async () => {
      const before = await fixture.runs.find('here', 1);
      await lab.saveCatalog();
      await lab.renewCatalog();
      expect(await queue(lab, 'run job=AdminJob yes')).toBe(1);
      const after = await until(async () => {
        const run = await fixture.runs.find('here', 1);
        return run?.uniqueName === before?.uniqueName ? null : run;
      });
      expect(after).toMatchObject({ job: 'AdminJob', generation: 2 });
      await until(async () => (await fixture.writes.stateOf('here')).filledFrom === 0);
      await until(async () => (await fixture.told()).filter((end) => end === 'ok 1').length === 1);
      const listed = await fixture.listed(2, catalog);
      expect(listed.filter(({ jobId }) => jobId === 1).map(({ generation }) => generation)).toEqual([2, 1]);
    });
  });
});
