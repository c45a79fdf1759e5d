// Takes about ten seconds: a backup and three restores of a real Bacula.
import { appendFileSync, existsSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ConnectedDirector } from '../../src/domain/director-connector.port.js';
import { type RestoreOrder } from '../../src/domain/director.port.js';
import { relocationOf } from '../../src/domain/restore-target.js';
import { fullScope } from '../../src/domain/principal.js';
import { readTree } from '../harness/fixtures/tree.js';
import { testedVersions } from '../harness/lab/bacula-version.js';
import { connectToLab } from '../harness/lab/lab-director.js';
import { runToEnd, waitForEnd } from '../harness/lab/lab-runs.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { type Lab } from '../harness/lab/lab.js';
import { startLab } from '../harness/lab/start-lab.js';

await describeWithLab('a restore job of Bacula with a RegexWhere of its own', testedVersions, () => {
  describe.each(testedVersions)('%s', (version) => {
    let lab: Lab;
    let connected: ConnectedDirector;
    let jobid: number;
    let elsewhere: string;

    beforeAll(async () => {
      lab = await startLab({ version });
      elsewhere = join(lab.folders.restored, 'elsewhere');
      const lines = [
        'Name = RestoreElsewhere',
        'Type = Restore',
        `RegexWhere = "!^!${elsewhere}!"`,
        'Client = alpha-fd',
      ];
      const rest = ['FileSet = AlphaSet', 'Storage = File1', 'Pool = FullPool', 'Messages = Standard'];
      const job = `Job {\n${[...lines, ...rest].map((line) => `  ${line}\n`).join('')}}\n`;
      appendFileSync(join(lab.folders.root, 'etc', 'director.conf'), job);
      await lab.bconsole(['reload']);
      connected = connectToLab(lab);
      ({ jobId: jobid } = await runToEnd(lab, 'run job=BackupAlpha level=Full yes'));
    });

    afterAll(async () => {
      await connected.close();
      await lab.stop();
    });

    test.each<readonly [string, (where: string) => Partial<RestoreOrder>]>([
      ['where', (where) => ({ where })],
      ['a prefix', (where) => ({ relocation: relocationOf({ addPrefix: where }) })],
      ['an expression', (where) => ({ relocation: relocationOf({ regex: `!^!${where}!` }) })],
    ])('restores to the place of the request, given as %s', async (_, placeIn) => {
      const where = mkdtempSync(join(lab.folders.restored, 'place-'));
      const order: RestoreOrder = {
        jobids: [jobid],
        selection: [],
        restoreClient: 'alpha-fd',
        restoreJob: 'RestoreElsewhere',
        replace: 'always',
        anywhere: true,
        mark: 'order:1',
        ...placeIn(where),
      };
      const { jobId } = await connected.director.startRestore(fullScope, order);
      expect((await waitForEnd(lab, jobId)).status).toBe('T');
      const restored = [...readTree(join(where, lab.folders.alpha))].filter(([, { type }]) => type !== 'folder');
      const saved = [...readTree(lab.folders.alpha)].filter(([, { type }]) => type !== 'folder');
      const contents = (of: typeof saved) => of.map(([name, { size, sha256 }]) => [name, size, sha256]);
      expect(contents(restored)).toEqual(contents(saved));
      expect(existsSync(elsewhere)).toBe(false);
    });
  });
});
