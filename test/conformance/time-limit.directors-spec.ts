// Takes about a minute. A real Director looks at the time limits of its runs once a minute.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { diagnose } from '../../src/domain/diagnosis.js';
import { fullScope } from '../../src/domain/principal.js';
import { type BaculaVersion, testedVersions } from '../harness/lab/bacula-version.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { runToEnd } from '../harness/lab/lab-runs.js';
import { startLab } from '../harness/lab/start-lab.js';
import { remoteDirectors, settingsOf } from './lab-subject.js';

const limitedJob = `
Job {
  Name = "BackupLimited"
  JobDefs = Common
  Client = alpha-fd
  FileSet = EndlessSet
  Max Run Time = 5 seconds
}
`;

await describeWithLab('time limits of real Directors', testedVersions, () => {
  test.each([...testedVersions])(
    'a run that Bacula %s canceled shows it in its log',
    async (version: BaculaVersion) => {
      const lab = await startLab({ version });
      try {
        appendFileSync(join(lab.folders.root, 'etc/director.conf'), limitedJob);
        await lab.restartDirector();
        const { jobId, status } = await runToEnd(lab, 'run job=BackupLimited level=Full yes');
        expect(status).toBe('A');
        const connected = remoteDirectors().connect(settingsOf(lab));
        try {
          const tails = await connected.catalog.runs.lastLogLines(fullScope, [jobId], 10);
          expect(diagnose('canceled', tails.get(jobId) ?? [])).toMatchObject({ code: 'time_limit' });
        } finally {
          await connected.close();
        }
      } finally {
        await lab.stop();
      }
    },
  );
});
