import { describe, expect, test } from '@jest/globals';
import { credentialOf, isSessionSecret, newSessionSecret, sessionSecretOf } from './credentials.js';

describe('the credential of a request', () => {
  const cookie = 'theme=dark; backupweb_session=abc; other=1';

  test.each([
    [{}, { kind: 'none' }],
    [{ cookie }, { kind: 'session', secret: 'abc' }],
    [
      { cookie, authorization: 'Bearer xyz' },
      { kind: 'token', secret: 'xyz' },
    ],
    [{ authorization: 'bearer   xyz ' }, { kind: 'token', secret: 'xyz' }],
    [{ cookie, authorization: 'Bearer' }, { kind: 'junk' }],
    [{ cookie, authorization: 'Bearer ' }, { kind: 'junk' }],
    [
      { cookie, authorization: 'Basic eHl6' },
      { kind: 'session', secret: 'abc' },
    ],
    [{ cookie: 'x_backupweb_session=abc' }, { kind: 'none' }],
    [{ cookie: 'backupweb_session' }, { kind: 'session', secret: '' }],
  ])('in %j is %j', (headers, expected) => {
    expect(credentialOf(headers)).toEqual(expected);
  });
});

test('a quoted cookie is read without its quotes', () => {
  expect(sessionSecretOf('backupweb_session="abc"')).toBe('abc');
});

test('session secrets are 32 random bytes in a shape of their own', () => {
  expect(isSessionSecret(newSessionSecret())).toBe(true);
  expect(Buffer.from(newSessionSecret(), 'base64url')).toHaveLength(32);
  expect(['', 'abc', `${newSessionSecret()}=`, 'ä'.repeat(43)].some(isSessionSecret)).toBe(false);
});
