import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { copyDatabase } from '../support/database.js';
import { makeClient } from '../support/makers.js';
import { SilenceScene } from '../support/silence-scene.js';

let scene: SilenceScene;
/** The clients of each reading of states; null: all of them. */
let readings: (readonly string[] | null)[];

const hourMs = 3_600_000;
const soon = (hours: number): Date => new Date(scene.clock.now().getTime() + hours * hourMs);

/** Four clients at their first look; the last good backup of each is so many hours old. */
const ages = { fresh: 1, later: 2, alarmed: 50, lost: 100 };

beforeEach(async () => {
  scene = await SilenceScene.open(await copyDatabase('template_console'));
  // The looks of the minute alone, not those that an end of a run brings.
  scene.changes.onApplicationShutdown();
  scene.director.clients = Object.keys(ages).map((name) => makeClient({ name, firstSeenAt: null }));
  for (const [client, hours] of Object.entries(ages)) await scene.run(hours, { client });
  await scene.monitor.tick();
  const known = scene.silences.known.bind(scene.silences);
  scene.silences.known = (choice) => {
    readings.push(choice.clients ? [...choice.clients].sort() : null);
    return known(choice);
  };
  readings = [];
});

afterEach(() => scene.close());

interface Row {
  readonly due: Date | number | null;
  readonly revision: string;
}

async function rowOf(client: string): Promise<Row> {
  const rows = await scene.database.query<Row[]>(
    'SELECT due_at AS due, revision FROM client_silence WHERE client = $1',
    [client],
  );
  const [row] = rows;
  if (!row) throw new Error(`There is no client ${client}.`);
  return row;
}

async function setAt(client: string, values: object): Promise<void> {
  await scene.set({ client, ...values });
}

describe('the look of the minute', () => {
  test('reads no client while none is due, and then the one that is', async () => {
    await scene.monitor.tick();
    await scene.later(1);
    expect(readings).toEqual([]);
    await scene.later(20);
    expect(readings).toEqual([]);
    await scene.later(2);
    expect(readings).toEqual([['alarmed']]);
    await scene.later(11.5);
    expect(readings).toEqual([['alarmed'], ['later']]);
    await scene.monitor.tick();
    expect(readings).toHaveLength(2);
  });

  test('goes over a client whose own thresholds or pause were changed by any console', async () => {
    const { revision } = await rowOf('fresh');
    await setAt('fresh', { pausedUntil: soon(5) });
    expect(await rowOf('fresh')).toMatchObject({ due: -Infinity });
    expect((await rowOf('fresh')).revision).not.toBe(revision);
    await scene.monitor.tick();
    expect(readings).toEqual([['fresh']]);
    expect((await rowOf('fresh')).due).toEqual(soon(5));
    await scene.later(5);
    expect(readings).toEqual([['fresh'], ['fresh']]);
  });

  test('goes over all clients when the thresholds of all were changed by any console', async () => {
    await scene.database.query('UPDATE global_threshold SET warn_seconds = 60');
    await scene.monitor.tick();
    await scene.monitor.tick();
    expect(readings).toEqual([null]);
    expect(await scene.toldTypes()).toHaveLength(4);
  });

  test('goes over all clients when the list of the Director is another', async () => {
    scene.director.clients = scene.director.clients.slice(1);
    await scene.monitor.tick();
    await scene.monitor.tick();
    expect(readings).toEqual([null]);
    expect(await scene.silences.due('one', soon(1000))).toEqual(expect.arrayContaining(['alarmed', 'later']));
    await expect(rowOf('fresh')).rejects.toThrow('There is no client fresh.');
  });

  test('goes over all clients when nobody looked for a while', async () => {
    await scene.database.query(`UPDATE silence_round SET evaluated_at = now() - interval '3 minutes'`);
    await scene.monitor.tick();
    expect(readings).toEqual([null]);
  });

  test('goes over all clients after a look that failed', async () => {
    const due = scene.silences.due.bind(scene.silences);
    scene.silences.due = () => Promise.reject(new Error('The database went away.'));
    await scene.monitor.tick();
    scene.silences.due = due;
    await scene.monitor.tick();
    expect(readings).toEqual([null]);
  });

  test('goes again over what a record that is behind held back', async () => {
    await scene.database.query(`UPDATE run_feed SET failure = 'Connection refused.'`);
    await scene.later(35.5);
    await scene.monitor.tick();
    expect(readings).toEqual([
      ['alarmed', 'fresh', 'later'],
      ['alarmed', 'fresh', 'later'],
    ]);
    await scene.readRecord();
    await scene.monitor.tick();
    expect(await scene.toldTypes()).toHaveLength(5);
  });

  test('does not go by a stale list that another part of the console noted', async () => {
    const stale = scene.director.clients.map((client) => ({ ...client, enabled: client.name !== 'lost' }));
    await scene.silences.sight('one', stale, scene.clock.now());
    await scene.monitor.tick();
    expect(readings).toEqual([['lost']]);
    expect((await scene.told()).filter(({ data }) => data['cause'] === 'pause')).toEqual([]);
  });
});

describe('when a client is due', () => {
  test('is later after a backup', async () => {
    await scene.run(0, { client: 'lost' });
    await scene.evaluation.evaluate({ director: 'one', clients: ['lost'] });
    expect((await rowOf('lost')).due).toEqual(new Date(scene.clock.now().getTime() + 36 * hourMs + 1000));
  });

  test('becomes another without a new revision where its state stays', async () => {
    const before = await rowOf('fresh');
    await scene.database.query(`UPDATE client_silence SET due_at = '-infinity'`);
    await scene.monitor.tick();
    expect(await rowOf('fresh')).toEqual(before);
    expect((await rowOf('lost')).due).toBeNull();
  });

  test('is at once where the interval of its planned backups is another', async () => {
    await scene.silences.keepIntervals('one', new Map([['lost', 3600]]));
    expect((await rowOf('lost')).due).toBe(-Infinity);
    await scene.monitor.tick();
    await scene.silences.keepIntervals('one', new Map([['lost', 3600]]));
    expect((await rowOf('lost')).due).toBeNull();
  });

  test('is at once where another process decided in between', async () => {
    const known = scene.silences.known.bind(scene.silences);
    scene.silences.known = async (choice) => {
      const read = await known(choice);
      await scene.database.query(`UPDATE client_silence SET revision = nextval('client_silence_revision')`);
      return read;
    };
    await scene.run(0, { client: 'lost' });
    await scene.evaluation.evaluate({ director: 'one', clients: ['lost'] });
    expect((await rowOf('lost')).due).toBe(-Infinity);
  });
});
