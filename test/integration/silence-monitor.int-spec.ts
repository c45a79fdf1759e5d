import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Refusal } from '../../src/domain/refusals.js';
import { copyDatabase } from '../support/database.js';
import { makeClient } from '../support/makers.js';
import { SilenceScene } from '../support/silence-scene.js';
import { until } from '../support/until.js';

let url: string;
let scene: SilenceScene;

beforeEach(async () => {
  url = await copyDatabase('template_console');
  scene = await SilenceScene.open(url);
});

afterEach(() => scene.close());

const away = (): Promise<never> => Promise.reject(new Refusal('director_unreachable', 'Connection refused.'));
const silences = (...statuses: string[]): string[] => statuses.map((status) => `client.silence.${status}`);

describe('the silence monitor', () => {
  test('tells of warn, crit and the recovery, each once, as they come', async () => {
    await scene.run(1);
    await scene.monitor.tick();
    await scene.later(35);
    expect(await scene.toldTypes()).toEqual([]);
    await scene.later(1);
    await scene.later(1);
    await scene.later(36);
    await scene.run(0);
    await until(async () => (await scene.toldTypes()).length === 3);
    expect(await scene.toldTypes()).toEqual(silences('warn', 'crit', 'ok'));
    expect(await scene.silence()).toMatchObject({ status: 'ok', ageSeconds: 0 });
  });

  test('tells what subscribers need to know, in words and figures', async () => {
    await scene.run(40);
    await scene.monitor.tick();
    const [event] = await scene.told();
    expect(event).toMatchObject({
      type: 'client.silence.warn',
      severity: 'warning',
      subject: 'client:one:laptop',
      dedupKey: 'silence:one:laptop',
      summary: 'Client laptop of Director one has had no good backup for 40 hours: more than the 36 hours of warn.',
      data: {
        ...{ client: 'laptop', director: 'one', previousStatus: 'ok', lastSuccessAt: '2026-11-19T05:00:00.000Z' },
        ...{ ageSeconds: 144_000, thresholdSeconds: 129_600, cause: 'time', directorReachable: true },
      },
      links: {
        client: 'http://console.example/api/v1/clients/laptop?director=one',
        runs: 'http://console.example/api/v1/operations/runs?client=laptop&director=one',
      },
    });
  });

  test('takes for a success only what read the client to its end', async () => {
    await scene.run(200);
    await scene.run(1, { status: 'error', statusCode: 'f' });
    await scene.run(1, { level: 'VirtualFull' });
    await scene.run(1, { type: 'Copied', readsClient: false });
    await scene.run(1, { type: 'Restore' });
    await scene.run(1, { status: 'warning', statusCode: 'D' });
    await scene.run(1, { client: 'desk' });
    await scene.monitor.tick();
    expect(await scene.toldTypes()).toEqual(silences('crit'));
    await scene.run(2, { status: 'warning', statusCode: 'W' });
    await until(async () => (await scene.toldTypes()).length === 2);
    expect(await scene.toldTypes()).toEqual(silences('crit', 'ok'));
  });

  test('looks right after a backup ended, without waiting for the minute', async () => {
    await scene.run(100);
    await scene.monitor.tick();
    await scene.run(0);
    await until(async () => (await scene.toldTypes()).length === 2);
    expect(await scene.toldTypes()).toEqual(silences('crit', 'ok'));
  });

  test('meets a new client right after its first good backup, without waiting for the minute', async () => {
    await scene.run(0);
    const protectedClients = async () => {
      const [row] = await scene.database.query<{ count: number }[]>(
        'SELECT count(last_success_at)::int AS count FROM client_silence WHERE evaluated AND enabled',
      );
      return row?.count === 1;
    };
    await until(protectedClients);
    expect(await scene.silence()).toMatchObject({ status: 'ok', ageSeconds: 0 });
    expect(await scene.toldTypes()).toEqual([]);
  });

  test('decides nothing of a new client after its first good backup before the catalog told its history', async () => {
    let asked = 0;
    scene.director.catalog.lastGoodBackups = () => {
      asked += 1;
      return away();
    };
    await scene.run(100);
    await until(() => Promise.resolve(asked === 1));
    expect(await scene.toldTypes()).toEqual([]);
    scene.director.catalog.lastGoodBackups = () => Promise.resolve([]);
    await scene.monitor.tick();
    expect(await scene.toldTypes()).toEqual(silences('crit'));
  });

  test('learns of history that is not on record from the catalog, once', async () => {
    const { catalog } = scene.director;
    let asked = 0;
    catalog.lastGoodBackups = () => {
      asked += 1;
      return Promise.resolve([{ client: 'laptop', jobId: 3, endedAt: new Date('2026-11-20T20:00:00Z') }]);
    };
    await scene.monitor.tick();
    await scene.later(30);
    expect(await scene.silence()).toMatchObject({ status: 'ok', lastSuccessAt: new Date('2026-11-20T20:00:00Z') });
    expect(asked).toBe(1);
    await scene.later(6);
    expect(await scene.toldTypes()).toEqual(silences('warn'));
  });

  test('decides nothing of a new client before the catalog told its history', async () => {
    scene.director.catalog.lastGoodBackups = away;
    await scene.monitor.tick();
    await scene.later(100);
    expect(await scene.toldTypes()).toEqual([]);
    scene.director.catalog.lastGoodBackups = () => Promise.resolve([]);
    await scene.monitor.tick();
    expect(await scene.toldTypes()).toEqual(silences('crit'));
  });

  test('does not forget a last backup that is pruned', async () => {
    await scene.run(1);
    await scene.monitor.tick();
    await scene.database.query('DELETE FROM run');
    await scene.later(1);
    expect(await scene.silence()).toMatchObject({ status: 'ok', ageSeconds: 7200 });
  });
});

describe('a record of runs that is behind', () => {
  test.each([
    ['was read too long ago', `UPDATE run_feed SET read_at = now() - interval '3 minutes'`],
    ['fails', `UPDATE run_feed SET failure = 'Connection refused.'`],
    ['was never read', 'UPDATE run_feed SET read_at = NULL'],
  ])('raises no alarm when it %s, and what is true is told when it is read again', async (_, behind) => {
    await scene.run(1);
    await scene.monitor.tick();
    await scene.database.query(behind);
    await scene.later(100);
    expect(await scene.toldTypes()).toEqual([]);
    expect(await scene.silence()).toMatchObject({ status: 'ok', ageSeconds: 101 * 3600 });
    await scene.readRecord();
    await scene.monitor.tick();
    expect(await scene.toldTypes()).toEqual(silences('crit'));
  });
});

describe('a Director that does not answer', () => {
  test('keeps its clients watched, and the event says that it does not answer', async () => {
    await scene.run(1);
    await scene.monitor.tick();
    scene.director.gate = away;
    await scene.later(40);
    expect((await scene.told()).map(({ data }) => data['directorReachable'])).toEqual([false]);
    await scene.run(0);
    await until(async () => (await scene.toldTypes()).length === 2);
    expect((await scene.told()).at(-1)?.data['directorReachable']).toBe(false);
  });

  test('does not keep the clients of another one from being evaluated', async () => {
    const { PaperDirector } = await import('../support/paper-director.js');
    const other = new PaperDirector('two', false);
    other.gate = away;
    scene.directors.put(other);
    await scene.run(100);
    await scene.monitor.tick();
    expect(await scene.toldTypes()).toEqual(silences('crit'));
  });
});

describe('a client that is no longer configured', () => {
  test('is silent no more, and counts anew from first sight when it comes back', async () => {
    await scene.run(100);
    await scene.monitor.tick();
    const [laptop] = scene.director.clients;
    scene.director.clients = [makeClient({ name: 'desk' })];
    await scene.database.query('DELETE FROM run');
    await scene.later(1);
    const told = await scene.told();
    expect(told.filter(({ data }) => data['client'] === 'laptop').map(({ data }) => data['cause'])).toEqual([
      'time',
      'removed',
    ]);
    scene.director.clients = laptop ? [laptop] : [];
    await scene.later(1);
    expect(await scene.silence()).toMatchObject({ status: 'ok', ageSeconds: 0, lastSuccessAt: null });
    await scene.later(100);
    expect((await scene.told()).filter(({ data }) => data['client'] === 'laptop')).toHaveLength(3);
  });

  test('stays while the Director does not tell its list', async () => {
    await scene.run(100);
    await scene.monitor.tick();
    scene.director.clients = [];
    scene.director.gate = away;
    await scene.later(1);
    expect(await scene.toldTypes()).toEqual(silences('crit'));
  });

  test('goes with its Director, when nobody feeds its record any more', async () => {
    await scene.run(100);
    await scene.monitor.tick();
    scene.directors.remove('one');
    await scene.later(1);
    expect(await scene.toldTypes()).toEqual(silences('crit'));
    await scene.database.query(`UPDATE run_feed SET read_at = now() - interval '3 minutes'`);
    await scene.later(1);
    expect((await scene.told()).at(-1)?.data).toMatchObject({ cause: 'removed', previousStatus: 'crit' });
    expect(await scene.silences.known({ director: 'one' })).toEqual([]);
  });

  test('stays with a stored Director whose settings cannot be used', async () => {
    await scene.run(100);
    await scene.monitor.tick();
    scene.directors.remove('one');
    await scene.database.query(`UPDATE run_feed SET read_at = now() - interval '3 minutes'`);
    await scene.database.query(
      `INSERT INTO configured_director (name, settings, sealed, is_default, created_at, updated_at, revision)
       VALUES ('one', '{}', '', false, now(), now(), 1)`,
    );
    await scene.later(1);
    expect(await scene.toldTypes()).toEqual(silences('crit'));
  });
});

describe('a client that is left alone', () => {
  test('resolves when it is paused, is not told of until then, and is judged anew after', async () => {
    await scene.run(100);
    await scene.monitor.tick();
    await scene.set({ pausedUntil: new Date(scene.clock.now().getTime() + 10 * 3_600_000) });
    await scene.monitor.tick();
    await scene.later(9);
    expect((await scene.told()).map(({ data }) => data['cause'])).toEqual(['time', 'pause']);
    expect((await scene.silence())?.pausedUntil).not.toBeNull();
    await scene.later(2);
    expect(await scene.toldTypes()).toEqual(silences('crit', 'ok', 'crit'));
    expect((await scene.silence())?.pausedUntil).toBeNull();
  });

  test('resolves when its Director does not use it, and is judged anew when it does', async () => {
    await scene.run(100);
    await scene.monitor.tick();
    scene.director.clients = [makeClient({ enabled: false })];
    await scene.later(1);
    expect((await scene.told()).at(-1)).toMatchObject({
      data: { cause: 'pause' },
      summary: 'Client laptop of Director one is silent on purpose: its Director does not use it any more.',
    });
    scene.director.clients = [makeClient()];
    await scene.later(1);
    expect(await scene.toldTypes()).toEqual(silences('crit', 'ok', 'crit'));
  });
});

describe('thresholds that follow the schedule', () => {
  const start = (day: number, values: object = {}) => ({
    ...{ job: 'BackupHome', director: 'one', type: 'Backup', level: 'Full', client: 'laptop', fileset: 'Home' },
    ...{ schedule: 'Weekly', pool: 'Default', priority: 10, at: new Date(Date.UTC(2026, 10, day, 22)) },
    ...values,
  });

  test('are one and a half and three times the time between planned backups', async () => {
    scene.director.starts = [start(22), start(25, { level: 'VirtualFull' }), start(26, { client: 'desk' }), start(29)];
    await scene.set({ basis: 'schedule' });
    await scene.monitor.tick();
    const week = 7 * 86_400;
    expect(await scene.silence()).toMatchObject({ warnSeconds: 1.5 * week, critSeconds: 3 * week });
    scene.director.tellsPlan = false;
    await scene.later(1);
    expect(await scene.silence()).toMatchObject({ warnSeconds: 1.5 * week });
  });
});
