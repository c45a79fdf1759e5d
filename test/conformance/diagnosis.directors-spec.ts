// Takes about two minutes. A real Director checks the time limits of its runs once a minute, and tries for a while to connect to a daemon.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ConnectedDirector } from '../../src/domain/director-connector.port.js';
import { diagnose, diagnoseCutLog, type DiagnosisCode } from '../../src/domain/diagnosis.js';
import { fullScope } from '../../src/domain/principal.js';
import { until } from '../harness/fixtures/until.js';
import { type BaculaVersion, testedVersions } from '../harness/lab/bacula-version.js';
import { queue, waitForEnd } from '../harness/lab/lab-runs.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { type Lab } from '../harness/lab/lab.js';
import { startLab } from '../harness/lab/start-lab.js';
import { remoteDirectors, settingsOf } from './lab-subject.js';

/** Lines of a job beside those of every lab job, and the cause that its log must show. */
const jobs: readonly (readonly [name: string, lines: string, code: DiagnosisCode])[] = [
  ['ScriptFails', 'Run Before Job = "/bin/false"', 'script_failed'],
  ['ScriptMissing', 'Run Before Job = "/nonexistent/script"', 'script_failed'],
  ['ClientScriptFails', 'Client Run Before Job = "/bin/false"', 'script_failed'],
  ['ClientScriptAfter', 'Client Run After Job = "/bin/false"', 'script_failed'],
  ['ClientDown', 'Client = gone-fd', 'connection_refused'],
  ['ClientUnknown', 'Client = unknown-fd', 'name_not_resolved'],
  ['ClientPassword', 'Client = stranger-fd', 'authentication_failed'],
  ['StorageDown', 'Pool = GonePool\n  Full Backup Pool = GonePool', 'connection_refused'],
  ['StorageUnknown', 'Pool = UnknownPool\n  Full Backup Pool = UnknownPool', 'name_not_resolved'],
  ['StoragePassword', 'Pool = StrangerPool\n  Full Backup Pool = StrangerPool', 'authentication_failed'],
  ['PathMissing', 'FileSet = WarnSet', 'source_missing'],
  ['PluginMissing', 'FileSet = PluginSet', 'plugin_failed'],
  ['TimeLimit', 'FileSet = EndlessSet\n  Max Run Time = 5 seconds', 'time_limit'],
];

/** Until the client reads for this run: before, it may not have reached the storage yet, and the log says that instead. */
async function untilAtWork(lab: Lab, jobId: number): Promise<void> {
  await until(async () => {
    const status = await lab.bconsole(['status client=alpha-fd']);
    return status.includes(`JobId ${jobId} `) && /Bytes=[1-9]/.test(status);
  });
}

function resources(conf: string): string {
  const block = (type: string, name: string) => new RegExp(`^${type} \\{\\n  Name = ${name}\\n[^}]*\\}\n`, 'm').exec(conf)?.[0] ?? ''; // prettier-ignore
  const client = block('Client', 'alpha-fd');
  const storage = block('Storage', 'File2');
  const port = /Port = (\d+)/.exec(block('Client', 'gone-fd'))?.[1] ?? '';
  const named = (text: string, name: string) => text.replace(/Name = \S+/, `Name = ${name}`);
  const fileSet = (name: string, content: string) =>
    `FileSet {\n  Name = ${name}\n  Include {\n    Options {\n      signature = MD5\n${content}  }\n}\n`;
  return [
    named(client, 'unknown-fd').replace('Address = 127.0.0.1', 'Address = no-such-host.invalid'),
    named(client, 'stranger-fd').replace(/Password = "[^"]*"/, 'Password = "wrong"'),
    named(storage, 'GoneStorage').replace(/SD Port = \d+/, `SD Port = ${port}`),
    named(storage, 'UnknownStorage').replace('Address = 127.0.0.1', 'Address = no-such-host.invalid'),
    named(storage, 'StrangerStorage').replace(/Password = "[^"]*"/, 'Password = "wrong"'),
    // A pool's storage is stronger than that of the job.
    ...['Gone', 'Unknown', 'Stranger'].map((name) => poolResource(`${name}Pool`, `${name}Storage`)),
    fileSet('PluginSet', `    }\n    Plugin = "nosuchplugin:/x"\n`),
    ...jobs.map(([name, lines]) => jobResource(name, lines)),
    'Job {\n  Name = Alone\n  JobDefs = Common\n  FileSet = EndlessSet\n  Allow Duplicate Jobs = no\n}\n',
  ].join('\n'); // prettier-ignore
}

function poolResource(name: string, storage: string): string {
  return `Pool {\n  Name = ${name}\n  Pool Type = Backup\n  Label Format = "${name}-"\n  Storage = ${storage}\n}\n`;
}

function jobResource(name: string, lines: string): string {
  const fileSet = lines.includes('FileSet =') ? '' : '  FileSet = AlphaSet\n';
  return `Job {\n  Name = ${name}\n  JobDefs = Common\n${fileSet}  ${lines}\n}\n`;
}

await describeWithLab('causes that real logs show', testedVersions, () => {
  describe.each([...testedVersions])('Bacula %s', (version: BaculaVersion) => {
    let lab: Lab;
    let connected: ConnectedDirector;

    beforeAll(async () => {
      lab = await startLab({ version });
      const file = join(lab.folders.root, 'etc/director.conf');
      appendFileSync(file, resources(readFileSync(file, 'utf8')));
      await lab.restartDirector();
      connected = remoteDirectors().connect(settingsOf(lab));
    });

    afterAll(async () => {
      await connected.close();
      await lab.stop();
    });

    async function causeOf(jobId: number): Promise<{ code: DiagnosisCode | null; log: string }> {
      const run = await until(() => connected.catalog.runs.findRun(fullScope, jobId));
      const { items } = await connected.catalog.runs.listLog(fullScope, jobId, { limit: 500 });
      const log = items.map(({ text }) => text).join('\n');
      return { code: (diagnoseCutLog(run.status, items) ?? diagnose(run.status, items))?.code ?? null, log };
    }

    test('each failing job of the table has its cause', async () => {
      const ids = new Map<string, number>();
      for (const [name] of jobs) ids.set(name, await queue(lab, `run job=${name} level=Full yes`));
      const found: unknown[] = [];
      for (const [name, , code] of jobs) {
        const jobId = ids.get(name) ?? 0;
        // The time limit of a run is checked once a minute, by 15 at times only after two.
        await waitForEnd(lab, jobId, 240_000);
        const shown = await causeOf(jobId);
        if (shown.code !== code) found.push({ name, expected: code, ...shown });
      }
      expect(found).toEqual([]);
    });

    test('a second run of a job that allows no duplicates', async () => {
      const first = await queue(lab, 'run job=Alone level=Full yes');
      await lab.bconsole(['run job=Alone level=Full yes', `wait jobid=${first + 1}`]);
      await waitForEnd(lab, first + 1);
      expect(await causeOf(first + 1)).toMatchObject({ code: 'duplicate_job' });
      await lab.bconsole([`cancel jobid=${first} yes`]);
      await waitForEnd(lab, first);
      expect(await causeOf(first)).toMatchObject({ code: null });
    });

    test('a client that dies during the run', async () => {
      const jobId = await queue(lab, 'run job=BackupEndless level=Full yes');
      await untilAtWork(lab, jobId);
      await lab.killClient('alpha-fd');
      await waitForEnd(lab, jobId);
      await lab.startClient('alpha-fd');
      expect(await causeOf(jobId)).toMatchObject({ code: 'connection_lost' });
    });

    test('a storage daemon that dies during the run', async () => {
      const jobId = await queue(lab, 'run job=BackupEndless level=Full yes');
      await untilAtWork(lab, jobId);
      await lab.killStorage();
      await waitForEnd(lab, jobId);
      await lab.startStorage();
      expect(await causeOf(jobId)).toMatchObject({ code: 'connection_lost' });
    });

    test('a Director that dies during the run', async () => {
      const jobId = await queue(lab, 'run job=BackupEndless level=Full yes');
      await untilAtWork(lab, jobId);
      await lab.killDirector();
      await lab.startDirector();
      await waitForEnd(lab, jobId);
      expect(await causeOf(jobId)).toMatchObject({ code: 'killed' });
    });

    test('a restore to a place that cannot be written', async () => {
      await waitForEnd(lab, await queue(lab, 'run job=BackupAlpha level=Full yes'));
      const jobId = await queue(lab, 'restore client=alpha-fd fileset=AlphaSet restorejob=RestoreFiles where=/proc/none select current all done yes'); // prettier-ignore
      await waitForEnd(lab, jobId);
      expect(await causeOf(jobId)).toMatchObject({ code: 'file_not_restored' });
    });
  });
});
