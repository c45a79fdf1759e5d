import { describe, expect, it } from '@jest/globals';
import { maskedSecrets } from './masked-secrets.js';

const hash = '[md5]5ebe2294ecd0e0f08eab7690d2a6ee69';

describe('maskedSecrets', () => {
  it.each([
    ['a hash alone', `key ${hash} end`, 'key [hidden] end'],
    ['a hash that is cut', 'x [md5]5ebe22', 'x [hidden]'],
    ['a directive of Bareos', `  Password = "${hash}"\n  Port = 1`, '  Password = [hidden]\n  Port = 1'],
    ['another directive', 'DbPassword = "a b c"', 'DbPassword = [hidden]'],
    ['a directive with a space', 'Db Password = abc', 'Db Password = [hidden]'],
    [
      'an argument',
      'configure add client name=x password=geheim yes',
      'configure add client name=x password=[hidden] yes',
    ],
    ['an argument in quotes', 'configure add password="a b" yes', 'configure add password=[hidden] yes'],
    ['JSON', '{"password": "a", "port": 1}', '{"password": [hidden], "port": 1}'],
    ['a value that is cut', 'Password = "abc', 'Password = [hidden]'],
    ['a key of encryption', 'KeyEncryptionKey = "abc"', 'KeyEncryptionKey = [hidden]'],
    ['an environment', 'MYSQL_PWD=abc mysqldump', 'MYSQL_PWD=[hidden] mysqldump'],
    ['an address', 'postgresql://me:abc@host/db', 'postgresql://me:[hidden]@host/db'],
  ])('masks %s', (_what, text, expected) => {
    expect(maskedSecrets(text)).toBe(expected);
  });

  it('leaves what is no secret', () => {
    const text = 'Device "File1" (/srv) is not open.\nJobs: 12\nhttp://host:9101/x md5=abc';
    expect(maskedSecrets(text)).toBe(text);
  });

  it('takes linear time for an answer of any shape', () => {
    const many = 350_000;
    const shapes = ['password '.repeat(many / 3), 'password="'.repeat(many / 3), '://a:'.repeat(many / 2), 'a'.repeat(3 * many), ' '.repeat(3 * many)]; // prettier-ignore
    for (const text of shapes) expect(maskedSecrets(text).length).toBeGreaterThan(0);
  });
});
