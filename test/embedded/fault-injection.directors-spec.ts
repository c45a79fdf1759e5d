// Takes half a minute. Every test runs jobs, each in a process of its own.
import { type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Engine } from '../../src/directors/embedded/engine/engine.js';
import { diagnose } from '../../src/domain/diagnosis.js';
import { fullScope } from '../../src/domain/principal.js';
import { EmbeddedMachine } from '../harness/fixtures/embedded-machine.js';
import { readTree } from '../harness/fixtures/tree.js';
import { until } from '../harness/fixtures/until.js';

let machine: EmbeddedMachine;

beforeEach(async () => {
  machine = await EmbeddedMachine.make();
  machine.configure();
  writeFileSync(join(machine.source, 'small'), 'small');
});
afterEach(() => machine.remove());

/** What a caller is told of the cause, from the words of this very log. */
const diagnosed = async (jobId: number): Promise<string | undefined> =>
  diagnose(
    'error',
    (await machine.log(jobId)).split('\n').map((text, id) => ({ id, at: machine.clock.now(), text })),
  )?.code;

/** The engine behind a Director: what no caller can do to it, such as losing an answer, a test does from inside. */
const engineOf = (of: EmbeddedMachine): Engine => (of.director as unknown as { readonly engine: Engine }).engine;

interface Inside {
  readonly running: ReadonlyMap<number, { readonly task: { readonly child: ChildProcess } | null }>;
}

/** Kills a run's process, as the kernel does when memory is short; one that has just ended by itself is let be. */
async function killProcess(of: EmbeddedMachine, jobId: number, afterMs: number): Promise<void> {
  const { running } = engineOf(of).queue as unknown as Inside;
  await until(() => running.get(jobId)?.task !== null);
  await delay(afterMs);
  running.get(jobId)?.task?.child.kill('SIGKILL');
}

describe('when something breaks', () => {
  test('a run that a killed process left is marked failed at the next start, and the volume is cut', async () => {
    await machine.start();
    const good = await machine.run('Full');
    await machine.stop();
    const bytes = await machine.storedBytes();
    appendFileSync(join(machine.volumes, 'Default-0001.tar.gz'), 'garbage of a run that never committed');
    writeFileSync(join(machine.volumes, 'Stray-0001.tar.gz'), 'x');
    await machine.catalog.query(
      `INSERT INTO job (job, name, type, level, clientid, jobstatus, starttime)
       VALUES ('a.1', 'Source', 'B', 'I', 1, 'R', now()), ('a.2', 'Source', 'B', 'I', 1, 'C', NULL)`,
    );
    await machine.start();
    const { rows } = await machine.catalog.query<{ jobid: number; jobstatus: string; endtime: unknown }>(
      "SELECT jobid, jobstatus, endtime FROM job WHERE job LIKE 'a.%'",
    );
    expect(rows.map((row) => [row.jobstatus, row.endtime !== null])).toEqual([
      ['f', true],
      ['f', true],
    ]);
    expect(await machine.log(rows[0]!.jobid)).toContain('The console was stopped during this run');
    expect(await diagnosed(rows[0]!.jobid)).toBe('killed');
    expect(machine.volumeSize()).toBe(bytes);
    expect(machine.notices.join('\n')).toContain('Stray-0001.tar.gz is a volume that is not in the catalog');
    expect((await machine.run('Incremental')).level).toBe('I');
    expect(good.status).toBe('T');
  });

  test('a stop marks the running and the waiting run as failed', async () => {
    machine.makeEndless();
    await machine.start();
    const running = await machine.order('Source', 'Full');
    const waiting = await machine.order('Source', 'Full');
    await machine.untilReading(running);
    await machine.stop();
    for (const jobId of [running, waiting]) {
      expect((await machine.record(jobId)).status).toBe('f');
      expect(await machine.log(jobId)).toContain('The console was stopped');
    }
    expect(machine.volumeSize()).toBe(await machine.storedBytes());
  });

  test('a lost database connection fails the run with the reason, and the next one works', async () => {
    machine.makeEndless();
    await machine.start();
    const jobId = await machine.order('Source', 'Full');
    await machine.untilReading(jobId);
    await machine.catalog.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    expect((await machine.waitForEnd(jobId)).status).toBe('f');
    expect(await machine.log(jobId)).toContain('The connection to the catalog database was lost.');
    expect(machine.volumeSize()).toBe(await machine.storedBytes());
    rmSync(join(machine.source, 'endless'));
    const next = await until(() => machine.order('Source', 'Full').catch(() => null));
    expect((await machine.waitForEnd(next)).status).toBe('T');
    expect(machine.volumeSize()).toBe(await machine.storedBytes());
  });

  test('an order whose answer from the catalog was lost is marked as failed and never left waiting', async () => {
    await machine.start();
    const { store } = engineOf(machine);
    const create = store.create.bind(store);
    store.create = async (...given) => {
      await create(...given);
      throw new Error('Connection terminated unexpectedly');
    };
    await expect(machine.order('Source', 'Full', { mark: 'test:lost' })).rejects.toMatchObject({
      code: 'director_unreachable',
    });
    store.create = create;
    const next = await machine.run('Full');
    const found = await machine.director.findRunByTag(fullScope, 'test:lost');
    expect((await machine.waitForEnd(found!.jobId)).status).toBe('f');
    expect(await machine.log(found!.jobId)).toContain('the run was not started');
    expect(next.status).toBe('T');
  });

  test('the end of a run is recorded once, though the answer to it was lost', async () => {
    await machine.start();
    const { store } = engineOf(machine);
    const finish = store.finish.bind(store);
    store.finish = async (...given) => {
      store.finish = finish;
      await finish(...given);
      throw new Error('Connection terminated unexpectedly');
    };
    const run = await machine.run('Full');
    await machine.run('Full');
    expect(run.status).toBe('T');
    expect((await machine.log(run.jobid)).match(/Termination:/g)).toHaveLength(1);
  });

  test.each([0, 20, 60, 150, 400])(
    'a process that is killed %d ms into a backup or restore costs that run alone',
    async (afterMs) => {
      for (let file = 0; file < 8; file += 1)
        writeFileSync(join(machine.source, `noise-${file}`), randomBytes(2 * 2 ** 20));
      await machine.start();
      const good = await machine.run('Full');
      const where = join(machine.data, 'restores/here');
      const order = { restoreClient: 'local', where, anywhere: false, replace: 'always', selection: [] } as const;
      const restore = async (mark: string): Promise<number> =>
        (await machine.director.startRestore(fullScope, { ...order, jobids: [good.jobid], mark })).jobId;
      for (const begin of [() => machine.order('Source', 'Full'), () => restore(`test:${afterMs}`)]) {
        const jobId = await begin();
        await killProcess(machine, jobId, afterMs);
        const { status } = await machine.waitForEnd(jobId);
        if (status !== 'T')
          expect(await machine.log(jobId)).toContain('The process of this run ended without a result (SIGKILL).');
        expect(machine.volumeSize()).toBe(await machine.storedBytes());
      }
      expect((await machine.waitForEnd(await restore('test:again'))).status).toBe('T');
      expect(readTree(join(where, machine.source))).toEqual(readTree(machine.source));
      expect((await machine.run('Incremental')).status).toBe('T');
    },
  );

  test('a storage folder that is gone fails the run with the reason', async () => {
    await machine.start();
    rmSync(machine.volumes, { recursive: true });
    const run = await machine.run('Full');
    expect(run.status).toBe('f');
    expect(await machine.log(run.jobid)).toContain(
      `The storage's folder ${machine.volumes} cannot be written to: ERR=No such file or directory`,
    );
    expect(await diagnosed(run.jobid)).toBe('storage_unavailable');
    const seen = await machine.director.observe(fullScope);
    expect(seen.find(({ id }) => id === 'storage:Local')?.status).toBe('crit');
  });

  test('a vanished volume is in error, and the next run is a Full on another', async () => {
    await machine.start();
    await machine.run('Full');
    rmSync(join(machine.volumes, 'Default-0001.tar.gz'));
    await machine.stop();
    await machine.start();
    expect(await machine.media()).toMatchObject([{ status: 'Error' }]);
    expect(machine.notices.join()).toContain('Default-0001 is missing');
    const run = await machine.run('Incremental');
    expect(run).toMatchObject({ status: 'T', level: 'F' });
    expect(await machine.media()).toMatchObject([{ status: 'Error' }, { name: 'Default-0002', status: 'Append' }]);
  });

  test('a Director that lost its catalog says so, and takes it back by itself', async () => {
    await machine.start();
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    await machine.catalog.query(cut);
    // Until the loss is noticed, an order may still meet a connection that is dead.
    await until(() =>
      machine.order('Source', 'Full').then(
        () => null,
        (error: unknown) => String(error).includes('is recovering'),
      ),
    );
    await until(async () => (await machine.director.observe(fullScope)).some(({ code }) => code === 'director.runs'));
    expect((await machine.run('Full')).status).toBe('T');
  });

  test('a second process only watches, and takes over when the first has ended', async () => {
    await machine.start();
    const first = machine.director;
    const second = await machine.start();
    const refused = { code: 'director_owned_elsewhere', detail: expect.stringContaining('Another process') };
    await expect(machine.order('Source', 'Full')).rejects.toMatchObject(refused);
    expect((await second.listJobs(fullScope)).map(({ name }) => name)).toEqual([
      'Source',
      'Second Job',
      'RestoreFiles',
    ]);
    await first.stop();
    const jobId = await until(() => machine.order('Source', 'Full').catch(() => null));
    expect((await machine.waitForEnd(jobId)).status).toBe('T');
  });
});
