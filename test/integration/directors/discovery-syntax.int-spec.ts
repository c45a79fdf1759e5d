import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { detectDirectors } from '../../../src/directors/discovery/detect-directors.js';
import { proposalFor } from '../../../src/directors/discovery/proposal.js';

const folder = mkdtempSync(join(tmpdir(), 'backup-console-syntax-'));
const own = 'etc/bacula/bacula-dir.conf';
let root: string;
let count = 0;

beforeEach(() => {
  root = join(folder, String((count += 1)));
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function found(text: string) {
  put(own, text);
  return detectDirectors(root);
}

const catalogConf = 'Catalog { Name = MyCatalog; dbname = bac; dbuser = bacula; dbaddress = 192.0.2.5 }';
const catalog = { database: 'bac', address: '192.0.2.5', port: 5432, user: 'bacula' };

describe('a Director of Bacula is found', () => {
  test.each([
    ['with its brace on the next line', 'Director\n{\n  Name = main\n  DirAddress = 192.0.2.1\n}\n'],
    ['with a comment before its brace', 'Director # this one\n# and\n\n  {Name = main;DirAddress=192.0.2.1}'],
    [
      'with its name on the line after a comment',
      '\uFEFFDirector { # comment\r\nName = main\r\nDir Address = 192.0.2.1\r\n}',
    ],
    ['with names in other letters', 'DIRECTOR { NAME = "main"; d i r a d d r e s s = "192.0.2.1" }'],
    ['with an equals sign on the next line', 'Director {\n Name\n = main\n DirAddress\n =\n 192.0.2.1\n}'],
    [
      'behind resources with nested blocks',
      'Job { Name = x; RunScript\n{ Command = "a } b"; RunsWhen = Before }\n Name = y }\nDirector { Name = main; DirAddress = 192.0.2.1 }',
    ],
    ['without a closing brace', 'Director { Name = main; DirAddress = 192.0.2.1'],
  ])('%s', (_, text) => {
    expect(found(text)).toMatchObject([{ name: 'main', address: '192.0.2.1', port: 9101, unreadable: [] }]);
  });

  test.each([
    ['DirAddresses = { ip = { addr = 192.0.2.1; port = 9201 } }'],
    ['Dir Addresses\n=\n{\n  ip = {\n addr = 192.0.2.1\n port = 9201\n }\n ip = { addr = 192.0.2.9; port = 9999 }\n}'],
    ['DirAddresses = { ipv4 = { addr = 192.0.2.1 port = 9201 } ipv6 = { addr = 2001:db8::1 } }'],
    ['DirPort = 9201; DirAddresses = { ip = { addr = 192.0.2.1 } }'],
  ])('at the first of its addresses: %s', (text) => {
    expect(found(`Director {\nName = main\n${text}\nPassword = x\n}`)).toMatchObject([
      { name: 'main', address: '192.0.2.1', port: 9201 },
    ]);
  });

  test.each([['0.0.0.0', '127.0.0.1'], ['::', '::1'], ['2001:db8::1', '2001:db8::1']])(
    'that listens at %s at %s',
    (listens, reached) => {
      expect(found(`Director { Name = main; DirAddress = ${listens} }`)).toMatchObject([{ address: reached }]);
    },
  ); // prettier-ignore
});

describe('an include', () => {
  test.each([
    ['inside a resource', 'Director { Name = main\n@part.conf\n}'],
    ['behind a directive on the same line', 'Director { Name = main; @part.conf\n}'],
    ['with a comment behind it', 'Director { Name = main\n @part.conf # where it listens\n}'],
    ['with a comment right behind it', 'Director { Name = main\n @part.conf# where it listens\n}'],
    ['with a semicolon', 'Director { Name = main\n @part.conf;\n}'],
    ['with a brace behind it', 'Director { Name = main\n@part.conf }'],
    ['in quotes', 'Director { Name = main\n@"part.conf"\n}'],
    ['that stands in for a value', 'Director { Name = main\nDirAddress = @value.conf\n}'],
    ['that holds another one', 'Director { Name = main\n@outer.conf\n}'],
  ])('%s is replaced where it stands', (_, text) => {
    put('etc/bacula/part.conf', 'DirAddress = 192.0.2.1');
    put('etc/bacula/value.conf', '192.0.2.1');
    put('etc/bacula/outer.conf', '# outer\n@part.conf');
    put('etc/bacula/catalog.conf', catalogConf);
    expect(found(`${text}\n@catalog.conf`)).toMatchObject([
      { name: 'main', address: '192.0.2.1', catalog, unreadable: [] },
    ]);
  });

  test('of a catalog inside other text is followed, and an address of mail is no include', () => {
    put('etc/bacula/the catalog.conf', catalogConf);
    const text = 'Messages { Name = Standard; Mail = root@localhost = all; Operator = "@all" }';
    expect(found(`Director { Name = main } ${text} @"the catalog.conf" # last`)).toMatchObject([
      { name: 'main', catalog, unreadable: [] },
    ]);
  });

  test('of the output of a program is named and not followed, without its arguments', () => {
    const made = found('Director { Name = main }\n@|"/usr/local/bin/clients --password=secret"\n@|/bin/other\n');
    expect(made).toMatchObject([{ name: 'main', unreadable: ['@|/usr/local/bin/clients', '@|/bin/other'] }]);
    const text = proposalFor(made[0]!, { consolePassword: 'a', databasePassword: 'b' });
    expect(text).toContain('The output of /usr/local/bin/clients is included in the configuration and was skipped');
    expect(text).not.toContain('secret');
  });

  test('of a file in itself ends, and what is not followed is named', () => {
    put('etc/bacula/loop.conf', '@loop.conf\n');
    expect(found('Director { Name = main }\n@loop.conf\n@absent.conf')).toMatchObject([
      { name: 'main', unreadable: [join(root, 'etc/bacula/loop.conf'), join(root, 'etc/bacula/absent.conf')] },
    ]);
  });
});

describe('a catalog', () => {
  test.each(['mysql', 'MySQL', 'dbi:mysql', 'sqlite3'])('in %s is not proposed as PostgreSQL', (driver) => {
    const [director] = found(`Director { Name = main }\nCatalog { Name = c; dbname = bac; dbdriver = ${driver} }`);
    expect(director).toMatchObject({ catalog: null, unsupportedCatalog: driver });
    expect(proposalFor(director!, { consolePassword: 'a', databasePassword: 'b' })).toContain(
      `Its catalog is in ${driver}. Backup Console supports only PostgreSQL catalogs`,
    );
  });

  test.each(['', 'dbdriver = "postgresql";', 'dbdriver = dbi:postgresql;'])('with "%s" is PostgreSQL', (driver) => {
    const text = `Catalog { Name = old; dbname = x; dbdriver = mysql }\nCatalog { ${driver} Name = c; dbname = bac }`;
    expect(found(`Director { Name = main }\n${text}`)).toMatchObject([
      { catalog: { database: 'bac', port: 5432 }, unsupportedCatalog: null },
    ]);
  });
});

describe('folders that this user may not enter', () => {
  /** Root may enter everything. */
  function asOrdinaryUser<T>(work: () => T): T {
    if (process.geteuid?.() !== 0) return work();
    process.seteuid?.(65_534);
    try {
      return work();
    } finally {
      process.seteuid?.(0);
    }
  }

  test('are named where a configuration may be in them', () => {
    put(own, 'Director { Name = main }');
    chmodSync(join(root, 'etc/bacula'), 0o700);
    asOrdinaryUser(() => {
      if (process.geteuid?.() !== 65_534) chmodSync(join(root, 'etc/bacula'), 0o000);
      expect(detectDirectors(root)).toMatchObject([{ kind: 'bacula', unreadable: [join(root, 'etc/bacula')] }]);
    });
    chmodSync(join(root, 'etc/bacula'), 0o700);
  });

  test('below a tree of files hide nothing else of it', () => {
    put('etc/bareos/bareos-dir.d/director/main.conf', 'Director { Name = main-dir }');
    put('etc/bareos/bareos-dir.d/catalog/MyCatalog.conf', 'Catalog { Name = c; DB Name = bareos }');
    const closed = join(root, 'etc/bareos/bareos-dir.d/console');
    mkdirSync(closed, { mode: 0o000 });
    asOrdinaryUser(() => {
      expect(detectDirectors(root)).toMatchObject([
        { kind: 'bareos', name: 'main-dir', catalog: { database: 'bareos' }, unreadable: [closed] },
      ]);
    });
    chmodSync(closed, 0o700);
  });
});

test('a file of a million quotes, braces and backslashes that includes itself again and again is read once', () => {
  const hostile = ['"\\'.repeat(200_000), '{'.repeat(400_000), 'a = "'.repeat(100_000), '@. '.repeat(20_000)];
  for (const text of hostile) {
    expect(found(`Director { Name = main; DirAddress = 192.0.2.1 }\n${text}`)).toMatchObject([{ name: 'main' }]);
  }
});
