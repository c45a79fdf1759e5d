import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BaculaCatalog } from '../../src/adapters/catalog/bacula-catalog.js';
import { RecordScene } from '../support/record-scene.js';
import { endsTold } from '../support/run-records.js';
import { until } from '../support/until.js';
import { baculaVersions } from './bacula-version.js';
import { describeWithLab } from './lab-suites.js';
import { type Lab } from './lab.js';
import { queue, runToEnd } from './lab-runs.js';
import { startLab } from './start-lab.js';

await describeWithLab('the record of a real Director', baculaVersions, () => {
  describe.each(baculaVersions)('Bacula %s', (version) => {
    let lab: Lab;
    let scene: RecordScene;
    let catalog: BaculaCatalog;

    beforeAll(async () => {
      lab = await startLab({ version });
      scene = await RecordScene.open();
      catalog = new BaculaCatalog({ director: 'here', url: lab.catalogUrl, timezone: lab.timezone });
      scene.feeder(true, catalog);
      await until(async () => (await scene.writes.stateOf('here')).mark !== null);
    });

    afterAll(async () => {
      await scene.close();
      await catalog.close();
      await lab.stop();
    });

    test('has a run that bconsole started while it is on its way, and its end', async () => {
      const jobId = await queue(lab, 'run job=BackupSlow level=Full yes');
      const seen = await until(() => scene.runs.find('here', jobId));
      expect(seen).toMatchObject({ job: 'BackupSlow', level: 'Full', endedAt: null });
      await until(async () => (await scene.runs.find('here', jobId))?.status === 'running');
      await lab.bconsole([`cancel jobid=${jobId} yes`]);
      await until(async () => (await scene.runs.find('here', jobId))?.status === 'canceled');
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
        await until(async () => (await scene.runs.find('here', jobId))?.status === status);
        const told = (await endsTold(scene.database)).filter(({ data }) => data['jobId'] === jobId);
        expect(told).toMatchObject([{ type, dedupKey: `job:here:${job}`, data: { job, status } }]);
        expect((told[0]?.data['log'] as string[]).join('\n')).toMatch(/^ *Termination:/m);
      }
    });

    test('keeps the runs of a catalog that was replaced by a new one, and takes its runs under the same ids', async () => {
      const before = await scene.runs.find('here', 1);
      await lab.saveCatalog();
      await lab.renewCatalog();
      expect(await queue(lab, 'run job=AdminJob yes')).toBe(1);
      const after = await until(async () => {
        const run = await scene.runs.find('here', 1);
        return run?.uniqueName === before?.uniqueName ? null : run;
      });
      expect(after).toMatchObject({ job: 'AdminJob', generation: 2 });
      await until(async () => (await scene.writes.stateOf('here')).filledFrom === 0);
      await until(async () => (await scene.told()).filter((end) => end === 'ok 1').length === 1);
      const listed = await scene.listed(2, catalog);
      expect(listed.filter(({ jobId }) => jobId === 1).map(({ generation }) => generation)).toEqual([2, 1]);
    });
  });
});
