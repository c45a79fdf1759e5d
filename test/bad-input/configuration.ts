import {
  type BadRow, invalid, noTexts, unknownParameters, unwantedBodies, wrongBodies, wrongField, wrongPages, wrongSegments,
} from './wrong-rows.js'; // prettier-ignore
import { largeBody } from '../../src/http/input.interceptor.js';
import { area } from './area.js';

const bare = [...unknownParameters, ...unwantedBodies];
const director = {
  name: 'main',
  kind: 'bacula',
  address: '192.0.2.7',
  password: 'a password for tests',
  catalogUrl: 'postgresql://reader@192.0.2.7/bacula',
};
const change = { restoreJob: 'RestoreFiles' };
const impossible = ['a\0b', '\ud800', 'a\nb'];
const required = Object.keys(director);
const pem = 'x'.repeat(65_537);

/** Fields that both adding and changing take; `rest` makes the body whole. */
const settings = (rest: Readonly<Record<string, unknown>>): BadRow[] => [
  ...wrongField(rest, 'address', [...noTexts, '', 'http://host', 'host:9101', 'a b', '-a', 'x'.repeat(254), ...impossible], invalid('address')),
  ...wrongField(rest, 'port', [null, 0, -1, 1.5, 65_536, '9101', '', true, {}, []], invalid('port')),
  ...wrongField(rest, 'console', [1, true, {}, [], '', 'a"b', 'a\\b', 'x'.repeat(128), ...impossible], invalid('console')),
  ...wrongField(rest, 'password', [...noTexts, '', 'x'.repeat(1025), 'a\0b', '\ud800'], invalid('password')),
  ...wrongField(rest, 'catalogUrl', [...noTexts, '', 'mysql://host/x', 'host', 'postgres://', 'postgres://a b', `postgres://h/${'x'.repeat(4096)}`, ...impossible], invalid('catalogUrl')),
  ...wrongField(rest, 'timezone', [...noTexts, 'x'.repeat(65), 'Mars/Phobos', '', ...impossible], invalid('timezone')),
  ...wrongField(rest, 'restoreJob', [1, true, {}, [], '', 'a"b', 'x'.repeat(128), ...impossible], invalid('restoreJob')),
  ...wrongField(rest, 'restoreRoots', ['', '/a', 1, {}, [1], [''], ['here'], ['/a', null], Array(101).fill('/a'), ['/a\0b']], invalid('restoreRoots')),
  ...wrongField(rest, 'staging', ['', '/a', 1, [], { client: 'a', folder: '/a\0b' }], invalid('staging')),
  ...wrongField(rest, 'tls', ['', 1, []], invalid('tls')),
  ...wrongField(rest, 'catalogTls', ['', 1, []], invalid('catalogTls')),
  ...wrongField(rest, 'staging', [{ folder: '/a' }, { client: '', folder: '/a' }, { client: 'a"b', folder: '/a' }], invalid('staging.client')),
  ...wrongField(rest, 'staging', ['', 'here', '/', '//', '/a/../b', '/a\nb', 'C:/a', `/${'x'.repeat(512)}`].map((folder) => ({ client: 'a', folder })), invalid('staging.folder')),
  ...wrongField(rest, 'staging', [{ client: 'a', folder: '/a', colour: 'red' }], invalid('staging.colour')),
  ...wrongField(rest, 'default', [null, 1, 'true', [], {}], invalid('default')),
  ...wrongField(rest, 'tls', [{}, { mode: 'on' }, { mode: null }], invalid('tls.mode')),
  ...wrongField(rest, 'tls', [{ mode: 'required', ca: pem }, { mode: 'required', ca: 1 }], invalid('tls.ca')),
  ...wrongField(rest, 'tls', [{ mode: 'required', key: 'k' }, { mode: 'required', key: pem }], invalid('tls.key')),
  ...wrongField(rest, 'tls', [{ mode: 'required', certificate: 'c', key: null }], invalid('tls.certificate')),
  ...wrongField(rest, 'tls', [{ mode: 'required', serverName: 'a b' }], invalid('tls.serverName')),
  ...wrongField(rest, 'tls', [{ mode: 'required', colour: 'red' }], invalid('tls.colour')),
  ...wrongField(rest, 'catalogTls', [{ ca: pem }, { ca: 1 }, { ca: 'no PEM' }, { ca: '' }], invalid('catalogTls.ca')),
  ...wrongField(rest, 'catalogTls', [{ certificate: 'c' }], invalid('catalogTls.certificate')),
  ...wrongField(rest, 'catalogTls', [{ key: 'k' }, { key: {} }], invalid('catalogTls.key')),
  ...wrongField(rest, 'catalogTls', [{ colour: 'red' }], invalid('catalogTls.colour')),
]; // prettier-ignore

const added: BadRow[] = [
  ...wrongBodies(director, { most: largeBody }),
  ...settings(director),
  ...wrongField(director, 'name', [...noTexts, '', '-a', 'a/b', '..', 'ä', "a'b", 'x'.repeat(128), ...impossible], invalid('name')),
  ...wrongField(director, 'kind', [...noTexts, '', 'embedded', 'Bacula', 'amanda'], invalid('kind')),
  ['nothing in it', { body: {} }, invalid(...required)],
]; // prettier-ignore

export const configuration = area(
  ['/admin/directors', '/admin/discovered-directors'],
  {
    'GET /admin/directors/{name}': '/admin/directors/embedded',
    'PATCH /admin/directors/{name}': '/admin/directors/embedded',
    'DELETE /admin/directors/{name}': '/admin/directors/none',
    'POST /admin/directors/{name}/test': '/admin/directors/none/test',
  },
  {
    'GET /admin/directors': [
      ...bare,
      ...wrongPages,
      ['a long name', { query: `name=${'x'.repeat(128)}` }, invalid('name')],
      ['a name with a NUL', { query: 'name=a%00b' }, invalid('name')],
      ['two names', { query: 'name=a&name=b' }, invalid('name')],
    ],
    'GET /admin/discovered-directors': [...bare, ...wrongPages],
    'POST /admin/directors': [...added, ...wrongField(director, 'name', ['embedded'], '409 name_taken')],
    'POST /admin/directors/test': added,
    'GET /admin/directors/{name}': [...bare, ...wrongSegments('/admin/directors/*')],
    'PATCH /admin/directors/{name}': [
      ...wrongBodies(change, { most: largeBody }),
      ...wrongSegments('/admin/directors/*', change),
      ...settings({}).filter(([what]) => !/^timezone: ("Mars|"")/.test(what)),
      ['one of the file', { body: change }, '409 conflict'],
      ['another name', { body: { name: 'other' } }, invalid('name')],
      ['another kind', { body: { kind: 'bareos' } }, invalid('kind')],
    ],
    'DELETE /admin/directors/{name}': [
      ...bare,
      ...wrongSegments('/admin/directors/*'),
      ['one of the file', { at: '/admin/directors/embedded' }, '409 conflict'],
    ],
    'POST /admin/directors/{name}/test': [
      ...bare,
      ...wrongSegments('/admin/directors/*/test'),
      ['one of the file', { at: '/admin/directors/embedded/test' }, '409 conflict'],
    ],
  },
); // prettier-ignore
