// Takes half a minute to a minute. Starts a real Bacula, whose runs take seconds each.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { isAlive } from '../../src/database/embedded-postgres/postmaster-pid.js';
import { serverUrlVariable } from '../harness/fixtures/database.js';
import { readTree, type TreeEntry } from '../harness/fixtures/tree.js';
import { until } from '../harness/fixtures/until.js';
import { testedVersions } from '../harness/lab/bacula-version.js';
import { describeWithLab } from '../harness/lab/lab-suites.js';
import { type Lab } from '../harness/lab/lab.js';
import { queue, runToEnd, waitForEnd } from '../harness/lab/lab-runs.js';
import { isListening } from '../harness/lab/loopback-port.js';
import { startLab } from '../harness/lab/start-lab.js';
import { testProgram } from '../harness/fixtures/built-files.js';

const labs = new Map<string, Lab>();

/** Bacula keeps whole seconds. */
function inSeconds(tree: ReadonlyMap<string, TreeEntry>): unknown[] {
  return [...tree].map(([name, { modifiedUs = 0n, ...entry }]) => ({
    name,
    modified: modifiedUs / 1_000_000n,
    ...entry,
  }));
}

async function read(lab: Lab, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: lab.catalogUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

await describeWithLab('the lab of real Directors', testedVersions, () => {
  beforeAll(async () => {
    for (const lab of await Promise.all(testedVersions.map((version) => startLab({ version })))) {
      labs.set(lab.version, lab);
    }
  });
  afterAll(() => Promise.all([...labs.values()].map((lab) => lab.stop())));

  describe.each(testedVersions)('Bacula %s', (version) => {
    const lab = (): Lab => labs.get(version)!;

    test('answers its own bconsole under each of its consoles', async () => {
      const welcome = new RegExp(`1000 OK: \\d+ ${lab().directorName} Version: ${version}\\.`);
      expect(await lab().bconsole(['version'])).toMatch(welcome);
      expect(await lab().bconsole(['.jobs'], lab().consoles.web)).toMatch(/BackupBeta\n.*Job With Space\n/s);
      const restricted = await lab().bconsole(['.jobs', 'run job=BackupAlpha yes'], lab().consoles.restricted);
      expect(restricted).toMatch(/\.jobs\nBackupAlpha\nRestoreFiles\n.*run: is an invalid command/s);
    });

    test('brings every file back as it was, whatever its name', async () => {
      const backup = await runToEnd(lab(), 'run job=BackupAlpha level=Full yes');
      const { alpha, restored } = lab().folders;
      expect(backup).toMatchObject({ status: 'T', files: readTree(alpha).size + 1, errors: 0 });
      const command = `restore client=alpha-fd restorejob=RestoreFiles jobid=${backup.jobId} all done yes`;
      expect(await runToEnd(lab(), command)).toMatchObject({ status: 'T', errors: 0 });
      expect(inSeconds(readTree(restored + alpha))).toEqual(inSeconds(readTree(alpha)));
    });

    test('keeps names that are not UTF-8 byte by byte in a catalog of SQL_ASCII', async () => {
      const [{ encoding } = {}] = await read(lab(), 'SELECT pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE datname = current_database()'); // prettier-ignore
      expect(encoding).toBe('SQL_ASCII');
      const name = version === '15' ? 'filename' : 'name';
      const rows = await read(lab(), `SELECT encode(convert_to(${name}, 'SQL_ASCII'), 'hex') AS hex FROM ${version === '15' ? 'file' : 'filename'}`); // prettier-ignore
      expect(rows.map(({ hex }) => hex)).toContain(Buffer.from('caf\xe9 latin1.txt', 'latin1').toString('hex'));
    });

    test('shows its catalog to a role that can change nothing', async () => {
      await expect(read(lab(), 'DELETE FROM job')).rejects.toThrow('permission denied for table job');
      await expect(read(lab(), 'CREATE TABLE mine ()')).rejects.toThrow('permission denied for schema public');
    });

    test('has a job for each end', async () => {
      const ends = { BackupWarn: 'T', BackupScript: 'E', AdminJob: 'T', '"Job With Space"': 'T', BackupDisabled: 'T' };
      const ids: number[] = [];
      for (const name of Object.keys(ends)) ids.push(await queue(lab(), `run job=${name} level=Full yes`));
      const runs = await Promise.all(ids.map((id) => waitForEnd(lab(), id)));
      expect(runs.map(({ status }) => status)).toEqual(Object.values(ends));
      expect(runs[0]?.errors).toBe(1);
    });

    test('has a slow job that a cancel ends, and whose sleeper dies with its client', async () => {
      const jobId = await queue(lab(), 'run job=BackupSlow level=Full yes');
      const pids = await until(() => sleepers(lab()));
      await lab().bconsole([`cancel jobid=${jobId} yes`]);
      expect(await waitForEnd(lab(), jobId)).toMatchObject({ status: 'A' });
      await lab().killClient('alpha-fd');
      await until(() => pids.filter(isAlive).length === 0);
      await lab().startClient('alpha-fd');
      expect(await lab().bconsole(['status client=alpha-fd'])).toContain('Daemon started');
    });

    test('keeps its address and its catalog when the Director is killed and started again', async () => {
      const before = lab().pids;
      await lab().killDirector();
      expect(isListening(lab().port)).toBe(false);
      await lab().startDirector();
      expect(await lab().bconsole(['list jobs'])).toMatch(/1000 OK.*BackupAlpha/s);
      expect(lab().pids.filter((pid) => !before.includes(pid))).toHaveLength(1);
    });

    test('starts its ids over with a new catalog, and has yesterday again when that is brought back', async () => {
      await lab().saveCatalog();
      const [{ last } = {}] = await read(lab(), 'SELECT max(jobid) AS last FROM job');
      await lab().renewCatalog();
      expect(await queue(lab(), 'run job=AdminJob yes')).toBe(1);
      await lab().bringBackCatalog();
      expect(await queue(lab(), 'run job=AdminJob yes')).toBe(Number(last) + 1);
    });
  });

  test.each(testedVersions)('Bacula %s with certificates takes only consoles that trust them', async (version) => {
    const lab = await startLab({ version, tls: 'certificates' });
    try {
      expect(await lab.bconsole(['status dir'])).toContain('1000 OK');
      expect(await lab.bconsole(['.jobs'], lab.consoles.restricted)).toContain('BackupAlpha');
    } finally {
      await lab.stop();
    }
  });

  test('leaves no process, folder or database behind after stop', async () => {
    const lab = await startLab({ version: '15' });
    const { pids, folders } = lab;
    expect(pids).toHaveLength(4);
    lab.stopDirector();
    await lab.stop();
    expect(pids.filter(isAlive)).toEqual([]);
    expect(existsSync(folders.root)).toBe(false);
    await expect(read(lab, 'SELECT 1')).rejects.toThrow(/does not exist|authentication failed/);
  });

  test('ends every daemon when the process that started it is killed', async () => {
    const owner = spawn(
      process.execPath,
      [testProgram('test/harness/lab/lab-owner.ts'), process.env[serverUrlVariable]!],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const [line] = (await once(owner.stdout, 'data')) as [Buffer];
    const pids = JSON.parse(line.toString()) as number[];
    expect(pids.filter(isAlive)).toHaveLength(4);
    owner.kill('SIGKILL');
    await until(() => pids.filter(isAlive).length === 0);
  });
});

/** Process ids of what the slow job's script started below this lab's client, or null while there is none. */
function sleepers(lab: Lab): number[] | null {
  const processes = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const found = processes
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => lab.pids.includes(Number(parent)) && args.includes('sleep'))
    .map(([pid]) => Number(pid));
  return found.length > 0 ? found : null;
}
