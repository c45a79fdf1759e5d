import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { until } from '../harness/fixtures/until.js';
import { type Fixture } from './fixture.js';

const path = '/MYPIPE/x';

/** What a client's plugin is given by the restore, not by the backup. */
export function declarePlugins(fixture: () => Fixture, job: string): void {
  describe('plugin options', () => {
    test('have the plugin write what it backed up to where the restore says, whatever spaces are in them', async () => {
      const run = await fixture().run(job, 'Full');
      expect(run).toMatchObject({ status: 'completed', files: 1 });
      const where = fixture().freshFolder();
      const [one, two] = [join(where, 'one.txt'), join(where, 'two.txt')];
      const pluginOptions = `bpipe:file=${path}:reader=none:writer=tee ${one} ${two} where=/nowhere`;
      await fixture().restore({ jobids: [run.jobId], where: '/', pluginOptions }, run.client!);
      await until(() => existsSync(two));
      expect(readFileSync(two)).toEqual(readFileSync(one));
      expect(readFileSync(one).length).toBe(run.bytes);
    });
  });
}
