import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { detectDirectors } from '../../../src/directors/discovery/detect-directors.js';
import { proposalFor } from '../../../src/directors/discovery/proposal.js';

const folder = mkdtempSync(join(tmpdir(), 'backup-console-detect-'));
let root: string;
let count = 0;

beforeEach(() => {
  root = join(folder, String((count += 1)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const bconsole = `
# The console of people
Director {
  Name = main-dir
  DIRport = 9201
  address = "backup.example"  # reached there
  Password = "the password of people"
}`;

const directorConf = `
Director { Name = main-dir; DirAddress = 127.0.0.1; Password = "the password of people"
  Maximum Concurrent Jobs = 20 }
Job { Name = "Back up"; RunScript { Command = "echo { }"; RunsWhen = Before } ; Type = Backup }
@conf.d/catalog.conf
`;
const catalogConf =
  'Catalog {\n  Name = MyCatalog\n  dbname = "bac"; DB Address = 192.0.2.5; DB Port = 5433; dbuser = "bacula"; dbpassword = "secret of the director" }';

describe('a Bacula of this machine', () => {
  test('is found with its catalog, also in a file that is included', () => {
    put('etc/bacula/bconsole.conf', bconsole);
    put('etc/bacula/bacula-dir.conf', directorConf);
    put('etc/bacula/conf.d/catalog.conf', catalogConf);
    expect(detectDirectors(root)).toEqual([
      {
        kind: 'bacula',
        name: 'main-dir',
        address: 'backup.example',
        port: 9201,
        unreadable: [],
        source: join(root, 'etc/bacula/bconsole.conf'),
        unsupportedCatalog: null,
        catalog: { database: 'bac', address: '192.0.2.5', port: 5433, user: 'bacula' },
      },
    ]);
  });

  test('is found by its console alone', () => {
    put('opt/bacula/etc/bconsole.conf', bconsole);
    expect(detectDirectors(root)).toMatchObject([{ name: 'main-dir', catalog: null }]);
  });

  test('whose files may not be read is told all the same', () => {
    mkdirSync(join(root, 'etc/bacula/bacula-dir.conf'), { recursive: true });
    put('etc/bacula/bacula-dir.conf/x.conf', '@nowhere.conf\n');
    expect(detectDirectors(root)).toMatchObject([{ name: 'bacula', unreadable: [expect.stringContaining('nowhere')] }]);
  });
});

test('a Bareos of this machine is found in its tree of files', () => {
  put('etc/bareos/bconsole.d/director.conf', 'Director { Name = bareos-dir\n address = localhost\n Password = "x" }');
  put('etc/bareos/bareos-dir.d/catalog/MyCatalog.conf', 'Catalog {\n Name = MyCatalog\n DB Name = "bareos"\n }');
  put(
    'etc/bareos/bareos-dir.d/job/one.conf',
    'Job {\n  Name = "one"\n  Run Script {\n    Console = ".bvfs_update jobid=%i"\n  }\n}',
  );
  expect(detectDirectors(root)).toMatchObject([
    {
      kind: 'bareos',
      name: 'bareos-dir',
      port: 9101,
      catalog: { database: 'bareos', address: '127.0.0.1', port: 5432 },
    },
  ]);
});

test('a pipe and a file without a sensible size are told and not read', () => {
  put('etc/bacula/bconsole.conf', bconsole);
  put('etc/bacula/bacula-dir.conf', '@pipe.conf\n@huge.conf\n');
  execFileSync('mkfifo', [join(root, 'etc/bacula/pipe.conf')]);
  put('etc/bacula/huge.conf', '');
  truncateSync(join(root, 'etc/bacula/huge.conf'), 2 ** 40);
  const unreadable = ['pipe', 'huge'].map((name) => join(root, `etc/bacula/${name}.conf`));
  expect(detectDirectors(root)).toMatchObject([{ name: 'main-dir', unreadable }]);
});

test('a machine without either has none', () => {
  mkdirSync(root, { recursive: true });
  expect(detectDirectors(root)).toEqual([]);
});

test('the proposal holds an entry that can be read, the grants, and no secret of the configuration', () => {
  put('etc/bacula/bconsole.conf', bconsole);
  put('etc/bacula/bacula-dir.conf', directorConf);
  put('etc/bacula/conf.d/catalog.conf', catalogConf);
  const [director] = detectDirectors(root);
  const text = proposalFor(director!, { consolePassword: 'new-console', databasePassword: 'new-database' });
  expect(text).not.toMatch(/password of people|secret of the director/);
  expect(text).toContain('GRANT SELECT ON ALL TABLES IN SCHEMA public TO backup_console;');
  expect(text).toContain('Password = "new-console"');
  const yaml = text.slice(text.indexOf('directors:') - 3, text.indexOf('Then test it')).replaceAll(/^ {3}/gm, '');
  expect(parse(yaml)).toMatchObject({
    directors: [
      {
        name: 'main-dir',
        kind: 'bacula',
        address: 'backup.example',
        port: 9201,
        console: 'backup-console',
        catalogUrl: 'postgresql://backup_console:new-database@192.0.2.5:5433/bac',
      },
    ],
  });
});
