import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ConsoleProcess, processPassword, type SeenRun } from '../harness/fixtures/console-process.js';
import { directorYaml } from '../harness/builders/director-yaml.js';

const folder = mkdtempSync(join(tmpdir(), 'backup-console-log-'));
const dataDir = join(folder, 'data');
const source = join(folder, 'source');
const instanceKey = 'an instance key for tests, long enough for anything';
const mailPassword = 'a-secret-of-the-mail-server';
const typedPasswords = {
  wrong: 'a-wrong-secret-of-admin',
  new: 'a-new-secret-of-admin',
  first: 'a-first-secret-of-otto',
};

let app: ConsoleProcess;
const cookies: string[] = [];
const plaintexts: string[] = [];

beforeAll(async () => {
  mkdirSync(source, { recursive: true });
  mkdirSync(dataDir);
  writeFileSync(join(source, 'a.txt'), 'a');
  writeFileSync(join(dataDir, 'director.yaml'), directorYaml(dataDir, { Source: [source] }));
  const mail = { SMTP_URL: `smtps://u:${mailPassword}@mail.example`, SMTP_FROM: 'backup@example.org' };
  const environment = { LOG_LEVEL: 'debug', INSTANCE_KEY: instanceKey, ...mail };
  app = await ConsoleProcess.start(dataDir, undefined, { environment });
  plaintexts.push(app.apiToken);
  await tour();
  await mistakes();
  await app.stop();
});

afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly text?: string;
}

async function send(method: string, path: string, { headers, body, text }: Sent = {}): Promise<Response> {
  const sent = text ?? (body === undefined ? null : JSON.stringify(body));
  const type: Record<string, string> = sent === null ? {} : { 'content-type': 'application/json' };
  return fetch(`${app.url}${path}`, { method, headers: { ...type, ...headers }, body: sent });
}

async function logIn(username: string, password: string): Promise<string> {
  const answer = await send('POST', '/api/v1/auth/login', { body: { username, password } });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  if (cookie !== '') cookies.push(cookie.split('=')[1] ?? '');
  return cookie;
}

/** What people and machines do on a good day. */
async function tour(): Promise<void> {
  const cookie = await logIn('admin', processPassword);
  const headers = { cookie };
  const made = await send('POST', '/api/v1/tokens', { headers, body: { name: 'tour' } });
  const { id, plaintext } = (await made.json()) as { id: string; plaintext: string };
  plaintexts.push(plaintext);
  const jobId = await app.order('Full');
  const run = await app.waitForEnd(jobId);
  expect(run.status).toBe('completed');
  const restored = await app.restore([jobId], [join(source, 'a.txt')], join(dataDir, 'restores'));
  expect((await app.waitForEnd(restored)).status).toBe('completed');
  for (const path of [
    '/operations/jobs',
    '/operations/runs',
    '/director/health',
    '/restore/points?client=local',
    '/auth/me',
  ]) {
    await app.call<SeenRun>('GET', path);
  }
  const otto = { username: 'otto', password: typedPasswords.first, role: 'operator' };
  expect((await send('POST', '/api/v1/admin/users', { headers, body: otto })).status).toBe(201);
  await logIn('otto', typedPasswords.first);
  const change = { currentPassword: processPassword, newPassword: typedPasswords.new };
  expect((await send('PUT', '/api/v1/auth/password', { headers, body: change })).status).toBe(204);
  await send('DELETE', `/api/v1/tokens/${id}`, { headers });
  await send('POST', '/api/v1/auth/logout', { headers });
}

/** Where people put secrets by mistake, and requests that fail with a secret in hand. */
async function mistakes(): Promise<void> {
  const secret = app.apiToken;
  await logIn('admin', typedPasswords.wrong);
  await logIn(typedPasswords.wrong, 'whatever');
  await send('POST', '/api/v1/auth/login', { text: `{"username":"admin","password":"${typedPasswords.wrong}"` });
  await send('POST', '/api/v1/auth/login', {
    body: { user: 'admin', password: typedPasswords.wrong, [typedPasswords.wrong]: 1 },
  });
  const headers = { authorization: `Bearer ${secret}` };
  await send('GET', `/api/v1/auth/me?access_token=${secret}`, { headers });
  await send('GET', `/api/v1/tokens/${secret}`, { headers });
  await send('DELETE', `/api/v1/tokens/${secret}`, { headers });
  await send('DELETE', `/api/v1/tokens/%73vct_${secret.slice(5)}`, { headers });
  await send('GET', `/${secret}`);
  await send('GET', '/api/v1/auth/me', { headers: { ...headers, 'x-request-id': secret } });
  await send('GET', '/api/v1/auth/me', { headers: { authorization: `Bearer ${secret}x`, 'user-agent': secret } });
  await send('POST', '/api/v1/operations/jobs/run', { headers, body: { job: secret } });
  await send('POST', '/api/v1/operations/jobs/run', { headers: { ...headers, 'idempotency-key': secret }, text: '{' });
}

describe('the output at LOG_LEVEL=debug', () => {
  test('tells of the requests', () => {
    expect(app.output()).toContain('"path":"/api/v1/auth/login"');
    expect(app.output()).toContain('"status":401');
    expect(cookies).toHaveLength(2);
  });

  test.each(Object.entries({ ...typedPasswords, admin: processPassword, instanceKey, mailPassword }))(
    'holds no password: %s',
    (_, secret) => {
      expect(app.output()).not.toContain(secret);
    },
  );

  test('holds no password of its PostgreSQL', () => {
    expect(app.output()).not.toContain(readFileSync(join(dataDir, 'postgres/superuser-password'), 'utf8').trim());
  });

  test('holds no token, wherever it was put by mistake', () => {
    expect(plaintexts).toHaveLength(2);
    for (const plaintext of plaintexts) {
      expect(app.output()).not.toContain(plaintext.slice('svct_'.length));
      expect(app.output()).not.toContain(plaintext);
    }
  });

  test('holds no session', () => {
    for (const cookie of cookies) expect(app.output()).not.toContain(cookie);
  });
});
