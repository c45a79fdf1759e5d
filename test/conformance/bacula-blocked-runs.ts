import { expect, test } from '@jest/globals';
import { Client } from 'pg';
import { type DirectorPort } from '../../src/domain/director.port.js';
import { fullScope } from '../../src/domain/principal.js';
import { type Lab } from '../harness/lab/lab.js';
import { queue, waitForEnd } from '../harness/lab/lab-runs.js';
import { serverUrlVariable } from '../harness/fixtures/database.js';
import { until } from '../harness/fixtures/until.js';

/** What a run waits for. Part of the suite of media commands, whose lab it uses. */
export function declareWaiting(fixture: () => { readonly lab: Lab; readonly director: DirectorPort }): void {
  /** The Director itself labels no volume of this pool until the work is done. */
  async function withoutLabels(pool: string, work: () => Promise<void>): Promise<void> {
    const url = new URL(process.env[serverUrlVariable] ?? '');
    url.pathname = new URL(fixture().lab.catalogUrl).pathname;
    const catalog = new Client({ connectionString: url.toString() });
    await catalog.connect();
    try {
      const { rows } = await catalog.query<{ format: string }>(
        'SELECT labelformat AS format FROM pool WHERE name = $1',
        [pool],
      );
      await catalog.query("UPDATE pool SET labelformat = '*' WHERE name = $1", [pool]);
      await work();
      await catalog.query('UPDATE pool SET labelformat = $2 WHERE name = $1', [pool, rows[0]?.format]);
    } finally {
      await catalog.end();
    }
  }

  test('tells of which pool a run waits for a volume, of which medium and on which device', async () => {
    const { lab, director } = fixture();
    await withoutLabels('FullPool', async () => {
      const jobId = await queue(lab, 'run job=BackupBeta level=Full yes');
      const text = await until(async () => {
        const live = (await director.liveRuns(fullScope, [jobId])).get(jobId);
        return live?.waitingFor?.text.includes('on device') ? live.waitingFor.text : null;
      });
      expect(text).toMatch(
        /^Waiting for an appendable volume of pool FullPool of media type File1 on device FileChanger-\d of storage File1\.$/,
      );
      await director.cancelRun(fullScope, jobId);
      await waitForEnd(lab, jobId);
    });
  });
}
