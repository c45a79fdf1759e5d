import { expect, test } from '@jest/globals';
import { withSettingContext } from './setting-context.js';

test('names the setting before the reason', async () => {
  const step = (): never => {
    throw new Error("EACCES: permission denied, mkdir '/x'");
  };
  await expect(withSettingContext('DATA_DIR', step)).rejects.toThrow("DATA_DIR: EACCES: permission denied, mkdir '/x'");
});

test('lists the reasons for each address of a name', async () => {
  const aggregate = new AggregateError([
    new Error('connect ECONNREFUSED ::1:1'),
    new Error('connect ECONNREFUSED 127.0.0.1:1'),
  ]);
  await expect(withSettingContext('DATABASE_URL', () => Promise.reject(aggregate))).rejects.toThrow(
    'DATABASE_URL: connect ECONNREFUSED ::1:1; connect ECONNREFUSED 127.0.0.1:1',
  );
});

test('hands on what the step answers', async () => {
  await expect(withSettingContext('DATA_DIR', () => 7)).resolves.toBe(7);
});
