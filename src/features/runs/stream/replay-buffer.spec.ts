import { expect, test } from '@jest/globals';
import { ReplayBuffer } from './replay-buffer.js';

const startedAt = new Date('2026-11-20T21:00:00Z');
const later = (seconds: number): Date => new Date(startedAt.getTime() + seconds * 1000);

function memoryOf(times: number[]): ReplayBuffer {
  const memory = new ReplayBuffer('abc');
  for (const seconds of times) memory.add('one', 'run', String(seconds), later(seconds));
  return memory;
}

test('gives what came after an event', () => {
  expect(
    memoryOf([1, 2, 3])
      .since('abc-1', later(4))
      ?.map(({ data }) => data),
  ).toEqual(['2', '3']);
});

test('has nothing to give after the last event, however long ago that was', () => {
  expect(memoryOf([1]).since('abc-1', later(3_600))).toEqual([]);
  expect(memoryOf([]).since('abc-0', later(3_600))).toEqual([]);
});

test('reports that it no longer has events older than ten minutes', () => {
  expect(memoryOf([1, 2]).since('abc-1', later(602))).toHaveLength(1);
  expect(memoryOf([1, 2]).since('abc-1', later(603))).toBeNull();
});

test.each(['abc-9', 'xyz-1', 'abc-', 'abc', 'abc-1-2', 'abc--1', ''])('does not know the id %j', (id) => {
  expect(memoryOf([1, 2]).since(id, later(3))).toBeNull();
});

test('forgets the oldest of too many', () => {
  const memory = memoryOf(Array.from({ length: 2_001 }, () => 1));
  expect(memory.since('abc-0', later(1))).toBeNull();
  expect(memory.since('abc-1', later(1))).toHaveLength(2_000);
});
