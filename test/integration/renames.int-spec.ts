import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { type DataSource } from 'typeorm';
import {
  type ConfigurationRename,
  type DirectorConfiguration,
  type FinishedRename,
} from '../../src/domain/configuration.port.js';
import { type Directors } from '../../src/domain/directors.port.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { derivedColumns, namedColumns, runColumns } from '../../src/features/configuration/renames/named-columns.js';
import { NamesInUse } from '../../src/features/configuration/renames/names-in-use.repository.js';
import { RenameFollower } from '../../src/features/configuration/renames/rename-follower.service.js';
import { RenamedNames } from '../../src/features/configuration/renames/renamed-names.repository.js';
import { type RunWrites } from '../../src/features/runs/sync/run-writes.repository.js';
import { makeRun } from '../harness/builders/domain-records.js';
import { FakeClock } from '../harness/fakes/fake-clock.js';
import { openConsoleDatabase } from '../harness/fixtures/console-database.js';
import { runRecordParts } from '../harness/fixtures/run-records.js';
import { type AskConsole } from '../harness/model/index-invariants.js';
import { keptAndMade, keptSums, spansKeptAndMade } from '../harness/model/recomputed-sums.js';

let database: DataSource;
let names: RenamedNames;
let writes: RunWrites;

beforeEach(async () => {
  database = await openConsoleDatabase();
  names = new RenamedNames(database);
  ({ writes } = runRecordParts(database));
});
afterEach(() => database.destroy());

const ask: AskConsole = (text, values = []) => database.query(text, [...values]);
const rename = (type: string, from: string, to: string): Promise<void> => renameAll([{ type, from, to }]);

async function renameAll(renames: readonly ConfigurationRename[]): Promise<void> {
  for (const one of renames) {
    await new UnitOfWork(database).run((transaction) => names.rename(transaction, 'one', one));
  }
}

const exchange = (type: string, one: string, other: string): readonly ConfigurationRename[] => [
  { type, from: one, to: 'between' },
  { type, from: other, to: one },
  { type, from: 'between', to: other },
];

interface ColumnRow {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isRequired: boolean;
}

function columnsOf(table: string | null): Promise<ColumnRow[]> {
  return database.query(
    `SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, NULL) AS type, a.attnotnull AS "isRequired"
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
       AND ($1::text IS NULL OR c.relname = $1) ORDER BY 1, 2`,
    [table],
  );
}

describe('every column that could have a name is known', () => {
  /** Words, ids, keys and texts of people: no name of a resource, in any table. */
  const neverNames = new Set([
    ...['director', 'status', 'status_code', 'type', 'level', 'state', 'kind', 'outcome', 'cause', 'basis', 'severity'],
    ...['unique_name', 'note', 'by_kind', 'by_id', 'by_name', 'actor_kind', 'actor_id', 'actor_name', 'actor_role'],
    ...['trigger_kind', 'trigger_id', 'caller', 'role', 'capabilities', 'ip', 'user_agent', 'address', 'sealed'],
    ...[
      'told_status',
      'revoked_by',
      'format',
      'failure',
      'last_code',
      'last_detail',
      'last_severity',
      'code',
      'verdict',
    ],
    ...[
      'detail',
      'excerpt',
      'recipients',
      'origin',
      'description',
      'username',
      'username_key',
      'password_hash',
      'purpose',
    ],
    ...['route', 'body_hash', 'page', 'outliers', 'once_key', 'source', 'key_id', 'request_id', 'last_used_ip'],
  ]);
  /** Why the names in these columns stay as they are. */
  const otherColumns: Readonly<Record<string, string>> = {
    'api_token.name': 'of a token',
    'audit_record.action': 'a word',
    'audit_record.actor_session_id': 'an id',
    'audit_record.actor_token_id': 'an id',
    'audit_record.changes': 'the log keeps what was done under the name of that time, and is sealed',
    'audit_record.target': 'the same',
    'audit_record.target_name': 'the same',
    'audit_record.token_id': 'an id',
    'condition_state.details': 'a condition belongs to the name: it ends when nothing has that name any more',
    'condition_state.key': 'the same',
    'configuration_change.apply_actor': 'a person',
    'configuration_change.apply_caller': 'a person',
    'configuration_change.apply_hash': 'a hash',
    'configuration_change.apply_key': 'of a request',
    'configuration_change.author': 'a person',
    'configuration_change.base_revision': 'a hash',
    'configuration_change.comment': 'the text of a person',
    'configuration_change.findings': 'what was found in a text that has the old names',
    'configuration_change.renames': 'they are the renames',
    'configuration_change.result_revision': 'a hash',
    'configuration_change_file.after': 'a text of that time',
    'configuration_change_file.before': 'a text of that time',
    'configuration_change_file.path': 'a file',
    'configured_director.name': 'of a Director',
    'configured_director.settings': 'of another kind of Director, whose names the console cannot change',
    'delivery.channel_name': 'of a channel',
    'delivery.group_key': 'what was sent',
    'delivery.lines': 'what was sent',
    'delivery.order_key': 'what was sent',
    'delivery.title': 'what was sent',
    'delivery_group.group_key': 'what was sent',
    'delivery_incident.dedup_key': 'an incident at a receiver, which knows it by this key',
    'director_tls.target': 'an address',
    'event.data': 'an event keeps the name of its time',
    'event.dedup_key': 'the same',
    'event.links': 'the same',
    'event.subject': 'the same',
    'event.summary': 'the same',
    'failed_login.key': 'of an account or address',
    'followed_rename.id': 'of a rename',
    'login_throttle.key': 'of an account or address',
    'name_block.folded': 'names of files',
    'notification_channel.name': 'of a channel',
    'notification_channel.settings': 'patterns of types of events',
    'restore_download.name': 'of a file',
    'restore_download.refs': 'files',
    'restore_download.staged_at': 'a path',
    'role.name': 'of a role',
    'run.comment': 'renamed with the runs of a schedule',
    'run.restore': 'what was requested, under the names of that time',
    'run.trigger_name': 'renamed with the runs of a schedule',
    'run_order.answer': 'an answer that was sent',
    'run_order.audit': 'for the audit log',
    'run_order.key': 'of a request',
    'run_order.media': 'what was requested',
    'run_order.restore': 'what was requested',
    'run_outlier.kind': 'a word',
    'saved_filter.name': 'of a filter',
    'saved_filter.query': 'belongs to its user; the effects of a change list it',
  };
  const isText = ({ type }: ColumnRow): boolean =>
    ['text', 'text[]', 'jsonb', 'json', 'character varying'].includes(type);
  const follows = new Set([
    ...namedColumns.map(({ table, column }) => `${table}.${column}`),
    ...runColumns.map((column) => `run.${column}`),
    ...derivedColumns,
  ]);

  test('a new column is either renamed, or listed here with the reason why it is not', async () => {
    const columns = (await columnsOf(null)).filter((row) => isText(row) && row.table !== 'migrations');
    const unknown = columns
      .filter(({ column }) => !neverNames.has(column))
      .map(({ table, column }) => `${table}.${column}`)
      .filter((name) => !follows.has(name) && otherColumns[name] === undefined);
    expect(unknown).toEqual([]);
  });

  test('the lists name columns that exist, and no column that follows a rename counts as a word', async () => {
    const existing = new Set((await columnsOf(null)).map(({ table, column }) => `${table}.${column}`));
    expect([...follows, ...Object.keys(otherColumns)].filter((name) => !existing.has(name))).toEqual([]);
    expect([...follows].filter((name) => neverNames.has(name.split('.')[1] ?? ''))).toEqual([]);
  });
});

/** A row with a value in each column that needs one. */
async function insertRow(table: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const made: Readonly<Record<string, unknown>> = {
    text: 'other',
    integer: 1,
    bigint: 1,
    boolean: false,
    uuid: '0b9f6c1e-6d5b-4a53-9d4e-2f6f0f5f8a11',
    'timestamp with time zone': '2026-11-01T00:00:00Z',
  };
  const identity = await ask(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attidentity <> ''`,
    [table],
  );
  const generated = new Set(identity.map((row) => (row as { name: string }).name));
  const columns = (await columnsOf(table)).filter(
    ({ column, isRequired }) => !generated.has(column) && (isRequired || column in values),
  );
  await ask(
    `INSERT INTO ${table} (${columns.map(({ column }) => column).join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    columns.map(({ column, type }) => values[column] ?? made[type]),
  );
}

describe('each column follows', () => {
  test.each(namedColumns.map((named) => [`${named.table}.${named.column}`, named] as const))(
    '%s, of this Director and this name only',
    async (_, { table, column, type }) => {
      const isState = ['client_silence', 'job_protection'].includes(table);
      const more = isState ? { status: 'ok', told_status: 'ok' } : {};
      await insertRow(table, { director: 'one', job_id: 1, [column]: 'Old', ...more });
      await insertRow(table, { director: 'one', job_id: 2, [column]: 'Else', ...more });
      await insertRow(table, { director: 'two', job_id: 1, [column]: 'Old', ...more });
      await rename(type === 'client' ? 'job' : 'client', 'Old', 'Wrong');
      await rename(type, 'Old', 'New');
      expect(await ask(`SELECT director, ${column} AS name FROM ${table} ORDER BY 1, 2`)).toEqual([
        { director: 'one', name: 'Else' },
        { director: 'one', name: 'New' },
        { director: 'two', name: 'Old' },
      ]);
    },
  );

  test('runs do, with what started them, and so do all sums and lists of names', async () => {
    const old = {
      job: 'Old job',
      client: 'Old client',
      fileset: 'Old fileset',
      pool: 'Old pool',
      storage: 'Old storage',
    };
    const runs = Array.from({ length: 12 }, (_, index) => {
      const at = new Date(Date.now() - index * 86_400_000);
      return makeRun({
        jobId: index + 1,
        uniqueName: `run.${index + 1}`,
        director: 'one',
        ...(index % 3 === 0 ? { job: 'Else', client: 'else', pool: 'Else' } : old),
        comment: 'schedule:Old schedule',
        queuedAt: at,
        startedAt: at,
        endedAt: new Date(at.getTime() + 60_000),
      });
    });
    await writes.take({ director: 'one', runs, newest: 12 });
    for (const type of ['job', 'client', 'fileset', 'pool', 'storage', 'schedule']) {
      await rename(type, `Old ${type}`, `New ${type}`);
    }
    expect(
      await ask(
        'SELECT DISTINCT job, client, fileset, pool, storage, comment, trigger_name FROM run WHERE job_id % 3 <> 1 ORDER BY 1',
      ),
    ).toEqual([
      {
        job: 'New job',
        client: 'New client',
        fileset: 'New fileset',
        pool: 'New pool',
        storage: 'New storage',
        comment: 'schedule:New schedule',
        trigger_name: 'New schedule',
      },
    ]);
    for (const table of keptSums) {
      const [kept, made] = await keptAndMade(ask, table);
      expect(kept).toEqual(made);
      expect(JSON.stringify(kept)).not.toContain('Old');
    }
    const [kept, made] = await spansKeptAndMade(ask);
    expect(kept).toEqual(made);
    for (const table of ['run_series', 'run_kind', 'job_outcome', 'last_success']) {
      const rows = JSON.stringify(await ask(`SELECT * FROM ${table}`));
      expect(rows).not.toContain('Old');
      expect(rows).toContain('Else');
    }
    expect(await ask('SELECT job, client, fileset FROM job_outcome ORDER BY 1')).toContainEqual({
      job: 'New job',
      client: 'New client',
      fileset: 'New fileset',
    });
  });

  test('two resources can exchange their names', async () => {
    await insertRow('client_threshold', { director: 'one', client: 'a', warn_seconds: 1 });
    await insertRow('client_threshold', { director: 'one', client: 'b', warn_seconds: 2 });
    await writes.take({
      director: 'one',
      newest: 2,
      runs: ['a', 'b'].map((client, index) =>
        makeRun({ jobId: index + 1, uniqueName: client, client, director: 'one' }),
      ),
    });
    await renameAll(exchange('client', 'a', 'b'));
    expect(await ask('SELECT client, warn_seconds FROM client_threshold ORDER BY 1')).toEqual([
      { client: 'a', warn_seconds: 2 },
      { client: 'b', warn_seconds: 1 },
    ]);
    expect(await ask('SELECT client, unique_name AS was FROM run ORDER BY 1')).toEqual([
      { client: 'a', was: 'b' },
      { client: 'b', was: 'a' },
    ]);
  });
});

describe('what has the new name already', () => {
  test('gives way, if it is a setting of a resource that was removed', async () => {
    await insertRow('job_threshold', { director: 'one', job: 'Old', warn_seconds: 7 });
    await insertRow('job_threshold', { director: 'one', job: 'New', warn_seconds: 8 });
    await rename('job', 'Old', 'New');
    expect(await ask('SELECT job, warn_seconds FROM job_threshold')).toEqual([{ job: 'New', warn_seconds: 7 }]);
  });

  test('becomes one with it, if it has the time of a good backup', async () => {
    const times = { good_at: '2026-11-02T00:00:00Z', failed_at: '2026-11-05T00:00:00Z' };
    await insertRow('job_outcome', { director: 'one', job: 'Old', client: 'c', fileset: 'f', ...times });
    const later = { good_at: '2026-11-03T00:00:00Z', failed_at: '2026-11-04T00:00:00Z' };
    await insertRow('job_outcome', { director: 'one', job: 'New', client: 'c', fileset: 'f', ...later });
    await rename('job', 'Old', 'New');
    expect(await ask('SELECT job, good_at, failed_at FROM job_outcome')).toEqual([
      { job: 'New', good_at: new Date(later.good_at), failed_at: new Date(times.failed_at) },
    ]);
  });

  test('a planned start that has its run remains that of the run', async () => {
    const start = { director: 'one', at: '2026-11-02T00:00:00Z', client: 'c' };
    const other = { ...start, at: '2026-11-03T00:00:00Z' };
    await insertRow('planned_start', { ...start, job: 'Old' });
    await insertRow('planned_start', { ...start, job: 'New', unique_name: 'run.1' });
    await insertRow('planned_start', { ...other, job: 'Old', unique_name: 'run.2' });
    await insertRow('planned_start', { ...other, job: 'New' });
    await rename('job', 'Old', 'New');
    expect(await ask('SELECT job, unique_name AS run FROM planned_start ORDER BY at')).toEqual([
      { job: 'New', run: 'run.1' },
      { job: 'New', run: 'run.2' },
    ]);
  });
});

describe('an open incident', () => {
  const silent = { director: 'one', enabled: true, evaluated: true, last_success_at: '2026-11-02T00:00:00Z' };

  test('of a client remains with the old name, until nothing has it', async () => {
    await insertRow('client_silence', { ...silent, client: 'old', status: 'crit', revision: 5 });
    await rename('client', 'old', 'new');
    expect(await ask('SELECT client, status, last_success_at AS at FROM client_silence ORDER BY 1')).toEqual([
      { client: 'new', status: 'ok', at: new Date(silent.last_success_at) },
      { client: 'old', status: 'crit', at: new Date(silent.last_success_at) },
    ]);
    const due = "SELECT client FROM client_silence WHERE due_at = '-infinity' AND revision <> 5";
    expect(await ask(due)).toEqual([{ client: 'new' }]);
  });

  test('ends for a name that another client gets', async () => {
    await insertRow('client_silence', { ...silent, client: 'a', status: 'crit', revision: 5 });
    await insertRow('client_silence', {
      ...silent,
      client: 'b',
      status: 'ok',
      last_success_at: '2026-11-28T00:00:00Z',
    });
    await renameAll(exchange('client', 'a', 'b'));
    // The next evaluation reports the end of the incident of a, because its last success is recent, and begins one of b.
    expect(await ask('SELECT client, status, last_success_at AS at FROM client_silence ORDER BY 1')).toEqual([
      { client: 'a', status: 'crit', at: new Date('2026-11-28T00:00:00Z') },
      { client: 'b', status: 'ok', at: new Date(silent.last_success_at) },
    ]);
  });

  test('of a job remains with the old name, and follows a fileset, which is not in its key', async () => {
    await insertRow('job_protection', { director: 'one', job: 'Old', client: 'c', fileset: 'f', told_status: 'warn' });
    await rename('fileset', 'f', 'g');
    expect(await ask('SELECT fileset, told_status AS told FROM job_protection')).toEqual([
      { fileset: 'g', told: 'warn' },
    ]);
    await rename('job', 'Old', 'New');
    expect(await ask('SELECT job, told_status AS told FROM job_protection ORDER BY 1')).toEqual([
      { job: 'New', told: 'ok' },
      { job: 'Old', told: 'warn' },
    ]);
  });
});

test('a batch of older history that was read before a rename is read again', async () => {
  await writes.take({ director: 'one', runs: [makeRun({ jobId: 50, director: 'one' })], newest: 50 });
  await ask('UPDATE run_sync_state SET filled_from = 50');
  const before = await writes.stateOf('one');
  await rename('job', 'Old', 'New');
  const stale = [makeRun({ jobId: 7, uniqueName: 'stale', job: 'Old', director: 'one' })];
  await writes.fill({ director: 'one', runs: stale, before, filledFrom: 0, tails: new Map() });
  expect(await ask("SELECT 1 FROM run WHERE unique_name = 'stale'")).toEqual([]);
});

test('the end of a run counts under the name that its catalog gives it later', async () => {
  const run = makeRun({ jobId: 1, job: 'Old', client: 'c', fileset: 'f', director: 'one', endedAt: new Date() });
  await writes.take({ director: 'one', runs: [run], newest: 1 });
  await writes.take({ director: 'one', runs: [{ ...run, job: 'New' }], newest: 1 });
  expect(await ask("SELECT good_at FROM job_outcome WHERE job = 'New'")).toHaveLength(1);
  expect(await ask("SELECT ended_at FROM last_success WHERE job = 'New'")).toHaveLength(1);
});

describe('the effects of a rename', () => {
  test('list what uses the old name, and whether it follows', async () => {
    const user = '0b9f6c1e-6d5b-4a53-9d4e-2f6f0f5f8a12';
    await insertRow('client_threshold', { director: 'one', client: 'web' });
    await insertRow('client_threshold', { director: 'two', client: 'web' });
    await insertRow('client_acknowledgement', { director: 'one', client: 'web' });
    await insertRow('client_silence', { director: 'one', client: 'web', status: 'warn' });
    await insertRow('job_threshold', { director: 'one', job: 'web' });
    await insertRow('job_protection', {
      director: 'one',
      job: 'Home',
      client: 'web',
      fileset: 'f',
      told_status: 'crit',
    });
    await insertRow('job_protection', {
      director: 'one',
      job: 'Home',
      client: 'web',
      fileset: 'g',
      told_status: 'crit',
    });
    await insertRow('console_user', { id: user, username: 'someone', username_key: 'someone' });
    const filter = { user_id: user, page: 'runs', name: 'Mine' };
    await insertRow('saved_filter', { ...filter, query: 'status=error&client=mail%2Cweb' });
    const other = { id: '0b9f6c1e-6d5b-4a53-9d4e-2f6f0f5f8a13', name: 'Other', query: 'client=web01&job=web' };
    await insertRow('saved_filter', { ...filter, ...other });
    const found = await new NamesInUse(database).of('one', [{ type: 'client', from: 'web', to: 'www' }]);
    const isOfClient = { id: null, label: 'client web', name: 'web' };
    expect(found).toEqual([
      { kind: 'threshold', ...isOfClient, isCarried: true },
      { kind: 'acknowledgement', ...isOfClient, isCarried: true },
      { kind: 'protection', ...isOfClient, isCarried: true },
      { kind: 'incident', ...isOfClient, isCarried: false },
      { kind: 'incident', id: null, label: 'job Home', name: 'web', isCarried: false },
      { kind: 'saved_filter', id: expect.any(String), label: 'runs', name: 'web', isCarried: false },
    ]);
  });

  test('list incidents at receivers and conditions of jobs, storages and pools', async () => {
    await insertRow('delivery_incident', { dedup_key: 'job:one:Home' });
    await insertRow('condition_state', {
      key: 'storage:one:Disk',
      kind: 'storage',
      director: 'one',
      is_active: true,
      details: '{}',
    });
    await insertRow('condition_state', {
      key: 'filling:one:Main',
      kind: 'pool',
      director: 'one',
      is_active: false,
      details: '{}',
    });
    const renames = [
      { type: 'job', from: 'Home', to: 'Users' },
      { type: 'storage', from: 'Disk', to: 'Usb' },
      { type: 'pool', from: 'Main', to: 'Other' },
      { type: 'schedule', from: 'Nightly', to: 'Daily' },
    ];
    expect((await new NamesInUse(database).of('one', renames)).map(({ kind, label }) => [kind, label])).toEqual([
      ['receiver_incident', 'job Home'],
      ['incident', 'storage Disk'],
    ]);
  });
});

describe('renames are followed', () => {
  const finished: readonly FinishedRename[] = [{ id: 'change:1', type: 'client', from: 'old', to: 'new' }];
  const now = new Date('2026-11-28T12:00:00Z');

  test('once, also by two processes at the same time', async () => {
    await insertRow('client_threshold', { director: 'one', client: 'old' });
    const claims = await Promise.all(
      [1, 2, 3].map(() =>
        new UnitOfWork(database).run(async (transaction) => {
          const isMine = await names.claim(transaction, 'one', 'change:1', now);
          if (isMine) await names.rename(transaction, 'one', finished[0]!);
          return isMine;
        }),
      ),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await names.pending('one', finished)).toEqual([]);
    expect(await names.pending('two', finished)).toEqual(finished);
  });

  test('not at all where they fail', async () => {
    await expect(
      new UnitOfWork(database).run(async (transaction) => {
        await names.claim(transaction, 'one', 'change:1', now);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await names.pending('one', finished)).toEqual(finished);
  });

  function followerOf(configuration: Partial<DirectorConfiguration>): RenameFollower {
    const director = { configuration, onConfigurationChange: () => () => undefined };
    const directors = { all: () => [{ name: 'one', director }] } as unknown as Directors;
    return new RenameFollower(directors, names, new UnitOfWork(database), new FakeClock(), pino({ level: 'silent' }));
  }

  test('not by a database that is new, where they have been made already: all of them or none', async () => {
    const two: readonly FinishedRename[] = [...finished, { id: 'change:2', type: 'job', from: 'a', to: 'b' }];
    const configuration = { listRenames: () => Promise.resolve(two) } as unknown as DirectorConfiguration;
    const follower = followerOf(configuration);
    const claim = names.claim.bind(names);
    const claiming = jest.spyOn(names, 'claim').mockImplementation((transaction, director, id, at) => {
      if (id === 'change:2') throw new Error('killed');
      return claim(transaction, director, id, at);
    });
    await follower.follow('one', configuration);
    expect(await ask('SELECT id FROM followed_rename')).toEqual([]);
    claiming.mockRestore();
    await insertRow('job_threshold', { director: 'one', job: 'a' });
    await follower.follow('one', configuration);
    await follower.onApplicationShutdown();
    expect(await names.pending('one', two)).toEqual([]);
    expect(await ask('SELECT job FROM job_threshold')).toEqual([{ job: 'a' }]);
  });

  test('by a database that has settings of the Director and no run yet', async () => {
    let made: readonly FinishedRename[] = [];
    const configuration = { listRenames: () => Promise.resolve(made), onRenames: () => () => undefined };
    const follower = followerOf(configuration);
    await follower.onModuleInit();
    await insertRow('client_threshold', { director: 'one', client: 'old' });
    made = finished;
    await follower.follow('one', configuration as unknown as DirectorConfiguration);
    await follower.onApplicationShutdown();
    expect(await ask('SELECT client FROM client_threshold')).toEqual([{ client: 'new' }]);
  });
});
