import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PasswordHasher } from '../../src/features/access/users/password-hasher.js';
import { AccessApp, adminPassword } from '../harness/fixtures/access-app.js';
import { type Answer, adminCookie, call, logIn, makePerson, password } from '../harness/fixtures/access-calls.js';

const [home, elsewhere] = ['203.0.113.9', '203.0.113.200'];
const wrong = 'not the password';

let app: AccessApp;

beforeEach(async () => {
  app = await AccessApp.start({ TRUSTED_PROXIES: '127.0.0.1' });
});

afterEach(() => app.stop());

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });

/** Keeps every place that strangers have in the queue taken until the work is done. */
async function whileQueueIsFull<T>(work: () => Promise<T>): Promise<T> {
  const hasher = app.get(PasswordHasher);
  let isDone = false;
  const guess = async (): Promise<void> => {
    // While a known caller's password is checked, one of the guesses is turned away.
    while (!isDone) await hasher.verify(null, wrong).catch(() => setImmediate());
  };
  await hasher.verify(null, wrong);
  const guesses = Promise.all(Array.from({ length: 12 }, guess));
  try {
    return await work();
  } finally {
    isDone = true;
    await guesses;
  }
}

/** Guesses from as many addresses as it takes to have the account paused. */
async function attack(username: string): Promise<void> {
  for (let host = 0; host < 11; host += 1) await logIn(app, username, wrong, from(`198.51.100.${host}`));
}

const codeOf = ({ status, body }: Answer): unknown[] => [status, body['code']];

test('a person signs in from a known address while the account is under attack and strangers fill the queue', async () => {
  expect((await logIn(app, 'admin', adminPassword, from(home))).status).toBe(200);
  await attack('admin');
  await whileQueueIsFull(async () => {
    const paused = await logIn(app, 'admin', adminPassword, from(elsewhere));
    expect([paused.status, paused.body['detail']]).toEqual([429, expect.stringContaining('failed logins')]);
    app.clock.advance(1);
    const turnedAway = await logIn(app, 'admin', adminPassword, from(elsewhere));
    expect([turnedAway.status, turnedAway.body['detail']]).toEqual([429, expect.stringContaining('concurrent')]);
    expect((await logIn(app, 'admin', wrong, from(home))).status).toBe(401);
    expect((await logIn(app, 'admin', adminPassword, from(home))).status).toBe(200);
  });
});

test('only a right password makes an address known, and the end of that password makes it unknown', async () => {
  const { id } = await makePerson(app, await adminCookie(app), 'otto', 'operator');
  const isSpared = async (ip: string, words: string): Promise<boolean> => {
    await attack('otto');
    const { status } = await logIn(app, 'otto', words, from(ip));
    app.clock.advance(1_000);
    return status === 200;
  };
  for (let guess = 0; guess < 3; guess += 1) await logIn(app, 'otto', wrong, from(home));
  expect(await isSpared(home, password)).toBe(false);
  expect((await logIn(app, 'otto', password, from(home))).status).toBe(200);
  expect(await isSpared(home, password)).toBe(true);
  const next = 'a brand new password';
  const options = { cookie: await adminCookie(app), body: { password: next } };
  expect((await call(app, 'PATCH', `/api/v1/admin/users/${id}`, options)).status).toBe(200);
  expect(await isSpared(home, next)).toBe(false);
});

test('a one-time link lets a person in from a new address while the account is under attack', async () => {
  const admin = await adminCookie(app);
  const { id } = await makePerson(app, admin, 'otto', 'operator');
  const options = { cookie: admin, body: { purpose: 'reset' } };
  const link = await call(app, 'POST', `/api/v1/admin/users/${id}/one-time-link`, options);
  const body = { secret: String(link.body['url']).split('/').at(-1), password: 'chosen by the person' };
  await attack('otto');
  expect((await call(app, 'POST', '/api/v1/auth/one-time-link', { body, ...from(elsewhere) })).status).toBe(204);
  expect((await logIn(app, 'otto', 'chosen by the person', from(elsewhere))).status).toBe(200);
});

test('a name that does not exist is paused and turned away like one that does', async () => {
  const answers = async (username: string): Promise<unknown[]> => {
    const codes: unknown[] = [];
    for (let host = 0; host < 12; host += 1) {
      const { status, body } = await logIn(app, username, wrong, from(`198.51.100.${host}`));
      codes.push([status, body['code'], body['detail']]);
    }
    app.clock.advance(60);
    codes.push(await whileQueueIsFull(async () => codeOf(await logIn(app, username, wrong, from(elsewhere)))));
    return codes;
  };
  const known = await answers('admin');
  app.clock.advance(1_000);
  expect(await answers('nobody')).toEqual(known);
});
