import { afterEach, describe, expect, test } from '@jest/globals';
import { rowsIn, textIn, wholeIn } from '../../../../src/directors/bareos/json-reply.js';
import { BareosConsole } from '../../../../src/directors/bareos/bareos-console.js';
import { BareosDirector } from '../../../../src/directors/bareos/bareos-director.js';
import { type RunOrder } from '../../../../src/domain/director.port.js';
import { AppError } from '../../../../src/domain/error-codes.js';
import { fullScope } from '../../../../src/domain/principal.js';
import {
  bareosSettings,
  type BareosFixture,
  openBareosFixture,
  walk,
} from '../../../harness/fixtures/bareos-fixture.js';
import { FakeClock } from '../../../harness/fakes/fake-clock.js';
import { type BareosVersion, signals } from '../../../harness/fakes/fake-bareos.js';
import { until } from '../../../harness/fixtures/until.js';

const open: BareosFixture[] = [];
const order: RunOrder = { job: 'backup-a', level: 'Full', mark: 'o:1' };
const acting = /^(?:run|restore|cancel|enable|disable|rerun|delete|\.bvfs_restore) /;

async function fixture(...given: Parameters<typeof openBareosFixture>): Promise<BareosFixture> {
  const made = await openBareosFixture(...given);
  open.push(made);
  return made;
}

async function refusalOf(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error;
  throw new Error('It was not refused.', { cause: error });
}

afterEach(async () => {
  for (const made of open.splice(0)) await made.close();
});

describe('JSON mode asks nothing and runs', () => {
  test('so no confirmation is relied on: a name that the Director does not have is refused before anything that acts is sent', async () => {
    const { bareos, director } = await fixture();
    const wrong: Partial<RunOrder>[] = [
      { job: 'nope' },
      { client: 'nope' },
      { fileset: 'nope' },
      { storage: 'nope' },
      { pool: 'nope' },
    ];
    const codes = [];
    for (const change of wrong)
      codes.push((await refusalOf(director.startRun(fullScope, { ...order, ...change }))).code);
    expect(codes).toEqual(['unknown_job', 'unknown_client', 'unknown_fileset', 'unknown_storage', 'unknown_pool']);
    expect((await refusalOf(director.setJobEnabled(fullScope, 'nope', false))).code).toBe('unknown_job');
    expect(bareos.texts.filter((text) => acting.test(text))).toEqual([]);
  });

  test('so every command that acts says yes itself, and names everything that it acts on', async () => {
    const made = await fixture();
    await walk(made);
    const sent = made.bareos.texts.filter((text) => /^(?:run|restore|cancel) /.test(text));
    expect(sent.map((text) => text.endsWith(' yes'))).toEqual([true, true, true]);
    expect(sent[2]).toMatch(/^restore file=\?b2\d+ client=a-fd restoreclient=a-fd restorejob=RestoreFiles where=\/srv\/restored\/x replace=never comment=o:2 yes$/); // prettier-ignore
  });
});

describe('JSON mode picks what is left where an argument is missing or unknown', () => {
  test('so names are asked for on the connection of the order, just before it', async () => {
    const { bareos, director } = await fixture();
    await director.startRun(fullScope, { ...order, client: 'b-fd', storage: 'File', pool: 'Full', fileset: 'Home' });
    const run = bareos.said.find(({ text }) => text.startsWith('run '))!;
    const there = bareos.said.filter(({ session }) => session === run.session).map(({ text }) => text);
    expect(there.filter((text) => text !== '.help')).toEqual([
      '.jobs',
      '.clients',
      '.filesets',
      '.storages',
      '.pools',
      run.text,
    ]);
  });

  test('so "enable storage=" is never sent, though it would be answered as done', async () => {
    const made = await fixture();
    made.bareos.jobs.get('backup b')!.enabled = false;
    await walk(made);
    const sent = made.bareos.texts.filter((text) => /^(?:enable|disable) /.test(text));
    expect(sent).toEqual(['disable job=backup-a', 'enable job=backup-a']);
    expect(made.bareos.jobs.get('backup b')).toMatchObject({ enabled: false });
  });

  test('so an answer that tells of another job than the one to be enabled is no success', async () => {
    const { bareos, director } = await fixture();
    bareos.answers.set('disable ', () => ({ result: { disable: { jobs: ['backup b'] } } }));
    expect(await refusalOf(director.setJobEnabled(fullScope, 'backup-a', false))).toMatchObject({
      code: 'director_error',
      detail: expect.stringContaining('did not disable backup-a'),
    });
  });

  test('so a console that may see one client does not restore that one instead of another', async () => {
    const { bareos, catalog, director } = await fixture();
    const jobId = await catalog.maker.makeRun({ name: 'backup-a', client: 'a-fd' });
    await catalog.maker.recordFiles(jobId, [{ path: '/data/a.txt' }]);
    bareos.clients = ['b-fd'];
    const restore = {
      jobids: [jobId],
      selection: [],
      restoreClient: 'b-fd',
      replace: 'never',
      anywhere: false,
    } as const;
    expect((await refusalOf(director.startRestore(fullScope, { ...restore, mark: 'o:1' }))).code).toBe(
      'unknown_client',
    );
    expect(bareos.texts.filter((text) => acting.test(text))).toEqual([]);
  });

  test('so a run of something else than was ordered is canceled and told', async () => {
    const { bareos, catalog, director } = await fixture();
    bareos.queue = async () => {
      const jobId = await catalog.maker.makeRun({ name: 'backup b', client: 'b-fd', status: 'C', ended: null });
      bareos.current.set(jobId, 'C');
      return jobId;
    };
    const refusal = await refusalOf(director.startRun(fullScope, order));
    expect(refusal).toMatchObject({ code: 'director_error', detail: expect.stringContaining('it queued backup b of b-fd') }); // prettier-ignore
    expect(bareos.texts.at(-1)).toBe('cancel jobid=1 yes');
  });
});

describe('a failure without words', () => {
  test('gets its reason from asking whether the console may run the job', async () => {
    const { bareos, director } = await fixture();
    bareos.answers.set('run ', () => ({ error: [] }));
    bareos.answers.set('.authorized', () => ({ error: [], result: { '.authorized': { authorized: false } } }));
    const { code, detail } = await refusalOf(director.startRun(fullScope, order));
    expect([code, detail]).toEqual([
      'director_error',
      "Director site did not run backup-a and gave no reason. This console may not run it. Allow the job, its client and its fileset in the console's ACLs.",
    ]);
  });

  test('of a level that the job does not take names the level', async () => {
    const { director } = await fixture();
    const { detail } = await refusalOf(director.startRun(fullScope, { ...order, level: 'Nope' }));
    expect(detail).toContain('Check that the job supports level Nope');
  });

  test('of each step of a restore names the step, and the table is cleaned up', async () => {
    const { bareos, catalog, director } = await fixture();
    const jobId = await catalog.maker.makeRun({ client: 'a-fd' });
    const restore = {
      jobids: [jobId],
      selection: [],
      restoreClient: 'a-fd',
      replace: 'never',
      anywhere: false,
    } as const;
    for (const step of ['.bvfs_update', '.bvfs_restore', 'restore']) {
      bareos.answers.set(step, () => ({ error: [] }));
      const { code, detail } = await refusalOf(director.startRestore(fullScope, { ...restore, mark: 'o:1' }));
      expect([code, detail.includes(`at step "${step}"`)]).toEqual(['director_error', true]);
      bareos.answers.delete(step);
    }
    const tables = (verb: string) => bareos.texts.filter((text) => text.startsWith(verb)).map((text) => /b2\d+/.exec(text)?.[0]); // prettier-ignore
    expect(tables('.bvfs_restore')).toHaveLength(2);
    expect(tables('.bvfs_cleanup')).toEqual(tables('.bvfs_restore'));
  });
});

test('the living and the dead daemons are told apart in text mode, for JSON mode answers the same of both', async () => {
  const { bareos, director } = await fixture();
  bareos.down.add('b-fd').add('File');
  const seen = await director.observe(fullScope);
  expect(seen.map(({ id, status }) => [id, status])).toEqual([
    ['storage:File', 'crit'],
    ['client:a-fd', 'ok'],
    ['client:b-fd', 'warn'],
  ]);
  expect(seen[2]?.hint).toContain('Failed to connect to Client b-fd.');
  expect(seen[2]?.hint).not.toContain('==');
  const looks = bareos.said.filter(({ text }) => /client=|storage=/.test(text) && text.startsWith('.status'));
  expect(new Set(looks.map(({ mode }) => mode))).toEqual(new Set(['text']));
  expect((await director.listClients(fullScope))[0]).toMatchObject({ version: '25.1.0', address: 'a-fd.example' });
});

describe('what exists only since 25.1.0', () => {
  test.each<[BareosVersion, boolean]>([
    ['24.0.10', false],
    ['25.1.0', true],
  ])('is asked for as JSON only where it is (%s)', async (version, isNew) => {
    const { bareos, director } = await fixture(version);
    const described = await director.describe(fullScope);
    expect(described.abilities.includes('schedule')).toBe(isNew);
    expect(described.startedAt).toEqual(new Date('2026-11-20T19:33:00Z'));
    expect(bareos.said.filter(({ text }) => text === '.status dir header').map(({ mode }) => mode)).toEqual([isNew ? 'json' : 'text']); // prettier-ignore
    expect((await director.listJobs(fullScope))[0]?.nextRunAt === null).toBe(!isNew);
    expect(bareos.texts.some((text) => text.includes('reverse') || text.includes('.help full'))).toBe(false);
  });

  test('is refused of an older Director with the reason', async () => {
    const { bareos, director } = await fixture('24.0.10');
    const now = new Date('2026-11-20T21:00:00Z');
    expect(await refusalOf(director.schedulePreview(fullScope, now, new Date('2026-11-27'), 10))).toMatchObject({
      code: 'not_supported_by_director',
      detail: expect.stringContaining('Bareos 25.1 or later'),
    });
    expect(bareos.texts.some((text) => text.startsWith('status scheduler'))).toBe(false);
  });
});

test('the console messages are never read: reading them would empty them for everybody', async () => {
  const made = await fixture();
  await walk(made);
  expect(made.bareos.texts.filter((text) => /messages|autodisplay|gui/.test(text))).toEqual([]);
});

test('a time-out closes the connection, and the late answer is nobody’s', async () => {
  const { bareos } = await fixture();
  const late: (() => void)[] = [];
  bareos.answers.set('time', () => ({
    raw: (session) => late.push(() => session.send(signals.begin, '{"late":1}', signals.ok, signals.mainPrompt)),
  }));
  const console = new BareosConsole(bareosSettings(bareos.peer.port));
  try {
    const { code, detail } = await refusalOf(console.json('time', { limitMs: 300 }));
    expect([code, detail.includes('Check before you repeat it')]).toEqual(['director_too_slow', true]);
    for (const send of late) send();
    await until(() => bareos.peer.openSessions === 0);
    bareos.answers.clear();
    const { result } = await console.json('time', { limitMs: 30_000 });
    expect(result).toMatchObject({ time: { year: '2026' } });
    expect(bareos.peer.logIns).toBe(2);
  } finally {
    void console.close();
  }
});

test('history is never asked of the Director, which limits it before it leaves out what the console may not see', async () => {
  const made = await fixture();
  await walk(made);
  expect(made.bareos.texts.filter((text) => /^(?:list|llist)\b|limit=|offset=/.test(text))).toEqual([]);
});

test('an order that the Director took and failed at is told as the run that it became', async () => {
  const { bareos, catalog, director } = await fixture();
  const failing: { jobId?: number } = {};
  bareos.answers.set('run ', () => ({
    raw: (session) =>
      void catalog.maker.makeRun({ name: 'backup-a', client: 'a-fd', status: 'f', comment: 'o:1' }).then((jobId) => {
        failing.jobId = jobId;
        const data = { result: {}, messages: { error: ['Job failed.\n'] } };
        const document = { jsonrpc: '2.0', id: null, error: { code: 1, message: 'failed', data } };
        session.send(signals.begin, signals.error, JSON.stringify(document), signals.ok, signals.mainPrompt);
      }),
  }));
  expect(await director.startRun(fullScope, order)).toMatchObject({ job: 'backup-a', jobId: failing.jobId });
});

test('a job that the Director was given a moment ago is found, and none that it does not have', async () => {
  const { bareos, director } = await fixture();
  await director.listJobs(fullScope);
  bareos.jobs.set('new job', { type: 'Backup', level: 'Full', client: 'a-fd', enabled: true });
  expect(await director.findJob(fullScope, 'new job')).toMatchObject({ name: 'new job', client: 'a-fd' });
  expect(await director.findJob(fullScope, 'no job')).toBeNull();
});

test.each([
  '"where" specification not authorized.\n',
  'No authorization for "where" specification.\n',
  'Denied by "WhereACL" configuration.\n',
])('a folder that the Director does not allow is refused as a folder: %s', async (words) => {
  const { bareos, catalog, director } = await fixture();
  const jobId = await catalog.maker.makeRun({ client: 'a-fd' });
  bareos.answers.set('restore', () => ({ error: [words] }));
  const restore = { jobids: [jobId], selection: [], restoreClient: 'a-fd', replace: 'never', anywhere: false } as const;
  expect(await refusalOf(director.startRestore(fullScope, { ...restore, mark: 'o:1' }))).toMatchObject({
    code: 'where_not_allowed',
    detail: expect.stringContaining('to /srv/restored.'),
  });
});

test('a console that may not choose the form of replies is told so, and does not wait', async () => {
  const { catalog } = await fixture();
  const onApi = (_: string, session: { send: (...parts: (string | number)[]) => void }): void =>
    session.send('.api: is an invalid command.\n', -1);
  const denied = await fixture('25.1.0', { script: { onApi } });
  const director = new BareosDirector(bareosSettings(denied.bareos.peer.port), { catalog: catalog.catalog, clock: new FakeClock() }); // prettier-ignore
  try {
    const { code, detail } = await refusalOf(director.describe(fullScope));
    expect(code).toBe('director_unreachable');
    expect(detail).toContain('does not let this console choose the reply format');
  } finally {
    void director.close();
  }
});

describe('shapes that differ', () => {
  test('of nothing found are all no rows', () => {
    expect([{ jobs: {} }, { jobs: [] }, {}, { jobs: null }].map((result) => rowsIn(result, 'jobs'))).toEqual([[], [], [], []]); // prettier-ignore
  });

  test('of lists by pool are rows as well', () => {
    expect(rowsIn({ volumes: { scratch: [], full: [{ volumename: 'Full-0001' }] } }, 'volumes')).toEqual([
      { volumename: 'Full-0001' },
    ]);
  });

  test('of numbers and texts are the same, and an empty text is nothing', () => {
    const fields = { a: '1', b: 1, c: '', d: ' ', e: '1.5', f: '99999999999999999', g: 'x' };
    expect(Object.keys(fields).map((key) => wholeIn(fields, key))).toEqual([1, 1, null, null, null, null, null]);
    expect(['a', 'b', 'c', 'd', 'none'].map((key) => textIn(fields, key))).toEqual(['1', '1', null, null, null]);
  });
});

test('".api" is never sent without its mode, and no SQL at all', async () => {
  const made = await fixture();
  await walk(made);
  const modes = new Set(made.bareos.peer.commands.filter((text) => text.startsWith('.api')));
  expect(modes).toEqual(new Set(['.api json compact=yes', '.api 1']));
  expect(made.bareos.texts.filter((text) => text.startsWith('.sql'))).toEqual([]);
});

test('nothing is sent that is not in the table of commands', async () => {
  const made = await fixture();
  await walk(made);
  const verbs = new Set(made.bareos.texts.map((text) => text.split(' ', 1)[0]));
  expect([...verbs].sort()).toEqual(
    [
      '.bvfs_cleanup',
      '.bvfs_restore',
      '.bvfs_update',
      '.clients',
      '.defaults',
      '.filesets',
      '.help',
      '.jobs',
      '.pools',
      '.status',
      '.storages',
      'cancel',
      'disable',
      'enable',
      'restore',
      'run',
      'show',
      'status',
      'time',
    ].sort(),
  );
});

test('names that a command cannot hold are refused, and nothing is sent', async () => {
  const { bareos, director } = await fixture();
  for (const job of ['a"b', 'a\\b', 'a\nb', 'a\u0000b'])
    expect((await refusalOf(director.startRun(fullScope, { ...order, job }))).code).toBe('validation_failed');
  expect(bareos.texts).toEqual(['.help']);
});

test('a wrong password is told as such, and the password is in no word of it', async () => {
  const { bareos, catalog } = await fixture();
  const settings = bareosSettings(bareos.peer.port, { password: 'wrong-Secret' });
  const director = new BareosDirector(settings, { catalog: catalog.catalog, clock: new FakeClock() });
  try {
    const { code, detail } = await refusalOf(director.describe(fullScope));
    expect(code).toBe('director_unreachable');
    expect(detail).toContain('rejected the console name or password');
    expect(detail).not.toContain('wrong-Secret');
  } finally {
    void director.close();
  }
});
