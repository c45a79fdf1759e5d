import { describe, expect, test } from '@jest/globals';
import { NewPasswords } from './new-password.js';
import { PasswordHasher } from './password-hasher.js';

describe('PasswordHasher', () => {
  test('makes argon2id hashes of 19 MiB and two passes that distinguish right from wrong', async () => {
    const hasher = new PasswordHasher();
    const hash = await hasher.hash('correct horse battery');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.verify(hash, 'correct horse battery')).toBe(true);
    expect(await hasher.verify(hash, 'correct horse batterx')).toBe(false);
    expect(await hasher.verify(null, 'correct horse battery')).toBe(false);
  });

  test('takes a letter and its accent as the letter with accent', async () => {
    const hasher = new PasswordHasher();
    expect(await hasher.verify(await hasher.hash('caf\u00e9 au lait'), 'cafe\u0301 au lait')).toBe(true);
  });

  test('sends strangers away beyond two at work and ten waiting, and goes on after', async () => {
    const hasher = new PasswordHasher();
    const hash = await hasher.hash('x');
    const results = await Promise.allSettled(Array.from({ length: 15 }, () => hasher.verify(hash, 'x')));
    const rejected = results.filter((result) => result.status === 'rejected');
    expect(rejected).toHaveLength(3);
    expect(rejected[0]?.reason).toMatchObject({ code: 'too_many_requests' });
    expect(await hasher.verify(hash, 'x')).toBe(true);
  });

  test('lets ten known callers wait however many strangers wait, and no more', async () => {
    const hasher = new PasswordHasher();
    const hash = await hasher.hash('x');
    const strangers = Promise.allSettled(Array.from({ length: 50 }, () => hasher.verify(hash, 'y')));
    const known = await Promise.allSettled(Array.from({ length: 12 }, () => hasher.verify(hash, 'x', true)));
    expect(known.map(({ status }) => status)).toEqual([...Array<string>(10).fill('fulfilled'), 'rejected', 'rejected']);
    expect((await strangers).filter(({ status }) => status === 'fulfilled')).toHaveLength(12);
  });
});

describe('a new password', () => {
  const passwords = new NewPasswords(new PasswordHasher(), { baseUrl: 'https://vault.acmecorp.example:8443' });
  const reasonOf = async (password: string, username = 'otto') =>
    (await passwords.check(password, username))?.reason ?? null;

  test.each([
    'correct horse battery',
    'ünïcödé wörds',
    'Kaffee Wolke Ziegel Rad',
    'tr0ub4dor&3 x9',
    'xkcd-Vogel-17-Nebel',
    'aB3$kP9!zQ7&',
    'correct horse backup',
  ])('may be %j', async (password) => {
    expect(await reasonOf(password)).toBeNull();
  });

  test.each([
    ['short', 'too_short'],
    ['aaaaaaaaaaaaaaaa', 'too_simple'],
    ['abababababab', 'too_simple'],
    ['ottoottoottootto', 'is_username'],
    ['Otto-Otto-otto', 'is_username'],
    ['passwordpassword', 'easily_guessed'],
    ['123456789012', 'easily_guessed'],
    ['qwertyuiopas', 'easily_guessed'],
    ['adminadminadmin1', 'easily_guessed'],
    ['P@ssw0rd2026', 'easily_guessed'],
    ['iloveyou1234', 'easily_guessed'],
    ['abcdefghijkl', 'easily_guessed'],
    ['20.11.198520.11.1985', 'easily_guessed'],
    ['aB3$aB3$aB3$', 'easily_guessed'],
    ['backupconsole', 'easily_guessed'],
    ['Backup-Console-1', 'easily_guessed'],
    ['otto@acmecorp.example', 'easily_guessed'],
    ['acmecorp2026', 'easily_guessed'],
    ['vault.acmecorp.example', 'easily_guessed'],
    ['ｐａｓｓｗｏｒｄｐａｓｓｗｏｒｄ', 'easily_guessed'],
  ])('%j is rejected: %s', async (password, reason) => {
    expect(await reasonOf(password)).toBe(reason);
  });

  test('is estimated in bounded time however long and hostile it is', async () => {
    const hostile = ['p4$$w0rd', '@4({|<3610|!$5+7%2', 'vvvw\\/|V|'].map((text) => text.repeat(1000 / text.length));
    for (const password of [...hostile, '\ufdfa'.repeat(256)]) expect(await reasonOf(password)).toBeDefined();
  });

  test('is no part of the own name with something behind it', async () => {
    expect(await reasonOf('zwirbelix2026', 'jan.zwirbelix')).toBe('easily_guessed');
    expect(await reasonOf('zwirbelix2026')).toBeNull();
  });
});
