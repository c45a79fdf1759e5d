import { describe, expect, test } from '@jest/globals';
import {
  type ClientStatusFacts,
  type Reachability,
  type Reachabilities,
  failsOn,
  findingsOf,
  type HealthInput,
  summaryOf,
  verdictOf,
  worstOf,
  type JobStatusFacts,
} from './health.js';
import { type RunSyncStatus } from './run-sync-health.js';
import { type HealthVerdict } from './verdict.js';

const answers: Reachability = { state: 'answers', silentForSeconds: 0, detail: '' };
const quiet = { running: 0, waiting: 0, failed24h: 0, warning24h: 0, volumesInError: 0 };
const good: ClientStatusFacts = { client: 'laptop', status: 'ok', ageSeconds: 3600, hasBackup: true };
const day = 86_400;

function inputOf(values: Partial<HealthInput> = {}): HealthInput {
  return {
    observations: [],
    counts: quiet,
    clients: [good],
    record: null,
    searchIndex: null,
    evaluatedSecondsAgo: null,
    pools: [],
    ...values,
  };
}

const unseen: HealthInput = {
  observations: [],
  counts: null,
  clients: null,
  record: null,
  searchIndex: null,
  evaluatedSecondsAgo: null,
  pools: [],
};

function reportOf(
  input: HealthInput,
  contacts: Partial<Reachabilities> = {},
): { status: HealthVerdict; summary: string } {
  const findings = findingsOf('one', input, { director: answers, catalog: answers, ...contacts });
  return { status: worstOf(findings.map(({ status }) => status)), summary: summaryOf(findings, input.clients ?? []) };
}

describe('the verdict', () => {
  test.each<[string, HealthInput, HealthVerdict, string]>([
    ['all protected', inputOf(), 'ok', '1 of 1 client protected.'],
    ['no client', inputOf({ clients: [] }), 'ok', 'No clients configured.'],
    ['none protected yet', inputOf({ clients: [{ ...good, hasBackup: false }] }), 'ok', 'No backups yet.'],
    [
      'some protected',
      inputOf({ clients: [good, { ...good, client: 'new', hasBackup: false }] }),
      'ok',
      '1 of 2 clients protected.',
    ],
    [
      'one silent',
      inputOf({ clients: [{ ...good, client: 'web07', status: 'warn', ageSeconds: 2 * day }] }),
      'warn',
      '1 client without a good backup for 2 days: web07.',
    ],
    [
      'many silent',
      inputOf({
        clients: ['a', 'b', 'c', 'd'].map((client, index) => ({
          ...good,
          client,
          status: 'crit',
          ageSeconds: (10 - index) * day,
        })),
      }),
      'crit',
      '4 clients without a recent good backup, the longest for 10 days: a, b, c and 1 more.',
    ],
    ['a failed run', inputOf({ counts: { ...quiet, failed24h: 1 } }), 'warn', '1 run failed in the last 24 hours.'],
    ['volumes in error', inputOf({ counts: { ...quiet, volumesInError: 2 } }), 'crit', '2 volumes in error.'],
    ['warnings alone', inputOf({ counts: { ...quiet, warning24h: 3 } }), 'ok', '1 of 1 client protected.'],
  ])('%s', (_, input, status, summary) => {
    expect(reportOf(input)).toEqual({ status, summary });
  });

  test('reports the most severe first and counts the rest', () => {
    const about = { component: 'storage', code: 'storage.space', params: {} } as const;
    const observation = { ...about, value: null, unit: null, hint: null };
    const input = inputOf({
      observations: [
        { ...observation, id: 'storage.slow', status: 'warn', message: 'Storage Local is slow' },
        { ...observation, id: 'storage.full', status: 'crit', message: 'Storage Local is full' },
      ],
      counts: { ...quiet, failed24h: 1 },
    });
    expect(reportOf(input)).toEqual({
      status: 'crit',
      summary: 'Storage Local is full. Storage Local is slow. 1 more problem.',
    });
  });
});

describe.each(['director', 'catalog'] as const)('contact with the %s', (part) => {
  test.each<[Reachability['state'], number | null, HealthVerdict]>([
    ['slow', 5, 'warn'],
    ['slow', 60, 'warn'],
    ['slow', 61, 'crit'],
    ['slow', null, 'unknown'],
    ['failed', 5, 'crit'],
    ['failed', null, 'crit'],
  ])('%s after %s seconds is %s', (state, silentForSeconds, status) => {
    const input = silentForSeconds === null ? unseen : inputOf();
    expect(reportOf(input, { [part]: { state, silentForSeconds, detail: '' } }).status).toBe(status);
  });
});

test.each<[string, RunSyncStatus, HealthVerdict, RegExp]>([
  ['up to date', { lagSeconds: 60, failure: null, lost24h: 0, small24h: 0 }, 'ok', /protected/],
  ['never read', { lagSeconds: null, failure: null, lost24h: 0, small24h: 0 }, 'unknown', /not been read/],
  [
    'that failed at first',
    { lagSeconds: null, failure: 'No grant.', lost24h: 0, small24h: 0 },
    'warn',
    /not been read/,
  ],
  ['behind', { lagSeconds: 61, failure: null, lost24h: 0, small24h: 0 }, 'warn', /1 minute behind/],
  ['far behind', { lagSeconds: 901, failure: null, lost24h: 0, small24h: 0 }, 'crit', /15 minutes behind/],
  ['with a lost run', { lagSeconds: 0, failure: null, lost24h: 1, small24h: 0 }, 'warn', /1 run disappeared/],
])('a record of runs %s', (_, record, status, summary) => {
  expect(reportOf(inputOf({ record }))).toEqual({ status, summary: expect.stringMatching(summary) });
});

test('distinguishes a catalog that is away from its Director', () => {
  const away: Reachability = { state: 'failed', silentForSeconds: 5, detail: 'Connection refused.' };
  expect(reportOf(inputOf(), { catalog: away })).toEqual({
    status: 'crit',
    summary: 'The catalog of Director one has not answered for 5 seconds.',
  });
});

test.each<[HealthVerdict, boolean, boolean]>([
  ['ok', false, false],
  ['warn', true, false],
  ['unknown', true, true],
  ['crit', true, true],
])('a poller that fails on warn or crit sees %s', (status, onWarn, onCrit) => {
  expect([failsOn(status, 'warn'), failsOn(status, 'crit')]).toEqual([onWarn, onCrit]);
});

const protectedJob: JobStatusFacts = {
  job: 'Home',
  client: 'laptop',
  status: 'ok',
  countsAs: 'ok',
  ageSeconds: 3600,
  isKnown: false,
};
const never = { ...protectedJob, job: 'Mail', status: 'never', ageSeconds: 60 } as const;

describe('the verdict on jobs', () => {
  test.each<[string, readonly JobStatusFacts[] | null, HealthVerdict, string]>([
    ['all protected', [protectedJob], 'ok', '1 of 1 job protected.'],
    ['one new beside a protected one', [protectedJob, { ...never, countsAs: 'neutral' }], 'ok', '1 of 2 jobs protected. 1 job not backed up yet.'],
    ['a fresh install', [{ ...never, countsAs: 'neutral' }], 'unknown', 'No backups yet: no job has a good backup.'],
    ['one never backed up though it was due', [protectedJob, { ...never, countsAs: 'warn' }], 'warn', '1 job never backed up: Mail of laptop.'],
    ['one never backed up for long', [{ ...never, countsAs: 'crit' }], 'crit', '1 job never backed up: Mail of laptop.'],
    ['one overdue', [protectedJob, { ...never, status: 'warn', countsAs: 'warn', ageSeconds: 2 * day }], 'warn', '1 job overdue, without a good backup for 2 days: Mail of laptop.'],
    ['one whose backups are all gone', [protectedJob, { ...never, status: 'crit', countsAs: 'crit', isLost: true }], 'crit', '1 job without any backup left that can be restored: Mail of laptop.'],
    ['one overdue that is known', [protectedJob, { ...never, status: 'crit', countsAs: 'crit', isKnown: true }], 'ok', '1 of 2 jobs protected. 1 job overdue.'],
    ['only overdue ones that are known', [{ ...never, status: 'crit', countsAs: 'crit', ageSeconds: 3 * day, isKnown: true }], 'unknown', '1 job critically overdue, without a good backup for 3 days: Mail of laptop, 1 acknowledged or muted.'],
    ['a history that is not read', [protectedJob, { ...never, status: 'unknown', countsAs: 'unknown' }], 'unknown', 'The history of 1 job has not been read yet.'],
    ['jobs that are not known', null, 'unknown', 'The jobs have not been read yet.'],
  ])('%s', (_, jobs, status, summary) => {
    const input = inputOf({ jobs });
    const findings = findingsOf('one', input, { director: answers, catalog: answers });
    expect({ status: verdictOf(findings), summary: summaryOf(findings, [good], 0, jobs ?? []) }).toEqual({ status, summary });
  }); // prettier-ignore

  test('is ok without a monitored job only where a client has a backup', () => {
    const of = (hasBackup: boolean) => {
      const jobs = [{ ...protectedJob, status: 'not_monitored', countsAs: null } as const];
      const input = inputOf({ jobs, clients: [{ ...good, hasBackup }] });
      return verdictOf(findingsOf('one', input, { director: answers, catalog: answers }));
    };
    expect([of(true), of(false)]).toEqual(['ok', 'unknown']);
  });

  test('does not count the silence of a client whose jobs are in time by their own thresholds', () => {
    const clients = [{ ...good, status: 'crit' } as const];
    const of = (jobs: readonly JobStatusFacts[]) =>
      verdictOf(findingsOf('one', inputOf({ clients, jobs }), { director: answers, catalog: answers }));
    expect([of([protectedJob]), of([{ ...protectedJob, client: 'other' }])]).toEqual(['ok', 'crit']);
  });

  test('does not call a daemon good that was not checked, and does not alarm for it', () => {
    const observation = {
      id: 'client:x',
      component: 'client',
      code: 'daemon.not_seen',
      params: {},
      value: null,
      unit: null,
      message: 'Client x has not been checked yet.',
      hint: null,
    } as const;
    const findings = findingsOf('one', inputOf({ observations: [{ ...observation, status: 'unknown' }] }), {
      director: answers,
      catalog: answers,
    });
    expect([findings.find(({ id }) => id === 'client:x')?.status, verdictOf(findings)]).toEqual(['unknown', 'ok']);
  });
});

test.each([
  [1, 'Check its log and run it again.'],
  [2, 'Check their logs and run them again.'],
])('of %i failed runs the next step speaks of as many: %s', (failed24h, hint) => {
  const input = inputOf({ counts: { ...quiet, failed24h } });
  const findings = findingsOf('one', input, { director: answers, catalog: answers });
  expect(findings.find(({ id }) => id === 'runs.failed')?.hint).toBe(hint);
});
