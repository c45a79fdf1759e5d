import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { BareosConsole } from '../../../../src/directors/bareos/bareos-console.js';
import { BareosDirector } from '../../../../src/directors/bareos/bareos-director.js';
import { RemoteDirectors } from '../../../../src/directors/remote-directors.js';
import { type Staging } from '../../../../src/domain/director-settings.js';
import { AppError } from '../../../../src/domain/error-codes.js';
import { fullScope } from '../../../../src/domain/principal.js';
import { bareosSettings, type BareosFixture, openBareosFixture } from '../../../harness/fixtures/bareos-fixture.js';
import { FakeClock } from '../../../harness/fakes/fake-clock.js';
import { type FakeAnswer, FakeBareos, signals } from '../../../harness/fakes/fake-bareos.js';
import { type PeerSession } from '../../../harness/fakes/peer-session.js';
import { until } from '../../../harness/fixtures/until.js';

const open: { close: () => unknown }[] = [];
const { begin, ok, error, mainPrompt } = signals;
const [subPrompt, selectInput, textInput] = [-27, -19, -28] as const;

function keep<T extends { close: () => unknown }>(thing: T): T {
  open.unshift(thing);
  return thing;
}

async function fixture(...given: Parameters<typeof openBareosFixture>): Promise<BareosFixture> {
  return keep(await openBareosFixture(...given));
}

function consoleTo(bareos: FakeBareos): BareosConsole {
  return keep(new BareosConsole(bareosSettings(bareos.peer.port)));
}

function raw(...parts: (string | number | Buffer)[]): () => FakeAnswer {
  return () => ({ raw: (session: PeerSession) => session.send(...parts) });
}

async function refusalOf(work: Promise<unknown>): Promise<AppError> {
  const reason = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (reason instanceof AppError) return reason;
  throw new Error('It was not refused.', { cause: reason });
}

afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

test('it logs in by TLS with the key of its password from the first byte, and asks for JSON first', async () => {
  const bareos = keep(await FakeBareos.start());
  await consoleTo(bareos).json('time');
  expect(bareos.peer.sessions[0]?.tlsVersion).toBe('TLSv1.3');
  expect(bareos.peer.commands).toEqual(['.api json compact=yes', 'time']);
});

test('a Director that has no JSON is told from one that has, and no command is sent again', async () => {
  const bareos = keep(await FakeBareos.start());
  bareos.answers.set('time', raw(begin, 'Fri 20-Nov-2026 22:00:00\n', ok, mainPrompt));
  const { code, detail } = await refusalOf(consoleTo(bareos).json('time'));
  expect([code, detail]).toEqual(['director_error', expect.stringContaining('did not answer "time" with one JSON document')]); // prettier-ignore
  expect(bareos.texts).toEqual(['time']);
});

describe('what the console may do', () => {
  const media = [
    'label',
    'relabel',
    'label-barcodes',
    'change-volume',
    'prune',
    'purge',
    'truncate',
    'delete-volume',
    'delete-run',
    'mount',
    'update-slots',
    'import',
    'export',
  ];

  test('is told by the abilities', async () => {
    const { bareos, director } = await fixture();
    expect((await director.describe(fullScope)).abilities).toEqual([
      'run',
      'rerun',
      'restore',
      'cancel',
      'enable',
      'enable-client',
      'enable-schedule',
      'schedules',
      'schedule',
      'estimate',
      'progress',
      'log',
      'files',
      'volumes',
      ...media,
      'relocate',
      'restore-job',
      'restore-storage',
      'plugin-options',
      'console',
    ]);
    const limited = await fixture();
    limited.bareos.commands = bareos.commands.filter((command) => !['restore', 'cancel', '.status'].includes(command));
    expect((await limited.director.describe(fullScope)).abilities).toEqual([
      'run',
      'rerun',
      'enable',
      'enable-client',
      'enable-schedule',
      'schedules',
      'schedule',
      'estimate',
      'log',
      'files',
      'volumes',
      ...media,
      'console',
    ]);
  });

  test('counts a command that is listed without permission as forbidden', async () => {
    const { bareos, director } = await fixture();
    const help = Object.fromEntries(bareos.commands.map((command) => [command, { command, permission: command !== 'run' }])); // prettier-ignore
    bareos.answers.set('.help', () => ({ result: help }));
    expect((await director.describe(fullScope)).abilities).not.toContain('run');
  });

  test('may be as little as reading: the shipped profile forbids .status, show and time', async () => {
    const { bareos, director } = await fixture('24.0.10');
    bareos.commands = ['.api', '.help', '.clients', '.jobs', '.filesets', '.pools', '.storages', '.defaults', 'status'];
    bareos.current.set(1, 'R');
    expect(await director.describe(fullScope)).toMatchObject({
      version: '24.0.10',
      abilities: ['log', 'files', 'volumes', 'console'],
      startedAt: new Date('2026-11-20T19:33:00Z'),
    });
    expect((await director.listJobs(fullScope))[0]).toMatchObject({ name: 'backup-a', schedule: null, priority: 10 });
    const [denied, ...daemons] = await director.observe(fullScope);
    expect(denied).toMatchObject({
      code: 'director.commands_denied',
      status: 'warn',
      message:
        'Director site does not allow this console to use run, restore, .bvfs_update, .bvfs_restore, .bvfs_cleanup, cancel, enable, disable, .schedule, estimate, .status, label, llist, relabel, update, prune, purge, truncate, delete, mount, unmount, release, import, export, time.',
    });
    expect(daemons.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    expect((await director.liveRuns(fullScope, [1])).get(1)).toEqual({ progress: null, waitingFor: null });
    const order = { job: 'backup-a', level: 'Full', mark: 'o:1' };
    expect(await refusalOf(director.startRun(fullScope, order))).toMatchObject({
      code: 'not_supported_by_director',
      detail: expect.stringContaining('"run"'),
    });
  });

  test('is refused by the name of the missing command before the Director is left with half of it', async () => {
    const { bareos, catalog, director } = await fixture();
    const jobId = await catalog.maker.makeRun({ name: 'backup-a', client: 'a-fd', status: 'R', ended: null });
    const order = { jobids: [jobId], selection: [], restoreClient: 'a-fd', replace: 'never', anywhere: false } as const;
    bareos.commands = bareos.commands.filter((command) => !['restore', '.bvfs_cleanup', 'cancel', 'run', 'disable'].includes(command)); // prettier-ignore
    const refused = async (work: Promise<unknown>): Promise<unknown> => (await refusalOf(work)).extras.params;
    const named = (command: string): object => ({ director: 'site', command });
    expect(await refused(director.startRestore(fullScope, { ...order, mark: 'o:1' }))).toEqual(named('restore, .bvfs_cleanup')); // prettier-ignore
    expect(await refused(director.startRun(fullScope, { job: 'backup-a', level: 'Full', mark: 'o:1' }))).toEqual(named('run')); // prettier-ignore
    expect(await refused(director.cancelRun(fullScope, jobId))).toEqual(named('cancel'));
    expect(await refused(director.setJobEnabled(fullScope, 'backup-a', true))).toEqual(named('disable'));
    expect(bareos.texts.filter((text) => text !== '.help')).toEqual([]);
  });

  test('is asked again before it is refused, for it may just have been allowed', async () => {
    const { bareos, director } = await fixture();
    const all = bareos.commands;
    bareos.commands = all.filter((command) => command !== 'run');
    expect((await director.describe(fullScope)).abilities).not.toContain('run');
    bareos.commands = all;
    await director.startRun(fullScope, { job: 'backup-a', level: 'Full', mark: 'o:1' });
  });

  test('is not known where .help is forbidden: then everything is tried', async () => {
    const { bareos, director } = await fixture();
    bareos.commands = bareos.commands.filter((command) => command !== '.help');
    expect((await director.describe(fullScope)).abilities).toHaveLength(32);
  });

  test('must be the list of jobs at least: without it the Director is told as failing, in words', async () => {
    const { bareos, director } = await fixture();
    bareos.commands = bareos.commands.filter((command) => command !== '.jobs');
    const { code, detail } = await refusalOf(director.listJobs(fullScope));
    expect([code, detail]).toEqual(['director_error', expect.stringContaining('the command ".jobs"')]);
  });
});

test('fifty callers at once take no more than four of its places', async () => {
  const { bareos, catalog, director } = await fixture();
  const jobId = await catalog.maker.makeRun({ name: 'backup-a', client: 'a-fd', status: 'R', ended: null });
  bareos.current.set(jobId, 'R');
  const calls = Array.from({ length: 50 }, (_, index) => {
    if (index % 3 === 0) return director.describe(fullScope);
    return index % 3 === 1 ? director.observe(fullScope) : director.liveRuns(fullScope, [jobId]);
  });
  await Promise.all(calls);
  expect(bareos.peer.logIns).toBeLessThanOrEqual(4);
});

describe('a connection is closed, and not used again, after', () => {
  const broken: Record<string, () => FakeAnswer> = {
    'a question of the restore tree': raw(begin, 'cwd is: /\n', subPrompt),
    'a list to select from': raw(begin, 'Select Job:\n', selectInput, textInput),
    'a question, though a document follows': raw(begin, selectInput, textInput),
    'a line before the document': raw(begin, '20-Nov message\n{"jsonrpc":"2.0","id":null,"result":{}}', ok, mainPrompt),
    'a line after the document': raw(begin, '{"jsonrpc":"2.0","id":null,"result":{}}\nmessage\n', ok, mainPrompt),
    'half a document': raw(begin, '{"jsonrpc":"2.0","id":null,"resu', ok, mainPrompt),
    'two documents': raw(begin, '{"jsonrpc":"2.0","result":{}}{"jsonrpc":"2.0","result":{}}', ok, mainPrompt),
    'an empty answer': raw(mainPrompt),
    'another kind of document': raw(begin, '[1]', ok, mainPrompt),
  };

  test.each(Object.keys(broken))('%s', async (name) => {
    const bareos = keep(await FakeBareos.start());
    bareos.answers.set('time', broken[name]!).set('.', raw(begin, '{"jsonrpc":"2.0","result":{}}', ok, mainPrompt));
    const console = consoleTo(bareos);
    const { code, detail } = await refusalOf(console.json('time'));
    expect([code, detail]).toEqual(['director_error', expect.stringContaining('Check before you repeat it')]);
    await until(() => bareos.peer.openSessions === 0);
    bareos.answers.clear();
    expect((await console.json('time')).failure).toBeNull();
    expect(bareos.peer.logIns).toBe(2);
  });

  test('text mode that it does not leave', async () => {
    const { bareos, director } = await fixture();
    const usual = bareos.peer.script;
    bareos.peer.script = {
      ...usual,
      onApi: (text, session) => {
        if (text === '.api 1' || bareos.peer.logIns > 1) usual.onApi?.(text, session);
        else if (bareos.said.length === 0) usual.onApi?.(text, session);
        else session.send(error, 'You are not authorized.\n', mainPrompt);
      },
    };
    const { code } = await refusalOf(director.liveRuns(fullScope, [1]));
    expect(code).toBe('director_error');
    await until(() => bareos.peer.openSessions === 0);
    expect(await director.liveRuns(fullScope, [1])).toEqual(new Map());
  });
});

test('a forbidden command leaves the connection as it was', async () => {
  const bareos = keep(await FakeBareos.start());
  bareos.commands = ['time'];
  const console = consoleTo(bareos);
  expect((await refusalOf(console.json('.jobs'))).code).toBe('not_supported_by_director');
  expect((await refusalOf(console.text('.status dir current'))).code).toBe('not_supported_by_director');
  expect((await console.json('time')).failure).toBeNull();
  expect(bareos.peer.logIns).toBe(1);
});

test('an answer cut into many frames inside its characters is read whole', async () => {
  const { bareos, director } = await fixture();
  bareos.frameBytes = 3;
  bareos.jobs.set('Größe 日本', { type: 'Backup', level: 'Full', client: 'a-fd', enabled: true });
  expect((await director.listJobs(fullScope)).map(({ name }) => name)).toContain('Größe 日本');
});

test('an answer of 12 MB in thirteen frames is read', async () => {
  const bareos = keep(await FakeBareos.start());
  const jobs = Array.from({ length: 240_000 }, (_, index) => ({ name: `job-${index}`, enabled: true, filler: '0123' }));
  bareos.answers.set('.jobs', () => ({ result: { jobs } }));
  const { result } = await consoleTo(bareos).json('.jobs');
  expect(result['jobs']).toHaveLength(240_000);
});

test('words of a failure are shown without SQL, places in its source and password hashes', async () => {
  const { bareos, director } = await fixture();
  const hash = '0123456789abcdef0123456789abcdef';
  bareos.answers.set('run ', () => ({
    error: [`sql.cc:207 query failed: SELECT Name FROM Job WHERE x='${hash}': ERR=no [md5]${hash}\n`],
  }));
  const order = { job: 'backup-a', level: 'Full', mark: 'o:1' };
  const { detail } = await refusalOf(director.startRun(fullScope, order));
  expect(detail).toBe('Director site answered: query failed: …: ERR=no [md5]…');
});

test('settings of the kind bareos make a Bareos Director with its catalog', async () => {
  const { bareos, catalog } = await fixture();
  const directors = new RemoteDirectors(new FakeClock(), pino({ level: 'silent' }));
  const made = keep(directors.connect(bareosSettings(bareos.peer.port, { catalogUrl: catalog.readerUrl })));
  expect(made.director).toBeInstanceOf(BareosDirector);
  expect(await made.director.describe(fullScope)).toMatchObject({ kind: 'bareos', name: 'site' });
  const jobId = await catalog.maker.makeRun({ name: 'backup-a' });
  expect(await made.catalog.runs.findRun(fullScope, jobId)).toMatchObject({ job: 'backup-a' });
});

describe('a test of the settings', () => {
  async function findings(
    bareos: FakeBareos,
    catalogUrl: string,
    staging: Staging | null = null,
  ): Promise<Record<string, string>> {
    const directors = new RemoteDirectors(new FakeClock(), pino({ level: 'silent' }));
    const found = await directors.probe(
      bareosSettings(bareos.peer.port, { catalogUrl, staging }),
      new AbortController().signal,
      false,
    );
    return Object.fromEntries(found.map(({ stage, status, detail }) => [stage, `${status}: ${detail}`]));
  }

  test('finds everything well, and the product of the catalog', async () => {
    const { bareos, catalog } = await fixture();
    const found = await findings(bareos, catalog.readerUrl);
    expect(Object.values(found).map((text) => text.split(':')[0])).toEqual(Array.from({ length: 9 }, () => 'ok'));
    expect(found['schema']).toContain('Bareos');
    expect(found['timezone']).toBe(
      'ok: The Director (version 25.1.0, 03 August 2026) is in the time zone Europe/Berlin.',
    );
  });

  test('warns of a catalog on another machine whose connection verifies nothing', async () => {
    const { bareos, catalog } = await fixture();
    // Not loopback by its name, and yet this machine.
    const elsewhere = new URL(catalog.readerUrl);
    elsewhere.hostname = '0.0.0.0';
    for (const query of ['', 'sslmode=prefer', 'sslmode=disable']) {
      elsewhere.search = query;
      const found = await findings(bareos, elsewhere.toString());
      expect(found['catalog']).toMatch(/^warn: .* does not verify the server: .* Use sslmode=verify-full\.$/);
      expect(found['schema']).toMatch(/^ok/);
    }
  });

  test('names the commands that are forbidden', async () => {
    const { bareos, catalog } = await fixture();
    bareos.commands = bareos.commands.filter((command) => !['run', 'restore'].includes(command));
    expect((await findings(bareos, catalog.readerUrl))['commands']).toMatch(
      /^warn: The console may not use run, restore,/,
    );
    bareos.commands = [];
    expect((await findings(bareos, catalog.readerUrl))['commands']).toMatch(/^failed: .*"\.jobs"/);
  });

  test('says of a staging folder what is wrong, and of a sound one that its client is not proven', async () => {
    const { bareos, catalog } = await fixture();
    const folder = mkdtempSync(join(tmpdir(), 'backup-console-staging-'));
    const stage = async (client: string): Promise<string | undefined> =>
      (await findings(bareos, catalog.readerUrl, { client, folder }))['staging'];
    try {
      expect(await stage('a-fd')).toMatch(/^warn: The console can read and write .* is shown by the first download\.$/);
      expect(await stage('no-fd')).toMatch(/^failed: The Director has no client named no-fd/);
      chmodSync(folder, 0o755);
      expect(await stage('a-fd')).toMatch(/^failed: Every user of the console's machine has access .*\(mode 0755\)/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('tells another time zone from a clock that goes wrong', async () => {
    const { bareos, catalog } = await fixture();
    bareos.time = { ...bareos.time, hour: '21' };
    expect((await findings(bareos, catalog.readerUrl))['timezone']).toMatch(/^warn: .*time zone Europe\/Berlin/);
    bareos.time = { ...bareos.time, hour: '22', minute: '05' };
    expect((await findings(bareos, catalog.readerUrl))['timezone']).toMatch(/^warn: .*clocks .* differ by 5 minutes/);
  });
});
