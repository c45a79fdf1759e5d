import { describe, expect, test } from '@jest/globals';
import { PasswordHasher } from './password-hasher.js';
import { checkPassword } from './password-rules.js';

describe('PasswordHasher', () => {
  test('makes argon2id hashes of 19 MiB and two passes that tell right from wrong', async () => {
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
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(3);
    expect(refused[0]?.reason).toMatchObject({ code: 'too_many_requests' });
    expect(await hasher.verify(hash, 'x')).toBe(true);
  });

  test('lets ten known callers wait however many strangers wait, and no more', async () => {
    const hasher = new PasswordHasher();
    const hash = await hasher.hash('x');
    const strangers = Promise.allSettled(Array.from({ length: 50 }, () => hasher.verify(hash, 'y')));
    const known = await Promise.allSettled(Array.from({ length: 12 }, () => hasher.verify(hash, 'x', true)));
    expect(known.map(({ status }) => status)).toEqual([
      ...Array<string>(10).fill('fulfilled'),
      ...['rejected', 'rejected'],
    ]);
    expect((await strangers).filter(({ status }) => status === 'fulfilled')).toHaveLength(12);
  });
});

describe('checkPassword', () => {
  test.each(['correct horse battery', 'ünïcödé wörds', 'aB3$aB3$aB3$'])('takes %j', (password) => {
    expect(() => {
      checkPassword(password, 'otto');
    }).not.toThrow();
  });

  test.each(['short', 'aaaaaaaaaaaaaaaa', 'ottoottoottootto', 'Otto-Otto-otto', 'abababababab'])(
    'refuses %j',
    (password) => {
      expect(() => {
        checkPassword(password, 'otto');
      }).toThrow(expect.objectContaining({ code: 'weak_password' }));
    },
  );
});
