import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { maskedSecrets, readBy, readingCommands } from './director-console.service.js';

describe('readBy', () => {
  it('takes each form of the list with values filled in, and gives its capability', () => {
    for (const [form, capability] of Object.entries(readingCommands)) {
      for (const name of ['main-fd', '"Job With Space"', 'a:1.b_c']) {
        expect(readBy(form.replaceAll('<name>', name).replaceAll('<number>', '12'))).toBe(capability);
      }
    }
  });

  it.each([
    ['another case', 'STATUS dir'],
    ['an abbreviation of the verb', 'st dir'],
    ['another abbreviation', 'li jobs'],
    ['an abbreviation of the argument', 'list jo'],
    ['a leading space', ' version'],
    ['a trailing space', 'version '],
    ['two spaces', 'status  dir'],
    ['a second line', 'status dir\nrun job=x yes'],
    ['a line break at the end', 'version\n'],
    ['a carriage return', 'version\rrun'],
    ['a tab', 'list\tjobs'],
    ['a NUL', 'version\0'],
    ['a second command', 'version; run job=x yes'],
    ['a pipe', 'version | cat'],
    ['an argument that is not in the list', 'list jobs jobid=1 yes'],
    ['files', 'list files jobid=1'],
    ['nextvol, which may recycle', 'list nextvol job=x'],
    ['messages, which empties the queue', 'messages'],
    ['everything of the configuration', 'show all'],
    ['a resource with a password', 'show client=main-fd'],
    ['a job, whose scripts may contain secrets', 'show job=x'],
    ['SQL', '.sql query="SELECT 1"'],
    ['a quote that ends early', 'status client="a" run "b"'],
    ['a quote inside of a name', 'status client=a"b'],
    ['an unclosed quote', 'status client="a'],
    ['an empty name', 'status client='],
    ['an empty quoted name', 'status client=""'],
    ['two values', 'status client=a storage=b'],
    ['a name with a path', 'status client=../../etc'],
    ['a name that is a variable', 'status client=$HOME'],
    ['a number with letters', 'list jobid=1a'],
    ['a list of numbers', 'list jobid=1,2'],
    ['a number in other digits', 'list jobid=١'],
    ['a file of commands', '@version'],
    ['a name of every object', 'constructor'],
    ['nothing', ''],
  ])('does not know %s', (_what, command) => {
    expect(readBy(command)).toBeNull();
  });

  it('knows no text but those of its forms: nothing can be added at any place', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(readingCommands)), fc.string({ minLength: 1 }), (form, added) => {
        const command = form.replaceAll('<name>', 'x').replaceAll('<number>', '1');
        if (/^[A-Za-z0-9_.:-]+$/.test(added)) return;
        expect(readBy(command + added)).toBeNull();
        expect(readBy(added + command)).toBeNull();
      }),
    );
  });
});

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

  it('keeps what is no secret', () => {
    const text = 'Device "File1" (/srv) is not open.\nJobs: 12\nhttp://host:9101/x md5=abc';
    expect(maskedSecrets(text)).toBe(text);
  });

  it('takes linear time for an answer of any shape', () => {
    const many = 350_000;
    const shapes = ['password '.repeat(many / 3), 'password="'.repeat(many / 3), '://a:'.repeat(many / 2), 'a'.repeat(3 * many), ' '.repeat(3 * many)]; // prettier-ignore
    for (const text of shapes) expect(maskedSecrets(text).length).toBeGreaterThan(0);
  });
});
