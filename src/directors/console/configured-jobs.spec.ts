import { expect, test } from '@jest/globals';
import { validateRunRequest } from '../../features/runs/requests/start-run.service.js';
import { makeDescription } from '../../../test/harness/builders/domain-records.js';
import { configuredJob, type JobDefaults } from './configured-jobs.js';

function defaultsOf(type: string, level: string): JobDefaults {
  const names = { client: 'alpha-fd', fileset: 'Home', storage: 'File1', pool: 'Full' };
  return { job: 'Nightly', type, level, ...names, priority: 10, enabled: true, where: '', hasRelocation: false };
}

test.each([
  ['Backup', 'Incremental', 'Incremental'],
  ['Verify', 'Catalog', 'Catalog'],
  ['Admin', 'Full', 'None'],
  ['Copy', '', 'None'],
])('a job of type %s runs at its own level by default', (type, level, expected) => {
  const job = configuredJob('main', defaultsOf(type, level), null, undefined);
  expect(validateRunRequest({}, job, makeDescription(), new Date('2026-11-20T21:00:00Z'))).toMatchObject({
    job: 'Nightly',
    level: expected,
  });
});
