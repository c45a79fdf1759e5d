import { beforeEach, describe, expect, test } from '@jest/globals';
import { ChannelConcurrency } from './delivery-worker.js';

const nowMs = 1_000_000;
let slots: ChannelConcurrency;

beforeEach(() => {
  slots = new ChannelConcurrency();
});

function begin(channel: string, count: number): void {
  for (let n = 0; n < count; n += 1) slots.begin(channel);
}

function free(...channels: string[]): Record<string, number> {
  return Object.fromEntries(slots.free(channels, nowMs));
}

describe('the room of a channel', () => {
  test('is five at a time', () => {
    begin('a', 3);
    expect(free('a', 'b')).toEqual({ a: 2, b: 5 });
    begin('a', 2);
    expect(free('a')).toEqual({});
  });

  test('is one while its tries fail, and five again after one that arrives', () => {
    begin('a', 1);
    slots.end('a', true);
    expect(free('a')).toEqual({ a: 1 });
    begin('a', 1);
    expect(free('a')).toEqual({});
    slots.end('a', false);
    expect(free('a')).toEqual({ a: 5 });
  });

  test('is none while the receiver requests a pause', () => {
    begin('a', 1);
    slots.end('a', false, nowMs + 1);
    expect(free('a')).toEqual({});
    expect(slots.nextRelease(nowMs)).toBe(nowMs + 1);
    expect([...slots.free(['a'], nowMs + 1).keys()]).toEqual(['a']);
    expect(slots.nextRelease(nowMs + 1)).toBeNull();
  });

  test('is shared in turns where all that there is has been given out nearly', () => {
    for (let n = 0; n < 12; n += 1) begin(`busy-${n}`, 5);
    expect(free('a', 'b', 'c')).toEqual({ a: 2, b: 1, c: 1 });
  });

  test('is there for every channel beside sixty that hang after they failed', () => {
    for (let n = 0; n < 60; n += 1) {
      begin(`hanging-${n}`, 1);
      slots.end(`hanging-${n}`, true);
      begin(`hanging-${n}`, 1);
    }
    expect(free('a')).toEqual({ a: 4 });
  });
});
