import { expect, test } from '@jest/globals';
import { makeDescription, makeJob, makeRun } from '../../test/support/makers.js';
import { checkedOrder, wishToRepeat } from './job-order.js';

const now = new Date('2026-11-20T21:00:00Z');

test('writes the level as the Director does and leaves out what was not asked for', () => {
  expect(checkedOrder({ level: 'FULL' }, makeJob(), makeDescription(), now)).toEqual({
    job: 'BackupHome',
    level: 'Full',
  });
});

test('takes a start at this very moment', () => {
  expect(checkedOrder({ when: now }, makeJob(), makeDescription(), now)).toMatchObject({ when: now });
});

test('repeats what a run had instead of what the job has now', () => {
  const job = makeJob({ pool: 'Monthly' });
  expect(wishToRepeat(makeRun({ level: 'Differential', storage: null }), job)).toEqual({
    ...{ level: 'Differential', pool: 'Default' },
    ...{ client: undefined, fileset: undefined, storage: undefined },
  });
});
