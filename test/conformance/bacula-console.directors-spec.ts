import { beforeAll, describe, expect, test } from '@jest/globals';
import { type ConnectedDirector } from '../../src/domain/director-connector.port.js';
import { fullScope } from '../../src/domain/principal.js';
import { testedVersions } from '../harness/lab/bacula-version.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { labFixture, newestRun } from './lab-fixture.js';

await describeWithLab('console commands', testedVersions, () => {
  const fixture = labFixture();
  describe.each(testedVersions)('Bacula %s', (version) => {
    let connected: ConnectedDirector;

    beforeAll(async () => {
      connected = fixture.connect(await fixture.lab({ version }));
    });

    const run = (command: string) => connected.director.runCommand(fullScope, command);

    test('commands that read answer as for people', async () => {
      for (const [command, expected] of [
        ['version', /Version: \d+/],
        ['status dir', /Running Jobs:[\s\S]*No Jobs running/],
        ['list pools', /\| +PoolId/i],
        ['list jobs limit=20', /\S/],
        ['list jobtotals', /\S/],
        ['list clients', /\S/],
        ['show schedules', /Schedule: /],
        ['show disabled', /\S/],
        ['time', /\d{4}/],
        ['help', /period cancels the command/],
        ['.help', /\S/],
      ] as const) {
        const { output, question, isTruncated } = await run(command);
        expect(output).toMatch(expected);
        expect([command, question, isTruncated]).toEqual([command, null, false]);
      }
    });

    test('an unknown command is answered with the words of the Director', async () => {
      expect((await run('nosuch')).output).toMatch(/nosuch: is an invalid command/);
    });

    test('a selection list is a question, and is canceled', async () => {
      const before = (await newestRun(connected))?.jobId;
      const { question } = await run('run');
      expect(question).toMatch(/1: .*\n[\s\S]*Select/);
      expect((await newestRun(connected))?.jobId).toBe(before);
    });

    test('yes or no is a question, and nothing is done', async () => {
      const before = (await newestRun(connected))?.jobId;
      const { question } = await run('run job=BackupAlpha level=Full');
      expect(question).toMatch(/OK to run\? \(yes\/mod\/no\)/i);
      expect((await newestRun(connected))?.jobId).toBe(before);
    });

    test('the name of a new volume is a question', async () => {
      const { question } = await run('label storage=File1 pool=Default drive=0 slot=0');
      expect(question).toMatch(/Enter new Volume name/);
    });

    test('a restore by questions ends at the first one', async () => {
      expect((await run('restore')).question).toMatch(/Select item/);
    });

    test('the mode of one command is not that of the next, nor that of the pool', async () => {
      await run('.api 2');
      expect((await run('list pools')).output).toMatch(/\| +PoolId/i);
      expect((await connected.director.describe(fullScope)).pools).toContain('FullPool');
    });
  });
});
