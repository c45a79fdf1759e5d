import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type ConsoleAnswer } from '../../src/domain/console-command.js';
import { AppError } from '../../src/domain/error-codes.js';
import { itemsOf, makePerson } from '../harness/fixtures/access-calls.js';
import { type Caller, callerOf, type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';
import { until } from '../harness/fixtures/until.js';

const plain: ConsoleAnswer = { output: 'one-dir Version: 1.0\n', isTruncated: false, question: null };
const secret = '[md5]5ebe2294ecd0e0f08eab7690d2a6ee69';
let fake: FakeApp;
let sent: string[];
let answer: () => Promise<ConsoleAnswer>;

const path = '/directors/one/console';
const send = (command: string, more: object = {}, by: Caller = fake.admin) => by.post(path, { command, ...more });

interface Recorded {
  readonly action: string;
  readonly outcome: string;
  readonly target: string;
  readonly changes: Readonly<Record<string, { readonly to?: unknown }>>;
}

/** What is on record of this command. The clock of the fixture stands, so the order says nothing. */
async function recordsOf(command: string): Promise<Readonly<Record<'start' | 'end', Recorded | undefined>>> {
  const answered = await fake.admin.get('/admin/audit?action=director.console.*&limit=500');
  const found = (itemsOf(answered) as unknown as Recorded[]).filter(
    ({ changes }) => changes['command']?.to === command,
  );
  const one = (action: string) => found.find((record) => record.action === `director.console.${action}`);
  return { start: one('start'), end: one('end') };
}

beforeAll(async () => {
  fake = await startFakeApp();
  for (const director of [fake.one, fake.two]) {
    director.description = { ...director.description, abilities: ['console'] };
    director.runCommand = (_scope, command) => {
      sent.push(command);
      return answer();
    };
  }
});

beforeEach(() => {
  sent = [];
  answer = () => Promise.resolve(plain);
});

afterAll(() => fake.app.stop());

describe('a command that only reads', () => {
  test('runs as it is, for an operator too', async () => {
    const { status, body } = await send('version', {}, fake.operator);
    expect(status).toBe(200);
    const expected = { director: 'one', command: 'version', output: plain.output, truncated: false };
    expect(body).toEqual({ ...expected, durationMs: expect.any(Number) });
    expect(sent).toEqual(['version']);
  });

  test('needs the capability for what it shows, beside that of the route', async () => {
    const capabilities = ['directors:read', 'directors:control'];
    await fake.admin.post('/admin/roles', { name: 'narrow', description: '', capabilities });
    const nina = await makePerson(fake.app, fake.admin.cookie, 'nina', 'narrow');
    const narrow = callerOf(fake.app, nina.cookie);
    expect((await send('version', {}, narrow)).status).toBe(200);
    for (const [command, requiredCapability] of [
      ['list joblog jobid=1', 'jobs:read'],
      ['list volumes', 'media:read'],
    ] as const)
      // prettier-ignore
      expect(await send(command, {}, narrow)).toMatchObject({
        status: 403,
        body: { code: 'missing_capability', requiredCapability },
      });
    expect(sent).toEqual(['version']);
  });
});

describe('any other command', () => {
  test('is not sent before it is confirmed', async () => {
    for (const command of ['delete volume=Full-0001 yes', 'st dir', 'Version', 'messages']) {
      const refused = await send(command);
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'confirmation_required', reason: 'command_not_confirmed', params: { director: 'one', command } },
      });
      expect((await send(command, { confirm: false })).status).toBe(409);
    }
    expect(sent).toEqual([]);
    expect((await send('messages', { confirm: true })).status).toBe(200);
    expect(sent).toEqual(['messages']);
  });

  test('needs directors:console, which an operator does not have', async () => {
    expect(await send('messages', { confirm: true }, fake.operator)).toMatchObject({
      status: 403,
      body: { code: 'missing_capability', requiredCapability: 'directors:console' },
    });
    expect(await send('version', {}, fake.readonly)).toMatchObject({
      status: 403,
      body: { requiredCapability: 'directors:control' },
    });
    expect(sent).toEqual([]);
  });
});

describe('secrets', () => {
  test('are masked in the answer, and in what is recorded', async () => {
    answer = () => Promise.resolve({ ...plain, output: `Password = "${secret}"\nAddress = a\n` });
    const { body } = await send('configure add client name=x password=geheim', { confirm: true });
    expect(body).toMatchObject({
      command: 'configure add client name=x password=[hidden]',
      output: 'Password = [hidden]\nAddress = a\n',
    });
    expect(sent).toEqual(['configure add client name=x password=geheim']);
    const recorded = await fake.admin.get('/admin/audit?action=director.console.*&limit=500');
    expect(JSON.stringify(recorded.body)).not.toMatch(/geheim|5ebe22/);
    expect((await recordsOf('configure add client name=x password=[hidden]')).end?.outcome).toBe('success');
  });

  test('are masked in a question', async () => {
    answer = () => Promise.resolve({ output: `${secret} ? no`, isTruncated: false, question: `${secret} ?` });
    const { body } = await send('run', { confirm: true });
    expect(body).toMatchObject({ question: '[hidden] ?', output: '[hidden] ? no' });
  });
});

describe('a question of the Director', () => {
  test('is answered with 422, its text, and what came after it', async () => {
    answer = () => Promise.resolve({ output: 'Select: Job queued. JobId=7', isTruncated: false, question: 'Select: ' });
    expect(await send('run job=x', { confirm: true })).toMatchObject({
      status: 422,
      body: { code: 'command_asks', question: 'Select: ', output: 'Select: Job queued. JobId=7' },
    });
    expect((await recordsOf('run job=x')).end).toMatchObject({
      outcome: 'failure',
      changes: { code: { to: 'command_asks' } },
    });
  });
});

describe('the audit log', () => {
  test('has the command before it is sent, and the outcome after', async () => {
    let atSending: Awaited<ReturnType<typeof recordsOf>> | null = null;
    answer = async () => {
      atSending = await recordsOf('reload');
      return { ...plain, isTruncated: true };
    };
    await send('reload', { confirm: true });
    expect(atSending).toMatchObject({ start: { target: 'director:one', changes: { command: { to: 'reload' } } } });
    expect(atSending).toMatchObject({ end: undefined });
    expect((await recordsOf('reload')).end).toMatchObject({
      outcome: 'success',
      changes: { command: { to: 'reload' }, truncated: { to: true } },
    });
  });

  test('has a command that was not answered in time as a failure', async () => {
    const detail = 'No answer within 60 s. It is unknown whether the command was executed.';
    answer = () => Promise.reject(new AppError('director_too_slow', detail));
    expect(await send('wait', { confirm: true })).toMatchObject({ status: 504, body: { detail } });
    const { start, end } = await recordsOf('wait');
    expect(start).toMatchObject({ outcome: 'success' });
    expect(end).toMatchObject({ outcome: 'failure', changes: { code: { to: 'director_too_slow' } } });
  });
});

describe('commands at the same time', () => {
  test('are one for each caller and Director', async () => {
    let finish = (): void => undefined;
    answer = () => new Promise((resolve) => (finish = () => resolve(plain)));
    const first = send('version');
    await until(() => sent.length === 1);
    expect(await send('time')).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    answer = () => Promise.resolve(plain);
    expect((await fake.admin.post('/directors/two/console', { command: 'time' })).status).toBe(200);
    expect((await send('time', {}, fake.operator)).status).toBe(200);
    finish();
    expect((await first).status).toBe(200);
    expect((await send('time')).status).toBe(200);
  });

  test('are at most four in this process', async () => {
    const finish: (() => void)[] = [];
    const others = [];
    for (const name of ['anna', 'bert', 'cleo', 'dora']) {
      const { cookie } = await makePerson(fake.app, fake.admin.cookie, name, 'operator');
      others.push(callerOf(fake.app, cookie));
    }
    answer = () => new Promise((resolve) => finish.push(() => resolve(plain)));
    const running = others.map((caller) => send('version', {}, caller));
    await until(() => finish.length === 4);
    expect(await send('version')).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    for (const end of finish) end();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    answer = () => Promise.resolve(plain);
    expect((await send('version')).status).toBe(200);
  });
});

describe('a Director without a console', () => {
  test('is told of before anything is confirmed', async () => {
    const { description } = fake.two;
    fake.two.description = { ...description, abilities: [] };
    const refused = await fake.admin.post('/directors/two/console', { command: 'reload' });
    fake.two.description = description;
    expect(refused).toMatchObject({ status: 422, body: { code: 'not_supported_by_director', reason: 'unsupported' } });
  });
});
