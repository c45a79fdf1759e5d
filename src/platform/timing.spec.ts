import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { settleWithin, sleep, withTimeout } from './timing.js';

const never = new Promise<string>(() => undefined);
const tooLate = (): Error => new Error('too late');

const asText = [(value: unknown) => String(value), (error: unknown) => String(error)] as const;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

async function advance(ms: number): Promise<void> {
  jest.advanceTimersByTime(ms);
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** Timers that keep this process alive. */
function timers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
}

test.each([
  ['answers', () => Promise.resolve('value')],
  ['fails', () => Promise.reject(new Error('own'))],
])('a call that %s in time settles as it does, and leaves no timer', async (_, call) => {
  jest.useRealTimers();
  const before = timers();
  const own = await call().then(...asText);
  expect(await settleWithin(call(), 60_000).then(...asText)).toBe(own);
  expect(await withTimeout(call(), 60_000, tooLate).then(...asText)).toBe(own);
  expect(timers()).toBe(before);
});

test('a call that takes too long settles as null, or as what the caller names, and not before the limit', async () => {
  const settled: unknown[] = [];
  const asNull = settleWithin(never, 100).then((value) => settled.push(value));
  const asNamed = settleWithin(never, 100, 'late').then((value) => settled.push(value));
  await advance(99);
  expect(settled).toEqual([]);
  await advance(1);
  await Promise.all([asNull, asNamed]);
  expect(settled).toEqual([null, 'late']);
});

test('a call that takes too long rejects with the error of the caller, which is not made before', async () => {
  const made = jest.fn(tooLate);
  const call = expect(withTimeout(never, 100, made)).rejects.toThrow('too late');
  await advance(99);
  expect(made).not.toHaveBeenCalled();
  await advance(1);
  await call;
});

test('a call that fails after the limit is no unhandled rejection', async () => {
  let fail: (error: Error) => void = () => undefined;
  const call = new Promise<string>((_, reject) => (fail = reject));
  const settled = settleWithin(call, 100);
  await advance(100);
  await expect(settled).resolves.toBeNull();
  const unhandled = jest.fn();
  process.once('unhandledRejection', unhandled);
  fail(new Error('late failure'));
  jest.useRealTimers();
  await new Promise((resolve) => setImmediate(resolve));
  process.removeListener('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test('waiting keeps the process alive by default', async () => {
  jest.useRealTimers();
  const before = timers();
  const waits = [sleep(1, { ref: false }), settleWithin(never, 1, null, { ref: false })];
  expect(timers()).toBe(before);
  waits.push(sleep(1), settleWithin(never, 1));
  expect(timers()).toBe(before + 2);
  await Promise.all(waits);
});

test('sleep ends after its time, not before', async () => {
  const ended = jest.fn();
  const slept = sleep(100).then(ended);
  await advance(99);
  expect(ended).not.toHaveBeenCalled();
  await advance(1);
  await slept;
  expect(ended).toHaveBeenCalled();
});
