import { expect, test } from '@jest/globals';
import { InFlightCalls } from './in-flight-calls.js';

test('callers share the call of their key until it ends, and its failure; the next one calls anew', async () => {
  const calls = new InFlightCalls<string, string>();
  const began: string[] = [];
  let end: (fails: boolean) => void = () => undefined;
  const ask = (key: string): Promise<string> =>
    calls.share(key, () => {
      began.push(key);
      return new Promise((resolve, reject) => (end = (fails) => (fails ? reject(new Error('away')) : resolve('here'))));
    });
  const failing = [ask('one'), ask('one')];
  end(true);
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const answered = [ask('one'), ask('one')];
  end(false);
  expect(await Promise.all(answered)).toEqual(['here', 'here']);
  void ask('other');
  void ask('one');
  expect(began).toEqual(['one', 'one', 'other', 'one']);
});
