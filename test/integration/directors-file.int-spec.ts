import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { readDirectorsFile } from '../../src/bootstrap/directors-file.js';
import { makeCertificates } from '../harness/fakes/peer-certificates.js';

const folder = mkdtempSync(join(tmpdir(), 'backup-console-directors-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(text: string): ReturnType<typeof readDirectorsFile> {
  const file = join(folder, 'directors.yaml');
  writeFileSync(file, text);
  return readDirectorsFile(file);
}

function secretFile(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const bacula = 'name: main, kind: bacula, address: 192.0.2.1, password: hush, catalogUrl: "postgres://u:hush@h/bacula"';

test('without a file the embedded Director stands alone', () => {
  expect(readDirectorsFile(null)).toEqual([{ name: 'embedded', kind: 'embedded', isDefault: true, remote: null }]);
});

test('an embedded Director may have another name', () => {
  expect(read('directors:\n  - name: this-machine\n    kind: embedded\n')).toEqual([
    { name: 'this-machine', kind: 'embedded', isDefault: true, remote: null },
  ]);
});

describe('a Director of another machine', () => {
  test('needs little to be told', () => {
    const [setting] = read(`directors: [{${bacula}, timezone: Europe/Berlin}]`);
    expect(setting?.remote).toEqual({
      name: 'main',
      kind: 'bacula',
      address: '192.0.2.1',
      port: 9101,
      consoleName: null,
      password: 'hush',
      tls: { mode: 'required', ca: null, certificate: null, key: null, serverName: null },
      catalogUrl: 'postgres://u:hush@h/bacula',
      catalogTls: { ca: null, certificate: null, key: null },
      timezone: 'Europe/Berlin',
      restoreJob: null,
      restoreRoots: null,
      staging: null,
    });
  });

  test('takes its secrets from files', () => {
    const password = secretFile('password', 'from a file\n');
    const url = secretFile('url', 'postgresql://u:p@h/bareos\n');
    const [setting] = read(
      `directors: [{name: b, kind: bareos, address: "2001:db8::1", passwordFile: ${password}, catalogUrlFile: ${url}}]`,
    );
    expect(setting?.remote).toMatchObject({ password: 'from a file', catalogUrl: 'postgresql://u:p@h/bareos' });
  });

  test('takes certificates from files', () => {
    const [ca, certificate, key] = ['ca', 'certificate', 'key'].map((name) => secretFile(`${name}.pem`, name));
    const tls = `{mode: required, caFile: ${ca}, certificateFile: ${certificate}, keyFile: ${key}, serverName: dir.example}`;
    const [setting] = read(`directors: [{${bacula}, tls: ${tls}}]`);
    expect(setting?.remote?.tls).toEqual({
      mode: 'required',
      ca: 'ca',
      certificate: 'certificate',
      key: 'key',
      serverName: 'dir.example',
    });
  });

  test('takes those of its catalog, and of a file with its key the certificate alone', () => {
    const { ca, console: ours } = makeCertificates();
    const authority = secretFile('authority.pem', ca);
    const both = secretFile('both.pem', `${ours.key}${ours.cert}`);
    const files = `caFile: ${authority}, certificateFile: ${both}, keyFile: ${both}`;
    const [setting] = read(`directors: [{${bacula}, tls: {${files}}, catalogTls: {${files}}}]`);
    const texts = { ca, certificate: ours.cert, key: ours.key };
    expect(setting?.remote).toMatchObject({ tls: texts, catalogTls: texts });
  });

  test('names where its files are restored to for a download', () => {
    const staging = '{client: console-fd, folder: /srv//staging/./a/}';
    const [setting] = read(`directors: [{${bacula}, staging: ${staging}}]`);
    expect(setting?.remote?.staging).toEqual({ client: 'console-fd', folder: '/srv/staging/a' });
  });

  test('is the default where it says so, else the first one is', () => {
    const embedded = '{name: e, kind: embedded}';
    const defaults = (text: string): readonly boolean[] => read(text).map(({ isDefault }) => isDefault);
    expect(defaults(`directors: [${embedded}, {${bacula}, default: true}]`)).toEqual([false, true]);
    expect(defaults(`directors: [${embedded}, {${bacula}}]`)).toEqual([true, false]);
  });
});

test.each([
  ['', /must contain a list `directors`/],
  ['directors: [', /directors\.yaml: line 1 is not valid YAML/],
  ['directors: []', /must contain a list `directors`/],
  ['directors: [{name: a, kind: amanda}]', /directors\[0\]\.kind: must be one of embedded, bacula, bareos/],
  ['directors: [{name: "", kind: embedded}]', /directors\[0\]\.name: must be a string/],
  ['directors: [{name: "/", kind: embedded}]', /directors\[0\]\.name: must be a name/],
  ['directors: [{name: a, kind: embedded, port: 9101}]', /directors\[0\]\.port: is unknown/],
  ['directors: [{name: a, kind: embedded, default: perhaps}]', /default: must be true or false/],
  ['directors: [{name: a, kind: embedded}, {name: a, kind: embedded}]', /the name a is used twice/],
  ['directors: [{name: a, kind: embedded}, {name: b, kind: embedded}]', /only one Director of kind embedded/],
  [
    `directors: [{name: a, kind: embedded, default: true}, {${bacula}, default: true}]`,
    /only one Director can be the default/,
  ],
  [
    'directors: [{name: a, kind: bacula}]',
    /address: is missing\n.*password: is missing; specify it here, or in a file/,
  ],
  [`directors: [{${bacula}, address: "http://h"}]`, /line 1 is not valid YAML/],
  [`directors: [{${bacula}, port: 70000}]`, /port: must be a whole number from 1 to 65535/],
  [`directors: [{${bacula}, tls: maybe}]`, /tls: must be one of required, preferred, none/],
  [`directors: [{${bacula}, tls: {mode: required, ca: x}}]`, /tls\.ca: is unknown/],
  [`directors: [{${bacula}, timezone: Mars/Phobos}]`, /timezone: Mars\/Phobos is not a known time zone/],
  [`directors: [{${bacula}, passwordFile: /nowhere}]`, /password: cannot be combined with passwordFile/],
  [
    `directors: [{${bacula}, catalogTls: {caFile: /nowhere}}]`,
    /catalogTls\.caFile: names the file \/nowhere, which cannot/,
  ],
  [
    `directors: [{${bacula}, catalogTls: {caFile: /etc/hostname}}]`,
    /catalogTls\.caFile: names a file without a PEM certificate/,
  ],
  [`directors: [{${bacula}, catalogTls: {ca: x}}]`, /catalogTls\.ca: is unknown/],
  [`directors: [{${bacula.replace('u:hush', 'u%ff')}}]`, /catalogUrl: must be a URL/],
  [`directors: [{${bacula}, restoreRoots: [here]}]`, /restoreRoots: must contain absolute folders/],
  [`directors: [{${bacula}, staging: /srv/staging}]`, /staging: must be a mapping/],
  [`directors: [{${bacula}, staging: {folder: /srv}}]`, /staging\.client: is missing/],
  [`directors: [{${bacula}, staging: {client: a, folder: /srv, mode: 1}}]`, /staging\.mode: is unknown/],
  [`directors: [{${bacula}, staging: {client: 'a"b', folder: /srv}}]`, /staging\.client: must be the name of a Client/],
  ...['here', '/srv/../etc', '/', `/${'x'.repeat(512)}`, 'C:/staging'].map(
    (at) =>
      [
        `directors: [{${bacula}, staging: {client: a, folder: "${at}"}}]`,
        /staging\.folder: must be an absolute/,
      ] as const,
  ),
  [`directors: [{${bacula}, console: 'a"b'}]`, /console: must be the name of a Console resource/],
])('%j is refused in a sentence that names the fault and no secret', (text, sentence) => {
  expect(() => read(text)).toThrow(sentence);
  expect(() => read(text)).not.toThrow(/hush/);
});

test('a folder is refused in a sentence that names the setting', () => {
  expect(() => readDirectorsFile(folder)).toThrow(`DIRECTORS_FILE ${folder}: EISDIR`);
});

test('a password that begins with * and is not quoted is told without repeating it', () => {
  const text = `directors: [{${bacula.replace('password: hush', 'password: *hush')}}]`;
  expect(() => read(text)).toThrow(/an alias \(\*name\) has no anchor.*quotes/);
  expect(() => read(text)).not.toThrow(/hush/);
});
