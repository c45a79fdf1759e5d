import { describe, expect, test } from '@jest/globals';
import { filesetIdentity } from '../resources/director-file.js';
import { readResources } from '../resources/read-resources.js';
import { type Renames } from '../resources/renames.js';
import { type ActiveJobRun, configurationEffects, type EffectFacts, type StoredPool } from './configuration-effects.js';

const text = `director: { timezone: Europe/Berlin }
clients: [{ name: web }, { name: mail }]
storages: [{ name: Local, folder: /var/backups }, { name: Usb, folder: /mnt/usb }]
pools:
  - { name: Default, retention: 60 days, keep: { monthly: 12 } }
  - { name: Forever }
filesets: [{ name: Home, include: [/home] }, { name: Etc, include: [/etc], exclude: ["*.bak"] }]
schedules: [{ name: Nightly, starts: [{ level: Full, at: "5 23 * * *" }] }]
jobs:
  - { name: Backup, client: web, fileset: Home, storage: Local, pool: Default, schedule: Nightly }
  - { name: Check, type: Verify }
`;
const before = readResources(text, 'embedded');
const md5Of = (fileset: string): string => {
  const found = before.filesets.find(({ name }) => name === fileset);
  if (!found) throw new Error(fileset);
  return filesetIdentity(found).md5;
};
const stored = { volumes: 2, bytes: 700, runs: 5 };
const noRules = { last: null, daily: null, weekly: null, monthly: null, yearly: null };
const storedPool: StoredPool = {
  ...stored,
  retentionSeconds: 60 * 86_400,
  keep: { ...noRules, monthly: 12 },
  hasOwnRetention: false,
};
const facts: EffectFacts = {
  newestFulls: [{ client: 'web', fileset: 'Home', md5: md5Of('Home') }],
  runs: [],
  pools: new Map([['Default', storedPool]]),
  storages: new Map([['Local', stored]]),
  switches: new Map(),
  now: new Date('2026-11-28T20:00:00Z'),
};

type Edits = readonly (readonly [from: string, to: string])[];

/** Replaces parts of the text. */
function edited(changes: Edits) {
  let result = text;
  for (const [from, to] of changes) {
    expect(result).toContain(from);
    result = result.replaceAll(from, to);
  }
  return readResources(result, 'embedded');
}

interface EffectOptions {
  readonly renames?: Renames;
  readonly more?: Partial<EffectFacts>;
  /** What the definitions in force differ in from the text. */
  readonly from?: Edits;
}

function effectsOf(changes: Edits, { renames = [], more = {}, from = [] }: EffectOptions = {}) {
  const resources = { before: edited(from), after: edited(changes) };
  return configurationEffects({ ...resources, renames }, { ...facts, ...more });
}

test('the same definitions have no effects', () => {
  expect(effectsOf([])).toEqual({ jobs: [], runs: [], pools: [], storages: [] });
});

describe('jobs', () => {
  test('a changed setting of a job is named with both values', () => {
    const { jobs } = effectsOf([['schedule: Nightly }', 'priority: 5, maxRunTime: 90 minutes }']]);
    expect(jobs).toHaveLength(1);
    expect(jobs[0]).toMatchObject({ job: 'Backup', previousName: null, change: 'changed', nextRunIsFull: false });
    expect(jobs[0]?.settings).toEqual([
      { field: 'priority', from: '10', to: '5' },
      { field: 'maxRunTime', from: null, to: '90 minutes' },
      { field: 'schedule', from: 'Nightly', to: null },
      { field: 'schedule.starts', from: 'Full 5 23 * * *', to: null },
      { field: 'director.timezone', from: 'Europe/Berlin', to: null },
    ]);
    expect(jobs[0]?.startsBefore.slice(0, 2)).toEqual(['2026-11-28T22:05:00.000Z', '2026-11-29T22:05:00.000Z']);
    expect(jobs[0]?.startsAfter).toEqual([]);
  });

  test.each([
    ['include: [/home]', 'include: [/home, /root]', 'fileset.include', '/home', '/home, /root'],
    ['folder: /var/backups', 'folder: /srv/backups', 'storage.folder', '/var/backups', '/srv/backups'],
    ['retention: 60 days', 'retention: 61 days', 'pool.retention', '60 days', '61 days'],
    ['keep: { monthly: 12 }', 'keep: { last: 3, monthly: 12 }', 'pool.keep', 'monthly 12', 'last 3, monthly 12'],
    ['5 23 * * *', '5 22 * * *', 'schedule.starts', 'Full 5 23 * * *', 'Full 5 22 * * *'],
    ['Europe/Berlin', 'UTC', 'director.timezone', 'Europe/Berlin', 'UTC'],
  ])('%s → %s is an effect on the job that uses it', (from, to, field, was, is) => {
    const { jobs } = effectsOf([[from, to]]);
    expect(jobs.map(({ job, settings }) => ({ job, settings }))).toEqual([
      { job: 'Backup', settings: [{ field, from: was, to: is }] },
    ]);
  });

  test('long values are shortened, and compared as a whole', () => {
    const path = `/${'x'.repeat(600)}`;
    expect(effectsOf([['[/home]', `[${path}]`]]).jobs).toMatchObject([
      { settings: [{ field: 'fileset.include', from: '/home', to: `${path.slice(0, 500)}…` }] },
    ]);
  });

  test('a setting that no job uses has no effect', () => {
    expect(effectsOf([['folder: /mnt/usb', 'folder: /mnt/disk']]).jobs).toEqual([]);
  });

  test('a new job begins with a Full, a removed one has no more starts', () => {
    const job = '  - { name: Mail, client: mail, fileset: Etc, storage: Local, pool: Default, schedule: Nightly }\n';
    const { jobs } = effectsOf([['jobs:\n', `jobs:\n${job}`]]);
    expect(jobs).toMatchObject([{ job: 'Mail', change: 'added', nextRunIsFull: true, startsBefore: [], settings: [] }]);
    expect(jobs[0]?.startsAfter).toHaveLength(5);
    const removed = effectsOf([
      ['  - { name: Backup, client: web, fileset: Home, storage: Local, pool: Default, schedule: Nightly }\n', ''],
    ]);
    expect(removed.jobs).toMatchObject([{ job: 'Backup', change: 'removed', nextRunIsFull: false, startsAfter: [] }]);
    expect(removed.jobs[0]?.startsBefore).toHaveLength(5);
  });

  test('a job that a user disabled starts neither before nor after', () => {
    const { jobs } = effectsOf([['5 23 * * *', '5 22 * * *']], { more: { switches: new Map([['Backup', false]]) } });
    expect(jobs).toMatchObject([{ startsBefore: [], startsAfter: [] }]);
  });

  test('a job that a user disabled starts again once its definition enables it, and a new one of its name starts', () => {
    const disabled = [['schedule: Nightly }', 'schedule: Nightly, enabled: false }']] as const;
    const { jobs } = effectsOf([], {
      from: disabled,
      more: { switches: new Map([['Backup', false]]) },
    });
    expect(jobs).toMatchObject([{ startsBefore: [], settings: [{ field: 'enabled', from: 'false', to: 'true' }] }]);
    expect(jobs[0]?.startsAfter).toHaveLength(5);
    const backup =
      '  - { name: Backup, client: web, fileset: Home, storage: Local, pool: Default, schedule: Nightly }\n';
    const added = effectsOf([], { from: [[backup, '']], more: { switches: new Map([['Backup', false]]) } });
    expect(added.jobs[0]?.startsAfter).toHaveLength(5);
  });

  test.each([
    ['another definition of its fileset', 'include: [/home]', 'include: [/home, /root]'],
    ['another fileset', 'fileset: Home', 'fileset: Etc'],
    ['another client', 'client: web', 'client: mail'],
  ])('the next run becomes a Full for %s', (_, from, to) => {
    expect(effectsOf([[from, to]]).jobs).toMatchObject([{ job: 'Backup', nextRunIsFull: true }]);
  });

  test('the next run does not become a Full where it had to be one anyway, or where one of the new kind exists', () => {
    expect(effectsOf([['client: web', 'client: mail']], { more: { newestFulls: [] } }).jobs).toMatchObject([
      { nextRunIsFull: false },
    ]);
    const newestFulls = [...facts.newestFulls, { client: 'mail', fileset: 'Home', md5: md5Of('Home') }];
    expect(effectsOf([['client: web', 'client: mail']], { more: { newestFulls } }).jobs).toMatchObject([
      { nextRunIsFull: false },
    ]);
  });

  test('a renamed job keeps its chain and names its earlier name', () => {
    const renames = [{ type: 'job', from: 'Backup', to: 'Save' }];
    expect(effectsOf([['name: Backup', 'name: Save']], { renames }).jobs).toMatchObject([
      { job: 'Save', previousName: 'Backup', change: 'changed', settings: [], nextRunIsFull: false },
    ]);
  });

  test('a renamed client and fileset keep the chain of their job', () => {
    const renames = [
      { type: 'client', from: 'web', to: 'www' },
      { type: 'fileset', from: 'Home', to: 'Users' },
    ];
    const changes = [
      ['name: web', 'name: www'],
      ['client: web', 'client: www'],
      ['name: Home', 'name: Users'],
      ['fileset: Home', 'fileset: Users'],
    ] as const;
    expect(effectsOf(changes, { renames }).jobs).toMatchObject([
      {
        job: 'Backup',
        nextRunIsFull: false,
        settings: [
          { field: 'client', from: 'web', to: 'www' },
          { field: 'fileset', from: 'Home', to: 'Users' },
        ],
      },
    ]);
    // By hand it is another client, without a history.
    expect(effectsOf(changes).jobs).toMatchObject([{ job: 'Backup', nextRunIsFull: true }]);
  });

  test('a new client with the old name of a renamed one has no chain', () => {
    const renames = [{ type: 'client', from: 'web', to: 'www' }];
    expect(effectsOf([['[{ name: web }', '[{ name: web }, { name: www }']], { renames }).jobs).toMatchObject([
      { job: 'Backup', nextRunIsFull: true },
    ]);
  });
});

describe('runs', () => {
  const run: ActiveJobRun = {
    jobId: 7,
    type: 'B',
    status: 'queued',
    job: 'Backup',
    client: 'web',
    fileset: 'Home',
    storage: 'Local',
    pool: 'Default',
  };
  const more = { runs: [run, { ...run, jobId: 8, status: 'running' as const }] };

  test.each([
    ['a changed fileset', [['include: [/home]', 'include: [/root]']], 'follows'],
    ['a changed job', [['schedule: Nightly }', 'schedule: Nightly, maxRunTime: 1 hour }']], 'follows'],
    ['a job that becomes another', [['name: Backup', 'name: Save']], 'canceled'],
    [
      'a fileset that it no longer has',
      [
        ['{ name: Home, include: [/home] }, ', ''],
        ['fileset: Home', 'fileset: Etc'],
      ],
      'canceled',
    ],
  ] as const)('%s: a run in progress finishes, a waiting one follows or is canceled', (_, changes, effect) => {
    expect(effectsOf(changes, { more }).runs).toEqual([
      { jobId: 7, job: 'Backup', status: 'queued', effect },
      { jobId: 8, job: 'Backup', status: 'running', effect: 'finishes' },
    ]);
  });

  test('a change of other resources does not concern them, nor does a rename', () => {
    expect(effectsOf([['include: [/etc]', 'include: [/opt]']], { more }).runs).toEqual([]);
    const renames = [{ type: 'job', from: 'Backup', to: 'Save' }];
    expect(effectsOf([['name: Backup', 'name: Save']], { more, renames }).runs).toEqual([]);
  });

  test('a waiting restore is never canceled', () => {
    const restore = { ...run, type: 'R' as const, job: 'RestoreFiles' };
    const changes = [['folder: /var/backups', 'folder: /srv/backups']] as const;
    expect(effectsOf(changes, { more: { runs: [restore] } }).runs).toMatchObject([{ effect: 'follows' }]);
    expect(effectsOf([['include: [/home]', 'include: [/root]']], { more: { runs: [restore] } }).runs).toEqual([]);
  });

  test('a waiting verify is canceled if its job backs up instead', () => {
    const verify = { ...run, type: 'V' as const, job: 'Check', client: '', fileset: '', storage: '', pool: '' };
    const backup = 'name: Check, client: web, fileset: Home, storage: Local, pool: Default';
    expect(effectsOf([['name: Check, type: Verify', backup]], { more: { runs: [verify] } }).runs).toMatchObject([
      { effect: 'canceled' },
    ]);
  });
});

describe('pools', () => {
  test.each([
    ['a shorter retention', [['retention: 60 days', 'retention: 59 days']], true],
    ['a longer retention', [['retention: 60 days', 'retention: 61 days']], false],
    ['no retention', [['retention: 60 days, keep: { monthly: 12 }', 'volumeSize: 2 GiB']], false],
    ['fewer keep rules beside a longer retention', [['60 days, keep: { monthly: 12 }', '90 days']], true],
    ['a smaller keep rule', [['monthly: 12', 'monthly: 11']], true],
    ['one keep rule instead of another', [['monthly: 12', 'yearly: 12']], true],
    ['a larger keep rule', [['monthly: 12', 'monthly: 13']], false],
    ['another time zone, in which months begin at other times', [['Europe/Berlin', 'UTC']], true],
    ['larger volumes', [['60 days, keep', '60 days, volumeSize: 5 GiB, keep']], false],
    [
      'a retention where there was none, without volumes',
      [['name: Forever', 'name: Forever, retention: 1 day']],
      false,
    ],
  ] as const)('%s', (_, changes, isListed) => {
    expect(effectsOf(changes).pools.map(({ pool }) => pool)).toEqual(isListed ? ['Default'] : []);
  });

  test('a pool is listed with what it has and with both terms', () => {
    expect(effectsOf([['retention: 60 days, keep: { monthly: 12 }', 'retention: 2 days']]).pools).toEqual([
      {
        pool: 'Default',
        retentionBefore: 60 * 86_400,
        retentionAfter: 2 * 86_400,
        keepBefore: { ...noRules, monthly: 12 },
        keepAfter: null,
        ...stored,
      },
    ]);
  });

  test('a pool that is removed keeps the terms of its volumes', () => {
    const changes = [
      ['  - { name: Default, retention: 60 days, keep: { monthly: 12 } }\n', ''],
      ['pool: Default', 'pool: Forever'],
    ] as const;
    expect(effectsOf(changes).pools).toEqual([]);
  });

  test('a pool that was removed before, and is added again, is compared with the terms of its volumes', () => {
    const more = { pools: new Map([['Old', storedPool]]) };
    const added = (terms: string) => effectsOf([['pools:\n', `pools:\n  - { name: Old, ${terms} }\n`]], { more });
    expect(added('retention: 1 day').pools).toMatchObject([
      { pool: 'Old', retentionBefore: 60 * 86_400, retentionAfter: 86_400 },
    ]);
    expect(added('retention: 60 days').pools).toMatchObject([{ keepBefore: { monthly: 12 }, keepAfter: null }]);
    expect(added('retention: 60 days, keep: { monthly: 12 }').pools).toEqual([]);
    expect(effectsOf([['Europe/Berlin', 'UTC']], { more }).pools).toMatchObject([{ pool: 'Old' }]);
  });

  test('fewer keep rules count without a retention too, where volumes have one of their own', () => {
    const changes = [['retention: 60 days, keep: { monthly: 12 }', 'volumeSize: 2 GiB']] as const;
    const more = { pools: new Map([['Default', { ...storedPool, hasOwnRetention: true }]]) };
    expect(effectsOf(changes, { more }).pools).toMatchObject([{ pool: 'Default', retentionAfter: null }]);
  });

  test('a renamed pool is compared with itself', () => {
    const renames = [{ type: 'pool', from: 'Default', to: 'Main' }];
    const renamed = [
      ['name: Default', 'name: Main'],
      ['pool: Default', 'pool: Main'],
    ] as const;
    expect(effectsOf(renamed, { renames }).pools).toEqual([]);
    const shorter = [...renamed, ['retention: 60 days', 'retention: 1 day']] as const;
    expect(effectsOf(shorter, { renames }).pools).toMatchObject([{ pool: 'Main', retentionAfter: 86_400, runs: 5 }]);
  });
});

describe('storages', () => {
  test('one with backups that is moved or removed is listed', () => {
    expect(effectsOf([['folder: /var/backups', 'folder: /srv/backups']]).storages).toEqual([
      { storage: 'Local', change: 'moved', ...stored },
    ]);
    const removed = [
      ['{ name: Local, folder: /var/backups }, ', ''],
      ['storage: Local', 'storage: Usb'],
    ] as const;
    expect(effectsOf(removed).storages).toEqual([{ storage: 'Local', change: 'removed', ...stored }]);
  });

  test('one without backups, and one that is only renamed, is not', () => {
    expect(effectsOf([['folder: /mnt/usb', 'folder: /mnt/disk']]).storages).toEqual([]);
    const changes = [
      ['name: Local', 'name: Disk'],
      ['storage: Local', 'storage: Disk'],
    ] as const;
    expect(effectsOf(changes, { renames: [{ type: 'storage', from: 'Local', to: 'Disk' }] }).storages).toEqual([]);
  });
});
