import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Daemon, type DaemonStatus, DaemonMonitor } from './daemon-monitor.js';

const client: Daemon = { component: 'client', name: 'laptop-fd' };
const storage: Daemon = { component: 'storage', name: 'File1' };
const up: DaemonStatus = { isUp: true, version: '15.0.3', words: '' };
const down: DaemonStatus = { isUp: false, version: null, words: 'Connection refused' };
const minute = 60_000;

let nowMs: number;
let status: DaemonStatus;
/** When the Director was asked about a daemon, in seconds. */
let calls: number[];
let watch: DaemonMonitor;

beforeEach(() => {
  [nowMs, status, calls] = [0, down, []];
  watch = new DaemonMonitor(
    () => {
      calls.push(Math.round(nowMs / 1000));
      return Promise.resolve(status);
    },
    () => nowMs,
  );
});

/** A user opens the health page every five seconds for this long. */
async function pollFor(durationMs: number, daemon: Daemon): Promise<void> {
  for (const endMs = nowMs + durationMs; nowMs < endMs; nowMs += 5_000) {
    await watch.observe([daemon], 1_000);
    // The check of a daemon that is down continues in the background.
    await Promise.resolve();
  }
}

describe('a daemon that is down', () => {
  test('is checked with pauses that double, for a client up to a quarter of an hour', async () => {
    await pollFor(120 * minute, client);
    const pauses = calls.slice(1).map((at, index) => at - (calls[index] ?? 0));
    expect(pauses.slice(0, 8)).toEqual([25, 45, 85, 165, 325, 645, 905, 905]);
  });

  test('is checked after two minutes at most if it is a storage, because no job of any client runs without it', async () => {
    await pollFor(10 * minute, storage);
    const pauses = calls.slice(1).map((at, index) => at - (calls[index] ?? 0));
    expect(pauses).toEqual([25, 45, 85, 125, 125, 125]);
  });

  test('is checked soon again after it was up in between', async () => {
    await pollFor(60 * minute, client);
    status = up;
    await pollFor(20 * minute, client);
    status = down;
    await pollFor(5_000, client);
    const downAt = calls.at(-1) ?? 0;
    nowMs += 20_000;
    await pollFor(5_000, client);
    expect(calls.at(-1)).toBe(downAt + 25);
  });
});

describe('daemons that are down', () => {
  const slowMs = 15_000;
  /** The checks in progress. */
  let probes: { readonly name: string; readonly end: (tookMs: number, seen?: DaemonStatus) => Promise<void> }[];

  beforeEach(() => {
    probes = [];
    watch = new DaemonMonitor(
      ({ name }) =>
        new Promise((resolve) => {
          const end = async (tookMs: number, seen = down): Promise<void> => {
            probes = probes.filter((check) => check.name !== name);
            nowMs += tookMs;
            resolve(seen);
            for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
          };
          probes.push({ name, end });
        }),
      () => nowMs,
    );
  });

  const named = (name: string): Daemon => ({ component: 'client', name });
  const begun = (): string[] => probes.map(({ name }) => name);
  const endOf = (name: string): ((tookMs: number, seen?: DaemonStatus) => Promise<void>) =>
    probes.find((check) => check.name === name)!.end;

  test('and were quick to be seen so do not wait for one that takes long', async () => {
    const [slow, quick] = [named('slow-fd'), named('quick-fd')];
    void watch.observe([slow, quick], 1_000);
    await endOf('slow-fd')(slowMs);
    await endOf('quick-fd')(10);
    nowMs += minute;
    void watch.observe([slow, quick], 1_000);
    expect(begun().sort()).toEqual(['quick-fd', 'slow-fd']);
    await endOf('quick-fd')(10, up);
    const seen = await watch.observe([quick], 0);
    expect(seen.map(({ code }) => code)).toEqual(['daemon.answers']);
  });

  test('are checked one after the other if they are slow, the quickest first', async () => {
    const daemons = ['a-fd', 'b-fd', 'c-fd'].map(named);
    void watch.observe(daemons, 1_000);
    for (const [name, tookMs] of [['a-fd', 3 * slowMs], ['b-fd', slowMs], ['c-fd', 2 * slowMs]] as const) await endOf(name)(tookMs); // prettier-ignore
    nowMs += 10 * minute;
    void watch.observe(daemons, 1_000);
    const order: string[] = [];
    while (probes.length > 0) {
      expect(probes).toHaveLength(1);
      order.push(...begun());
      await probes[0]!.end(slowMs);
    }
    expect(order).toEqual(['b-fd', 'c-fd', 'a-fd']);
  });

  test('do not come before one that is up', async () => {
    const [dead, alive] = [named('dead-fd'), named('alive-fd')];
    void watch.observe([dead, alive], 1_000);
    await endOf('dead-fd')(10);
    await endOf('alive-fd')(10, up);
    nowMs += minute;
    void watch.observe([dead, alive], 1_000);
    expect(begun()).toEqual(['alive-fd']);
    await endOf('alive-fd')(10, up);
    expect(begun()).toEqual(['dead-fd']);
  });
});

test('daemons that may not be checked are reported as last known', async () => {
  await watch.observe([client], 1_000);
  nowMs += 60 * minute;
  const seen = await watch.observe([storage, client], 1_000, ({ component }) => component === 'storage');
  expect(calls).toEqual([0, 3_600]);
  expect(seen.map(({ id, code }) => [id, code])).toEqual([
    ['storage:File1', 'daemon.no_answer'],
    ['client:laptop-fd', 'daemon.no_answer'],
  ]);
  const fresh = new DaemonMonitor(() => Promise.reject(new Error('This was not requested.')));
  expect(await fresh.observe([client], 1_000, () => false)).toMatchObject([
    { code: 'daemon.not_seen', status: 'unknown' },
  ]);
});
