import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ConnectedDirector } from '../../src/domain/director-connector.port.js';
import { fullScope } from '../../src/domain/principal.js';
import { testedVersions } from '../harness/lab/bacula-version.js';
import { type Lab } from '../harness/lab/lab.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { startLab } from '../harness/lab/start-lab.js';
import { connectToLab } from '../harness/lab/lab-director.js';

await describeWithLab('the clock of Bacula', testedVersions, () => {
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

    test('is read from the Director, to the second', async () => {
      const before = Math.floor(Date.now() / 1000) * 1000;
      const time = await connected.director.readClock(fullScope);
      expect(time!.getTime()).toBeGreaterThanOrEqual(before);
      expect(time!.getTime()).toBeLessThanOrEqual(Date.now());
    });
  });
});
