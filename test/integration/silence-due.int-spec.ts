import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { copyDatabase } from '../harness/fixtures/database.js';
import { makeClient } from '../harness/builders/domain-records.js';
import { SilenceFixture } from '../harness/fixtures/silence-fixture.js';

let fixture: SilenceFixture;
/** The clients of each reading of states; null: all of them. */
let readings: (readonly string[] | null)[];

const hourMs = 3_600_000;
const settleWithin = (hours: number): Date => new Date(fixture.clock.now().getTime() + hours * hourMs);

/** Four clients at their first look; the last good backup of each is so many hours old. */
const ages = { fresh: 1, later: 2, alarmed: 50, lost: 100 };

beforeEach(async () => {
  fixture = await SilenceFixture.open(await copyDatabase('template_console'));
  // The looks of the minute alone, not those that an end of a run brings.
  fixture.changes.onApplicationShutdown();
  fixture.director.clients = Object.keys(ages).map((name) => makeClient({ name, firstSeenAt: null }));
  for (const [client, hours] of Object.entries(ages)) await fixture.run(hours, { client });
  await fixture.monitor.tick();
  const known = fixture.silences.known.bind(fixture.silences);
  fixture.silences.known = (choice) => {
    readings.push(choice.clients ? [...choice.clients].sort() : null);
    return known(choice);
  };
  readings = [];
});

afterEach(() => fixture.close());

interface Row {
  readonly due: Date | number | null;
  readonly revision: string;
}

async function rowOf(client: string): Promise<Row> {
  const rows = await fixture.database.query<Row[]>(
    'SELECT due_at AS due, revision FROM client_silence WHERE client = $1',
    [client],
  );
  const [row] = rows;
  if (!row) throw new Error(`There is no client ${client}.`);
  return row;
}

async function setAt(client: string, values: object): Promise<void> {
  await fixture.set({ client, ...values });
}

describe('the look of the minute', () => {
  test('reads no client while none is due, and then the one that is', async () => {
    await fixture.monitor.tick();
    await fixture.later(1);
    expect(readings).toEqual([]);
    await fixture.later(20);
    expect(readings).toEqual([]);
    await fixture.later(2);
    expect(readings).toEqual([['alarmed']]);
    await fixture.later(11.5);
    expect(readings).toEqual([['alarmed'], ['later']]);
    await fixture.monitor.tick();
    expect(readings).toHaveLength(2);
  });

  test('goes over a client whose own thresholds or pause were changed by any console', async () => {
    const { revision } = await rowOf('fresh');
    await setAt('fresh', { pausedUntil: settleWithin(5) });
    expect(await rowOf('fresh')).toMatchObject({ due: -Infinity });
    expect((await rowOf('fresh')).revision).not.toBe(revision);
    await fixture.monitor.tick();
    expect(readings).toEqual([['fresh']]);
    expect((await rowOf('fresh')).due).toEqual(settleWithin(5));
    await fixture.later(5);
    expect(readings).toEqual([['fresh'], ['fresh']]);
  });

  test('goes over all clients when the thresholds of all were changed by any console', async () => {
    await fixture.database.query('UPDATE global_threshold SET warn_seconds = 60');
    await fixture.monitor.tick();
    await fixture.monitor.tick();
    expect(readings).toEqual([null]);
    expect(await fixture.toldTypes()).toHaveLength(4);
  });

  test('goes over all clients when the list of the Director is another', async () => {
    fixture.director.clients = fixture.director.clients.slice(1);
    await fixture.monitor.tick();
    await fixture.monitor.tick();
    expect(readings).toEqual([null]);
    expect(await fixture.silences.due('one', settleWithin(1000))).toEqual(expect.arrayContaining(['alarmed', 'later']));
    await expect(rowOf('fresh')).rejects.toThrow('There is no client fresh.');
  });

  test('goes over all clients when nobody looked for a while', async () => {
    await fixture.database.query(`UPDATE silence_evaluation_run SET evaluated_at = now() - interval '3 minutes'`);
    await fixture.monitor.tick();
    expect(readings).toEqual([null]);
  });

  test('goes over all clients after a look that failed', async () => {
    const due = fixture.silences.due.bind(fixture.silences);
    fixture.silences.due = () => Promise.reject(new Error('The database went away.'));
    await fixture.monitor.tick();
    fixture.silences.due = due;
    await fixture.monitor.tick();
    expect(readings).toEqual([null]);
  });

  test('goes again over what a record that is behind held back', async () => {
    await fixture.database.query(`UPDATE run_sync_state SET failure = 'Connection refused.'`);
    await fixture.later(35.5);
    await fixture.monitor.tick();
    expect(readings).toEqual([
      ['alarmed', 'fresh', 'later'],
      ['alarmed', 'fresh', 'later'],
    ]);
    await fixture.readRecord();
    await fixture.monitor.tick();
    expect(await fixture.toldTypes()).toHaveLength(5);
  });

  test('does not go by a stale list that another part of the console noted', async () => {
    const stale = fixture.director.clients.map((client) => ({ ...client, enabled: client.name !== 'lost' }));
    await fixture.silences.observation('one', stale, fixture.clock.now());
    await fixture.monitor.tick();
    expect(readings).toEqual([['lost']]);
    expect((await fixture.told()).filter(({ data }) => data['cause'] === 'pause')).toEqual([]);
  });
});

describe('when a client is due', () => {
  test('is later after a backup', async () => {
    await fixture.run(0, { client: 'lost' });
    await fixture.evaluation.evaluate({ director: 'one', clients: ['lost'] });
    expect((await rowOf('lost')).due).toEqual(new Date(fixture.clock.now().getTime() + 36 * hourMs + 1000));
  });

  test('becomes another without a new revision where its state stays', async () => {
    const before = await rowOf('fresh');
    await fixture.database.query(`UPDATE client_silence SET due_at = '-infinity'`);
    await fixture.monitor.tick();
    expect(await rowOf('fresh')).toEqual(before);
    expect((await rowOf('lost')).due).toBeNull();
  });

  test('is at once where the interval of its planned backups is another', async () => {
    await fixture.silences.keepIntervals('one', new Map([['lost', 3600]]));
    expect((await rowOf('lost')).due).toBe(-Infinity);
    await fixture.monitor.tick();
    await fixture.silences.keepIntervals('one', new Map([['lost', 3600]]));
    expect((await rowOf('lost')).due).toBeNull();
  });

  test('is at once where another process decided in between', async () => {
    const known = fixture.silences.known.bind(fixture.silences);
    fixture.silences.known = async (choice) => {
      const read = await known(choice);
      await fixture.database.query(`UPDATE client_silence SET revision = nextval('client_silence_revision')`);
      return read;
    };
    await fixture.run(0, { client: 'lost' });
    await fixture.evaluation.evaluate({ director: 'one', clients: ['lost'] });
    expect((await rowOf('lost')).due).toBe(-Infinity);
  });
});
