import { expect, test } from '@jest/globals';
import { NameLookups } from './ssrf-guard.js';

const found = [{ address: '192.0.2.1', family: 4 }];

/** Lookups that end on demand, by their names in the order of their start. */
function slowLookups() {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const findStartedRun = (host: string): Promise<typeof found> => {
    begun.push(host);
    return new Promise((resolve, reject) => {
      ends.set(host, (error) => {
        if (error) reject(error);
        else resolve(found);
      });
    });
  };
  return { begun, ends, names: new NameLookups(findStartedRun, 2) };
}

test('few names are looked up at the same time, and the others follow in their order', async () => {
  const { begun, ends, names } = slowLookups();
  const answers = ['a', 'b', 'c', 'd'].map((host) => names.resolve(host));
  expect(begun).toEqual(['a', 'b']);
  ends.get('b')?.();
  await answers[1];
  expect(begun).toEqual(['a', 'b', 'c']);
  ends.get('c')?.(new Error('DNS does not answer'));
  await expect(answers[2]).rejects.toThrow('DNS does not answer');
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  for (const host of ['a', 'd']) ends.get(host)?.();
  expect(await Promise.all([answers[0], answers[3]])).toEqual([found, found]);
});

test('all callers that wait for a name share one lookup, and a later caller starts another one', async () => {
  const { begun, ends, names } = slowLookups();
  const answers = [1, 2, 3].map(() => names.resolve('a'));
  expect(begun).toEqual(['a']);
  ends.get('a')?.();
  expect(await Promise.all(answers)).toEqual([found, found, found]);
  const later = names.resolve('a');
  expect(begun).toEqual(['a', 'a']);
  ends.get('a')?.();
  expect(await later).toEqual(found);
});
