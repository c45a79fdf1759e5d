import { expect, test } from '@jest/globals';
import { runFilterOf } from './runs.service.js';

const now = new Date('2026-11-20T12:00:00Z');

test.each([
  { name: 'the last hours reach back from now', words: { hours: 3 }, since: '2026-11-20T09:00:00.000Z' },
  {
    name: 'a later time wins over hours',
    words: { hours: 3, since: new Date('2026-11-20T11:00:00Z') },
    since: '2026-11-20T11:00:00.000Z',
  },
  {
    name: 'hours win over an earlier time',
    words: { hours: 3, since: new Date('2026-11-01T00:00:00Z') },
    since: '2026-11-20T09:00:00.000Z',
  },
])('$name', ({ words, since }) => {
  expect(runFilterOf(words, now).since?.toISOString()).toBe(since);
});

test('without a time there is no bound', () => {
  expect(runFilterOf({}, now)).toEqual({});
});

test('levels and types are taken ignoring case', () => {
  expect(runFilterOf({ level: ['full'], type: ['BACKUP'] }, now)).toEqual({ levels: ['Full'], types: ['Backup'] });
});
