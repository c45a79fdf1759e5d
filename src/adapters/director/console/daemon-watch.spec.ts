import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Daemon, type DaemonSight, DaemonWatch } from './daemon-watch.js';

const client: Daemon = { component: 'client', name: 'laptop-fd' };
const storage: Daemon = { component: 'storage', name: 'File1' };
const up: DaemonSight = { isUp: true, version: '15.0.3', words: '' };
const down: DaemonSight = { isUp: false, version: null, words: 'Connection refused' };
const minute = 60_000;

let nowMs: number;
let sight: DaemonSight;
/** When the Director was asked about a daemon, in seconds. */
let asked: number[];
let watch: DaemonWatch;

beforeEach(() => {
  [nowMs, sight, asked] = [0, down, []];
  watch = new DaemonWatch(
    () => {
      asked.push(Math.round(nowMs / 1000));
      return Promise.resolve(sight);
    },
    () => nowMs,
  );
});

/** Somebody opens the health page every five seconds for so long. */
async function pollFor(durationMs: number, daemon: Daemon): Promise<void> {
  for (const endMs = nowMs + durationMs; nowMs < endMs; nowMs += 5_000) {
    await watch.observe([daemon], 1_000);
    // The look at a daemon that is down goes on behind the answer.
    await Promise.resolve();
  }
}

describe('a daemon that is down', () => {
  test('is asked for with pauses that double, of a client up to a quarter of an hour', async () => {
    await pollFor(120 * minute, client);
    const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    expect(pauses.slice(0, 8)).toEqual([25, 45, 85, 165, 325, 645, 905, 905]);
  });

  test('is asked for after two minutes at most where it is a storage, for no job of any client runs without it', async () => {
    await pollFor(10 * minute, storage);
    const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    expect(pauses).toEqual([25, 45, 85, 125, 125, 125]);
  });

  test('is asked for soon again after it was up in between', async () => {
    await pollFor(60 * minute, client);
    sight = up;
    await pollFor(20 * minute, client);
    sight = down;
    await pollFor(5_000, client);
    const downAt = asked.at(-1) ?? 0;
    nowMs += 20_000;
    await pollFor(5_000, client);
    expect(asked.at(-1)).toBe(downAt + 25);
  });
});

test('daemons that may not be asked for are told as they are known', async () => {
  await watch.observe([client], 1_000);
  nowMs += 60 * minute;
  const seen = await watch.observe([storage, client], 1_000, ({ component }) => component === 'storage');
  expect(asked).toEqual([0, 3_600]);
  expect(seen.map(({ id, code }) => [id, code])).toEqual([
    ['storage:File1', 'daemon.no_answer'],
    ['client:laptop-fd', 'daemon.no_answer'],
  ]);
  const fresh = new DaemonWatch(() => Promise.reject(new Error('Nobody asked for it.')));
  expect(await fresh.observe([client], 1_000, () => false)).toMatchObject([
    { code: 'daemon.not_seen', status: 'unknown' },
  ]);
});
