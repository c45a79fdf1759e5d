import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '../../src/domain/error-codes.js';
import { copyDatabase } from '../harness/fixtures/database.js';
import { makeClient } from '../harness/builders/domain-records.js';
import { SilenceFixture } from '../harness/fixtures/silence-fixture.js';
import { until } from '../harness/fixtures/until.js';

let url: string;
let fixture: SilenceFixture;

beforeEach(async () => {
  url = await copyDatabase('template_console');
  fixture = await SilenceFixture.open(url);
});

afterEach(() => fixture.close());

const away = (): Promise<never> => Promise.reject(new AppError('director_unreachable', 'Connection refused.'));
const silences = (...statuses: string[]): string[] => statuses.map((status) => `client.silence.${status}`);

describe('the silence monitor', () => {
  test('tells of warn, crit and the recovery, each once, as they come', async () => {
    await fixture.run(1);
    await fixture.monitor.tick();
    await fixture.later(35);
    expect(await fixture.toldTypes()).toEqual([]);
    await fixture.later(1);
    await fixture.later(1);
    await fixture.later(36);
    await fixture.run(0);
    await until(async () => (await fixture.toldTypes()).length === 3);
    expect(await fixture.toldTypes()).toEqual(silences('warn', 'crit', 'ok'));
    expect(await fixture.silence()).toMatchObject({ status: 'ok', ageSeconds: 0 });
  });

  test('tells what subscribers need to know, in words and figures', async () => {
    await fixture.run(40);
    await fixture.monitor.tick();
    const [event] = await fixture.told();
    expect(event).toMatchObject({
      type: 'client.silence.warn',
      severity: 'warning',
      subject: 'client:one:laptop',
      dedupKey: 'silence:one:laptop',
      summary:
        'Client laptop of Director one has had no good backup for 40 hours, more than its warning threshold of 36 hours.',
      data: {
        client: 'laptop',
        director: 'one',
        previousStatus: 'ok',
        lastSuccessAt: '2026-11-19T05:00:00.000Z',
        ageSeconds: 144_000,
        thresholdSeconds: 129_600,
        cause: 'time',
        directorReachable: true,
      },
      links: {
        page: 'http://console.example/#/clients/laptop?director=one',
        client: 'http://console.example/api/v1/clients/laptop?director=one',
        runs: 'http://console.example/api/v1/operations/runs?client=laptop&director=one',
      },
    });
  });

  test('takes for a success only what read the client to its end', async () => {
    await fixture.run(200);
    await fixture.run(1, { status: 'error', statusCode: 'f' });
    await fixture.run(1, { level: 'VirtualFull' });
    await fixture.run(1, { type: 'Copied', readsClient: false });
    await fixture.run(1, { type: 'Restore' });
    await fixture.run(1, { status: 'warning', statusCode: 'D' });
    await fixture.run(1, { client: 'desk' });
    await fixture.monitor.tick();
    expect(await fixture.toldTypes()).toEqual(silences('crit'));
    await fixture.run(2, { status: 'warning', statusCode: 'W' });
    await until(async () => (await fixture.toldTypes()).length === 2);
    expect(await fixture.toldTypes()).toEqual(silences('crit', 'ok'));
  });

  test('takes for no success a backup that read no file and ended with warnings, but one that found nothing changed', async () => {
    await fixture.run(200);
    await fixture.run(1, { status: 'warning', statusCode: 'T', errors: 3, files: 0, bytes: 0 });
    await fixture.run(1, { status: 'warning', statusCode: 'W', files: 0, bytes: 0 });
    await fixture.monitor.tick();
    expect(await fixture.toldTypes()).toEqual(silences('crit'));
    await fixture.run(2, { level: 'Incremental', files: 0, bytes: 0 });
    await until(async () => (await fixture.toldTypes()).length === 2);
    expect(await fixture.toldTypes()).toEqual(silences('crit', 'ok'));
  });

  test('looks right after a backup ended, without waiting for the minute', async () => {
    await fixture.run(100);
    await fixture.monitor.tick();
    await fixture.run(0);
    await until(async () => (await fixture.toldTypes()).length === 2);
    expect(await fixture.toldTypes()).toEqual(silences('crit', 'ok'));
  });

  test('meets a new client right after its first good backup, without waiting for the minute', async () => {
    await fixture.run(0);
    const protectedClients = async () => {
      const [row] = await fixture.database.query<{ count: number }[]>(
        'SELECT count(last_success_at)::int AS count FROM client_silence WHERE evaluated AND enabled',
      );
      return row?.count === 1;
    };
    await until(protectedClients);
    expect(await fixture.silence()).toMatchObject({ status: 'ok', ageSeconds: 0 });
    expect(await fixture.toldTypes()).toEqual([]);
  });

  test('decides nothing of a new client after its first good backup before the catalog told its history', async () => {
    let asked = 0;
    fixture.director.catalog.runs.lastGoodBackups = () => {
      asked += 1;
      return away();
    };
    await fixture.run(100);
    await until(() => Promise.resolve(asked === 1));
    expect(await fixture.toldTypes()).toEqual([]);
    fixture.director.catalog.runs.lastGoodBackups = () => Promise.resolve([]);
    await fixture.monitor.tick();
    expect(await fixture.toldTypes()).toEqual(silences('crit'));
  });

  test('learns of history that is not on record from the catalog, once', async () => {
    const { catalog } = fixture.director;
    let asked = 0;
    catalog.runs.lastGoodBackups = () => {
      asked += 1;
      return Promise.resolve([{ client: 'laptop', jobId: 3, endedAt: new Date('2026-11-20T20:00:00Z') }]);
    };
    await fixture.monitor.tick();
    await fixture.later(30);
    expect(await fixture.silence()).toMatchObject({ status: 'ok', lastSuccessAt: new Date('2026-11-20T20:00:00Z') });
    expect(asked).toBe(1);
    await fixture.later(6);
    expect(await fixture.toldTypes()).toEqual(silences('warn'));
  });

  test('decides nothing of a new client before the catalog told its history', async () => {
    fixture.director.catalog.runs.lastGoodBackups = away;
    await fixture.monitor.tick();
    await fixture.later(100);
    expect(await fixture.toldTypes()).toEqual([]);
    fixture.director.catalog.runs.lastGoodBackups = () => Promise.resolve([]);
    await fixture.monitor.tick();
    expect(await fixture.toldTypes()).toEqual(silences('crit'));
  });

  test('does not forget a last backup that is pruned', async () => {
    await fixture.run(1);
    await fixture.monitor.tick();
    await fixture.database.query('DELETE FROM run');
    await fixture.later(1);
    expect(await fixture.silence()).toMatchObject({ status: 'ok', ageSeconds: 7200 });
  });
});

describe('a record of runs that is behind', () => {
  test.each([
    ['was read too long ago', `UPDATE run_sync_state SET read_at = now() - interval '3 minutes'`],
    ['fails', `UPDATE run_sync_state SET failure = 'Connection refused.'`],
    ['was never read', 'UPDATE run_sync_state SET read_at = NULL'],
  ])('raises no alarm when it %s, and what is true is told when it is read again', async (_, behind) => {
    await fixture.run(1);
    await fixture.monitor.tick();
    await fixture.database.query(behind);
    await fixture.later(100);
    expect(await fixture.toldTypes()).toEqual([]);
    expect(await fixture.silence()).toMatchObject({ status: 'ok', ageSeconds: 101 * 3600 });
    await fixture.readRecord();
    await fixture.monitor.tick();
    expect(await fixture.toldTypes()).toEqual(silences('crit'));
  });
});

describe('a Director that does not answer', () => {
  test('keeps its clients watched, and the event says that it does not answer', async () => {
    await fixture.run(1);
    await fixture.monitor.tick();
    fixture.director.gate = away;
    await fixture.later(40);
    expect((await fixture.told()).map(({ data }) => data['directorReachable'])).toEqual([false]);
    await fixture.run(0);
    await until(async () => (await fixture.toldTypes()).length === 2);
    expect((await fixture.told()).at(-1)?.data['directorReachable']).toBe(false);
  });

  test('does not keep the clients of another one from being evaluated', async () => {
    const { FakeDirector } = await import('../harness/fakes/fake-director.js');
    const other = new FakeDirector('two', false);
    other.gate = away;
    fixture.directors.put(other);
    await fixture.run(100);
    await fixture.monitor.tick();
    expect(await fixture.toldTypes()).toEqual(silences('crit'));
  });
});

describe('a client that is no longer configured', () => {
  test('is silent no more, and counts anew from first sight when it comes back', async () => {
    await fixture.run(100);
    await fixture.monitor.tick();
    const [laptop] = fixture.director.clients;
    fixture.director.clients = [makeClient({ name: 'desk' })];
    await fixture.database.query('DELETE FROM run');
    await fixture.later(1);
    const told = await fixture.told();
    expect(told.filter(({ data }) => data['client'] === 'laptop').map(({ data }) => data['cause'])).toEqual([
      'time',
      'removed',
    ]);
    fixture.director.clients = laptop ? [laptop] : [];
    await fixture.later(1);
    expect(await fixture.silence()).toMatchObject({ status: 'ok', ageSeconds: 0, lastSuccessAt: null });
    await fixture.later(100);
    expect((await fixture.told()).filter(({ data }) => data['client'] === 'laptop')).toHaveLength(3);
  });

  test('stays while the Director does not tell its list', async () => {
    await fixture.run(100);
    await fixture.monitor.tick();
    fixture.director.clients = [];
    fixture.director.gate = away;
    await fixture.later(1);
    expect(await fixture.toldTypes()).toEqual(silences('crit'));
  });

  test('goes with its Director, when nobody feeds its record any more', async () => {
    await fixture.run(100);
    await fixture.monitor.tick();
    fixture.directors.remove('one');
    await fixture.later(1);
    expect(await fixture.toldTypes()).toEqual(silences('crit'));
    await fixture.database.query(`UPDATE run_sync_state SET read_at = now() - interval '3 minutes'`);
    await fixture.later(1);
    expect((await fixture.told()).at(-1)?.data).toMatchObject({ cause: 'removed', previousStatus: 'crit' });
    expect(await fixture.silences.known({ director: 'one' })).toEqual([]);
  });

  test('stays with a stored Director whose settings cannot be used', async () => {
    await fixture.run(100);
    await fixture.monitor.tick();
    fixture.directors.remove('one');
    await fixture.database.query(`UPDATE run_sync_state SET read_at = now() - interval '3 minutes'`);
    await fixture.database.query(
      `INSERT INTO configured_director (name, settings, sealed, is_default, created_at, updated_at, revision)
       VALUES ('one', '{}', '', false, now(), now(), 1)`,
    );
    await fixture.later(1);
    expect(await fixture.toldTypes()).toEqual(silences('crit'));
  });
});

describe('a client that is left alone', () => {
  test('resolves when it is paused, is not told of until then, and is judged anew after', async () => {
    await fixture.run(100);
    await fixture.monitor.tick();
    await fixture.set({ pausedUntil: new Date(fixture.clock.now().getTime() + 10 * 3_600_000) });
    await fixture.monitor.tick();
    await fixture.later(9);
    expect((await fixture.told()).map(({ data }) => data['cause'])).toEqual(['time', 'pause']);
    expect((await fixture.silence())?.pausedUntil).not.toBeNull();
    await fixture.later(2);
    expect(await fixture.toldTypes()).toEqual(silences('crit', 'ok', 'crit'));
    expect((await fixture.silence())?.pausedUntil).toBeNull();
  });

  test('resolves when its Director does not use it, and is judged anew when it does', async () => {
    await fixture.run(100);
    await fixture.monitor.tick();
    fixture.director.clients = [makeClient({ enabled: false })];
    await fixture.later(1);
    expect((await fixture.told()).at(-1)).toMatchObject({
      data: { cause: 'pause' },
      summary: 'Client laptop of Director one is disabled at its Director and no longer monitored.',
    });
    fixture.director.clients = [makeClient()];
    await fixture.later(1);
    expect(await fixture.toldTypes()).toEqual(silences('crit', 'ok', 'crit'));
  });
});

describe('thresholds that follow the schedule', () => {
  const start = (day: number, values: object = {}) => ({
    job: 'BackupHome',
    director: 'one',
    type: 'Backup',
    level: 'Full',
    client: 'laptop',
    fileset: 'Home',
    schedule: 'Weekly',
    pool: 'Default',
    priority: 10,
    at: new Date(Date.UTC(2026, 10, day, 22)),
    ...values,
  });

  test('are one and a half and three times the time between planned backups', async () => {
    fixture.director.starts = [
      start(22),
      start(25, { level: 'VirtualFull' }),
      start(26, { client: 'desk' }),
      start(29),
    ];
    await fixture.set({ basis: 'schedule' });
    await fixture.monitor.tick();
    const week = 7 * 86_400;
    expect(await fixture.silence()).toMatchObject({ warnSeconds: 1.5 * week, critSeconds: 3 * week });
    fixture.director.tellsPlan = false;
    await fixture.later(1);
    expect(await fixture.silence()).toMatchObject({ warnSeconds: 1.5 * week });
  });
});
