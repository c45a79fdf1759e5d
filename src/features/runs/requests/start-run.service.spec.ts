import { expect, test } from '@jest/globals';
import { makeDescription, makeJob, makeRun } from '../../../../test/harness/builders/domain-records.js';
import { checkedEstimate, validateRunRequest, type RequestedRun, toRerunRequest } from './start-run.service.js';

const now = new Date('2026-11-20T21:00:00Z');

test('writes the level as the Director does and leaves out what was not requested', () => {
  expect(validateRunRequest({ level: 'FULL' }, makeJob(), makeDescription(), now)).toEqual({
    job: 'BackupHome',
    level: 'Full',
  });
});

test.each<[string, RequestedRun, object]>([
  ['a level that the job does not run at', { level: 'Base' }, { code: 'invalid_level' }],
  ['a client that the Director does not have', { client: 'none' }, { code: 'unknown_client' }],
  ['a fileset that it does not have', { fileset: 'none' }, { code: 'unknown_fileset' }],
  ['a storage that it does not have', { storage: 'none' }, { code: 'unknown_storage' }],
  ['a pool that it does not have', { pool: 'none' }, { code: 'unknown_pool' }],
  ['a start a moment ago', { when: new Date(now.getTime() - 1) }, { code: 'when_in_past' }],
])('rejects %s', (_, wanted, code) => {
  expect(() => validateRunRequest(wanted, makeJob(), makeDescription(), now)).toThrow(expect.objectContaining(code));
});

test('names the levels that a job runs at', () => {
  expect(() => validateRunRequest({ level: 'Base' }, makeJob(), makeDescription(), now)).toThrow(
    expect.objectContaining({ extras: { members: { allowed: ['Full', 'Incremental', 'Differential'] } } }),
  );
});

test('runs a job without levels at none, and rejects any other for it', () => {
  const job = makeJob({ type: 'Admin', level: 'None', allowedLevels: [] });
  expect(validateRunRequest({}, job, makeDescription(), now)).toMatchObject({ level: 'None' });
  expect(() => validateRunRequest({ level: 'Full' }, job, makeDescription(), now)).toThrow(
    expect.objectContaining({ code: 'invalid_level', detail: 'BackupHome has no levels. Omit level.' }),
  );
});

test('rejects a restore job without a restore request', () => {
  const job = makeJob({ type: 'Restore', allowedLevels: [] });
  expect(() => validateRunRequest({}, job, makeDescription(), now)).toThrow(
    expect.objectContaining({ code: 'job_not_runnable' }),
  );
});

test('takes a start at this very moment', () => {
  expect(validateRunRequest({ when: now }, makeJob(), makeDescription(), now)).toMatchObject({ when: now });
});

test('repeats what a run had instead of what the job has now', () => {
  const job = makeJob({ pool: 'Monthly' });
  expect(toRerunRequest(makeRun({ level: 'Differential', storage: null }), job)).toEqual({
    level: 'Differential',
    pool: 'Default',
    client: undefined,
    fileset: undefined,
    storage: undefined,
  });
});

test('estimates at the level of the job unless another is requested', () => {
  const job = makeJob({ level: 'Incremental' });
  expect(checkedEstimate({}, job, makeDescription())).toEqual({ job: 'BackupHome', level: 'Incremental' });
  expect(checkedEstimate({ level: 'full' }, job, makeDescription())).toEqual({ job: 'BackupHome', level: 'Full' });
});

test('rejects an estimate for a job that reads no client', () => {
  const virtual = makeJob({ level: 'VirtualFull', allowedLevels: ['Full', 'VirtualFull'] });
  expect(() => checkedEstimate({}, virtual, makeDescription())).toThrow(
    expect.objectContaining({ code: 'invalid_level', extras: { members: { allowed: ['Full'] } } }),
  );
  for (const type of ['Admin', 'Restore', 'Verify']) {
    expect(() => checkedEstimate({}, makeJob({ type }), makeDescription())).toThrow(
      expect.objectContaining({ code: 'job_not_runnable' }),
    );
  }
});

test.each<[string, RequestedRun, object]>([
  ['a client that the Director does not have', { client: 'none' }, { code: 'unknown_client' }],
  ['a fileset that it does not have', { fileset: 'none' }, { code: 'unknown_fileset' }],
])('rejects an estimate with %s', (_, wanted, code) => {
  expect(() => checkedEstimate(wanted, makeJob(), makeDescription())).toThrow(expect.objectContaining(code));
});
