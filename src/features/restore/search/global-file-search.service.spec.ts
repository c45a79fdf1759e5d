import { describe, expect, test } from '@jest/globals';
import { readAhead, groupRuns } from './global-file-search.service.js';

const run = (jobId: number, client = 'ada') => ({ jobId, client, dataTime: jobId });
const none: ReadonlySet<number> = new Set();

test('parts the runs that are in no lineage by client', () => {
  const runs = [run(3), run(4, 'bob'), run(5), run(9, 'Carl')];
  expect(groupRuns(runs, new Set([5]), 2, null)).toEqual({
    groups: [
      { group: { after: 2, to: 9, client: 'Carl' }, jobIds: [9] },
      { group: { after: 2, to: 9, client: 'ada' }, jobIds: [3] },
      { group: { after: 2, to: 9, client: 'bob' }, jobIds: [4] },
    ],
    to: 9,
  });
});

test('takes thirty at a time, and goes on behind indexed ones', () => {
  const runs = Array.from({ length: 50 }, (_, at) => run(at + 1));
  const { groups, to } = groupRuns(runs, none, 0, null);
  expect([groups[0]?.jobIds.length, to]).toEqual([30, 30]);
  expect(groupRuns(runs, new Set(runs.map(({ jobId }) => jobId)), 0, null)).toEqual({ groups: [], to: 50 });
});

test('ends where the page before ended, though runs between have gone', () => {
  const runs = [run(2), run(30), run(31)];
  expect(groupRuns(runs, none, 0, 30)).toEqual({
    groups: [{ group: { after: 0, to: 30, client: 'ada' }, jobIds: [2, 30] }],
    to: 30,
  });
});

async function* upTo(count: number): AsyncGenerator<number> {
  for (let item = 1; item <= count; item += 1) yield await Promise.resolve(item);
}

/** The reads started by the time each item was returned, and their results. */
async function startedAtEach(count: number, most: number): Promise<string[]> {
  const begun: number[] = [];
  const messages: string[] = [];
  const read = (item: number): Promise<string> => {
    begun.push(item);
    return Promise.resolve(`read ${item}`);
  };
  for await (const [item, result] of readAhead(upTo(count), most, read)) {
    messages.push(`${item}: ${result}, ${begun.length} begun`);
  }
  return messages;
}

describe('reading ahead', () => {
  test('keeps the order and reads one more ahead after each, up to the most', async () => {
    expect(await startedAtEach(5, 2)).toEqual([
      '1: read 1, 1 begun',
      '2: read 2, 3 begun',
      '3: read 3, 5 begun',
      '4: read 4, 5 begun',
      '5: read 5, 5 begun',
    ]);
  });

  test('ends where there is nothing', async () => {
    expect(await startedAtEach(0, 2)).toEqual([]);
  });

  test('waits for started reads when it is left early', async () => {
    const ended: number[] = [];
    const read = async (item: number): Promise<number> => {
      await new Promise((resolve) => setImmediate(resolve));
      ended.push(item);
      return item;
    };
    for await (const [item] of readAhead(upTo(9), 3, read)) {
      if (item === 2) break;
    }
    expect(ended).toEqual([1, 2, 3]);
  });

  test('reports a failure in the order of its item', async () => {
    const read = (item: number): Promise<number> =>
      item === 3 ? Promise.reject(new Error('torn')) : Promise.resolve(item);
    const seen: number[] = [];
    const reading = (async () => {
      for await (const [item] of readAhead(upTo(5), 3, read)) seen.push(item);
    })();
    await expect(reading).rejects.toThrow('torn');
    expect(seen).toEqual([1, 2]);
  });
});
