import { expect, test } from '@jest/globals';
import { EstimateQueue } from './estimate-queue.js';

const never = new Promise<never>(() => undefined);

test('makes one estimate at a time, in the order of requests', async () => {
  const turns = new EstimateQueue('one');
  const steps: string[] = [];
  const make = (name: string) =>
    turns.take(name, undefined, async () => {
      steps.push(`${name} begins`);
      await new Promise(setImmediate);
      steps.push(`${name} ends`);
    });
  await Promise.all([make('a'), make('b'), make('c')]);
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('goes on after one that failed', async () => {
  const turns = new EstimateQueue('one');
  const failed = turns.take('a', undefined, () => Promise.reject(new Error('broken')));
  const next = turns.take('b', undefined, () => Promise.resolve(7));
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe(7);
});

test('rejects one that cannot start within the limit, and never starts it', async () => {
  const turns = new EstimateQueue('one', 20);
  void turns.take('a', undefined, () => never);
  let isStarted = false;
  const late = turns.take('b', undefined, () => Promise.resolve((isStarted = true)));
  await expect(late).rejects.toMatchObject({ code: 'director_too_slow' });
  expect(isStarted).toBe(false);
});

test('gives up waiting when the caller hangs up, and keeps the turn of those behind', async () => {
  const turns = new EstimateQueue('one');
  const gone = new AbortController();
  let endFirst: () => void = () => undefined;
  const first = turns.take('a', undefined, () => new Promise<void>((resolve) => (endFirst = resolve)));
  const left = turns.take('b', gone.signal, () => Promise.resolve());
  let isStarted = false;
  const third = turns.take('c', undefined, () => Promise.resolve((isStarted = true)));
  gone.abort();
  await expect(left).rejects.toMatchObject({ code: 'director_too_slow' });
  expect(isStarted).toBe(false);
  endFirst();
  await Promise.all([first, third]);
  expect(isStarted).toBe(true);
});

test('rejects more than it can make in its time', async () => {
  const turns = new EstimateQueue('one', 50);
  const waiting = Array.from({ length: 20 }, () => turns.take('a', undefined, () => never).catch(() => undefined));
  await expect(turns.take('b', undefined, () => Promise.resolve())).rejects.toThrow(/has 20 estimates/);
  expect(waiting).toHaveLength(20);
});
