import {
  type BadRow, invalid, noTexts, unknownParameters, unwantedBodies, wrongBodies, wrongField, wrongPages, wrongSegments, wrongTimes, wrongWords,
} from './wrong-rows.js'; // prettier-ignore
import { area } from './area.js';

const nobody = '00000000-0000-4000-8000-000000000000';
const password = 'a password for tests';
const small = { most: 4096 };
const bare = [...unknownParameters, ...unwantedBodies];
const list = [...bare, ...wrongPages];

const logIn = { username: 'admin', password };
const newPasswords = { currentPassword: password, newPassword: 'another horse battery' };
const redemption = { secret: 'A'.repeat(43), password };
const token = { name: 'ci' };
const saved = { page: 'runs', name: 'Failed', query: 'status=error' };
const link = { purpose: 'reset' };
const user = { username: 'nina', password, role: 'operator' };
const change = { disabled: false };
const role = { name: 'night-shift', description: 'Runs jobs.', capabilities: ['jobs:read'] };
const roleChange = { description: 'Runs jobs.' };

const impossible = ['a\0b', '\ud800'];
const lines = ['a\nb', 'a\rb', 'a\u0007', 'a\u0085'];
const notFlags = [null, 0, 1, 'true', '', [], {}];

/** An id or name in the path that is of nothing here. */
const ids = (address: string, body?: unknown): BadRow[] => [
  ...wrongSegments(address, body),
  ...[nobody, 'FFFFFFFF-ffff-4fff-8fff-ffffffffffff', `${nobody}0`, `{${nobody}}`, 'urn:uuid:x', 'events2'].map(
    (id): BadRow => {
      const at = address.replace('*', encodeURIComponent(id));
      return [at, body === undefined ? { at } : { at, body }, '404 not_found'];
    },
  ),
];

const oneLineFilter = (name: string, most: number): BadRow[] => [
  ...['%00', 'a%0Ab', '%07', 'x'.repeat(most + 1)].map((text): BadRow => [
    `${name}=${text.slice(0, 9)}`,
    { query: `${name}=${text}` },
    invalid(name),
  ]),
  [`${name} twice`, { query: `${name}=a&${name}=b` }, invalid(name)],
];

const capabilities = (good: object): BadRow[] => [
  ...wrongField({ ...good }, 'capabilities', [null, 'jobs:read', 1, {}, { 0: 'jobs:read' }, [null], [1], ['none'], ['JOBS:READ'], [['jobs:read']], ['jobs:read', 'jobs:read'], ['authenticated'], Array(101).fill('jobs:read'), ['jobs:read\0']], invalid('capabilities')),
]; // prettier-ignore

/** Numbers of seals. */
const sealRange: BadRow[] = [
  ...['from', 'to'].flatMap((name) =>
    ['0', '-1', '1.5', '1e2', '0x10', '', 'all', '9999999999999999', '5%00'].map((text): BadRow => [`${name}=${text}`, { query: `${name}=${text}` }, invalid(name)]),
  ),
  ['from twice', { query: 'from=1&from=2' }, invalid('from')],
  ['a range that ends before it begins', { query: 'from=2&to=1' }, invalid('to')],
]; // prettier-ignore

/** Of the list of audit records, and of their export. */
const auditFilters: readonly BadRow[] = [
  ...['', ',', 'ä', 'a b', "a'b", 'a(b', '%00', 'x'.repeat(101), Array(21).fill('a.b').join()].map((action): BadRow => [
    `action=${action.slice(0, 15)}`,
    { query: `action=${encodeURI(action)}`.replace('%2500', '%00') },
    invalid('action'),
  ]),
  ...['', 'done', 'success,denied', 'SUCCESS'].map((outcome): BadRow => [
    `outcome=${outcome}`,
    { query: `outcome=${outcome}` },
    invalid('outcome'),
  ]),
  ...['actor', 'actorId', 'tokenId', 'target', 'ip', 'requestId'].flatMap((name) => oneLineFilter(name, 300)),
  ...['everywhere', '10.0.0.0/33', '10.0.0.0/', '/8', '::/129', '300.1.1.1', "10.0.0.1'"].map((ip): BadRow => [
    `ip=${ip}`,
    { query: `ip=${ip}` },
    invalid('ip'),
  ]),
  ...wrongTimes('since'),
  ...wrongTimes('until'),
];

export const access = area(
  ['/auth/', '/tokens', '/admin/users', '/admin/roles', '/admin/events', '/admin/audit'],
  {
    'DELETE /auth/sessions/{id}': `/auth/sessions/${nobody}`,
    'PATCH /auth/saved-filters/{id}': `/auth/saved-filters/${nobody}`,
    'DELETE /auth/saved-filters/{id}': `/auth/saved-filters/${nobody}`,
    'GET /tokens/{id}': `/tokens/${nobody}`,
    'DELETE /tokens/{id}': `/tokens/${nobody}`,
    'GET /admin/users/{id}': `/admin/users/${nobody}`,
    'GET /admin/audit/{id}': `/admin/audit/${nobody}`,
    'POST /admin/users/{id}/one-time-link': `/admin/users/${nobody}/one-time-link`,
    'PATCH /admin/users/{id}': `/admin/users/${nobody}`,
    'GET /admin/events/{id}': `/admin/events/${nobody}`,
    'GET /admin/roles/{name}': '/admin/roles/admin',
    'PATCH /admin/roles/{name}': '/admin/roles/none',
    'DELETE /admin/roles/{name}': '/admin/roles/none',
  },
  {
    'POST /auth/login': [
      ...wrongBodies(logIn, small),
      ...wrongField(logIn, 'username', [...noTexts, '', 'x'.repeat(201), ...impossible, ...lines], invalid('username')),
      ...wrongField(logIn, 'password', [...noTexts, '', 'x'.repeat(1025), ...impossible], invalid('password')),
      ['a one-time code', { body: { ...logIn, otp: '123456' } }, invalid('otp')],
      ['nothing in it', { body: {} }, invalid('username', 'password')],
      ['both wrong', { body: { username: 1, password: null } }, invalid('username', 'password')],
    ],
    'POST /auth/one-time-link': [
      ...wrongBodies(redemption, small),
      ...wrongField(redemption, 'secret', [...noTexts, '', 'x'.repeat(201), ...impossible], invalid('secret')),
      ...wrongField(redemption, 'password', [...noTexts, '', 'elevenchars', 'x'.repeat(257), `${password}\0`, `${password}\ud800`], invalid('password')),
      ['nothing in it', { body: {} }, invalid('secret', 'password')],
    ],
    'POST /auth/one-time-link/check': [
      ...wrongBodies({ secret: redemption.secret }, small),
      ...wrongField({ secret: redemption.secret }, 'secret', [...noTexts, '', 'x'.repeat(201), ...impossible], invalid('secret')),
      ['a password', { body: redemption }, invalid('password')],
    ],
    'POST /auth/logout': bare,
    'GET /auth/me': bare,
    'PUT /auth/password': [
      ...wrongBodies(newPasswords, small),
      ...wrongField(newPasswords, 'currentPassword', [...noTexts, '', 'x'.repeat(1025), ...impossible], invalid('currentPassword')),
      ...wrongField(newPasswords, 'newPassword', [...noTexts, '', 'elevenchars', 'x'.repeat(257), `${password}\0`, `${password}\ud800`], invalid('newPassword')),
      ['nothing in it', { body: {} }, invalid('currentPassword', 'newPassword')],
    ],
    'GET /auth/sessions': list,
    'DELETE /auth/sessions/{id}': [...bare, ...ids('/auth/sessions/*')],
    'GET /auth/saved-filters': [
      ...list,
      ...['', 'Runs', 'runs,jobs', 'overview', '__proto__', '%00'].map((page): BadRow => [`page=${page}`, { query: `page=${page}` }, invalid('page')]),
    ],
    'POST /auth/saved-filters': [
      ...wrongBodies(saved, { most: 32_768 }),
      ...wrongField(saved, 'page', [...noTexts, '', 'Runs', 'overview', '__proto__', ['runs'], ...impossible], invalid('page')),
      ...wrongField(saved, 'name', [...noTexts, '', ' ', '\u3000', 'x'.repeat(61), ...impossible, ...lines], invalid('name')),
      ...wrongField(saved, 'query', [...noTexts, '', 'x'.repeat(2001), ...impossible, ...lines], invalid('query')),
      ['nothing in it', { body: {} }, invalid('page', 'name', 'query')],
      ['somebody else', { body: { ...saved, userId: nobody } }, invalid('userId')],
    ],
    'PATCH /auth/saved-filters/{id}': [
      ...wrongBodies({ name: 'Failed' }, { most: 32_768 }),
      ...ids('/auth/saved-filters/*', { name: 'Failed' }),
      ...wrongField({}, 'name', [...noTexts, '', ' ', 'x'.repeat(61), ...impossible, ...lines], invalid('name')),
      ...wrongField({}, 'query', [...noTexts, '', 'x'.repeat(2001), ...impossible, ...lines], invalid('query')),
      ['another list', { body: { page: 'jobs' } }, invalid('page')],
    ],
    'DELETE /auth/saved-filters/{id}': [...bare, ...ids('/auth/saved-filters/*')],
    'GET /tokens': [
      ...list,
      ...oneLineFilter('q', 200),
      ...wrongWords('status', 'few'),
      ...oneLineFilter('name', 200),
      ...oneLineFilter('owner', 200),
      ['name=', { query: 'name=' }, invalid('name')],
      ['owner=', { query: 'owner=' }, invalid('owner')],
    ],
    'POST /tokens': [
      ...wrongBodies(token),
      ...wrongField(token, 'name', [...noTexts, '', ' ', '\u3000', 'x'.repeat(101), ...impossible, ...lines], invalid('name')),
      ...wrongField(token, 'expiresAt', [null, 1, true, {}, [], '', 'never', '2030-01-01', '2030-02-30T00:00:00Z', '2020-01-01T00:00:00Z'], invalid('expiresAt')),
      ['nothing in it', { body: {} }, invalid('name')],
      ['a role', { body: { ...token, role: 'admin' } }, invalid('role')],
    ],
    'GET /tokens/events': [
      ...list,
      ...['', 'user.create', 'api_token.create,user.create', '*', 'api_token', '%00'].map(
        (action): BadRow => [`action=${action}`, { query: `action=${action}` }, invalid('action')],
      ),
      ...oneLineFilter('tokenId', 100),
      ...oneLineFilter('actor', 200),
      ...wrongTimes('since'),
      ...wrongTimes('until'),
    ],
    'GET /tokens/{id}': [...bare, ...ids('/tokens/*')],
    'DELETE /tokens/{id}': [...bare, ...ids('/tokens/*')],
    'GET /admin/audit': [...list, ...auditFilters],
    'GET /admin/audit/{id}': [...bare, ...ids('/admin/audit/*')],
    'GET /admin/audit/verify': [...bare, ...sealRange],
    'GET /admin/audit/key': bare,
    'GET /admin/audit/export': [
      ...bare,
      ...sealRange,
      ...['', 'json', 'CSV', 'csv,ndjson', '%00'].map((format): BadRow => [`format=${format}`, { query: `format=${format}` }, invalid('format')]),
      ...auditFilters,
    ],
    'GET /admin/users': [
      ...list,
      ...oneLineFilter('username', 200),
      ...oneLineFilter('q', 200),
      ...oneLineFilter('role', 200),
      ...['yes', '1', ''].map((flag): BadRow => [`disabled=${flag}`, { query: `disabled=${flag}` }, invalid('disabled')]),
    ],
    'POST /admin/users': [
      ...wrongBodies(user),
      ...wrongField(user, 'username', [...noTexts, '', '-a', '.a', 'a b', 'a/b', '../a', 'ä', '🗄', "';--", 'x'.repeat(65), 'nina\n', ...impossible], invalid('username')),
      ...wrongField(user, 'password', [...noTexts, '', 'elevenchars', 'x'.repeat(257), `${password}\0`, `${password}\ud800`], invalid('password')),
      ...wrongField(user, 'password', ['nina nina nina', 'aaaaaaaaaaaa', 'abababababab', '123456789012'], '422 weak_password password'),
      ...wrongField(user, 'role', [...noTexts, 'x'.repeat(64), ...impossible], invalid('role')),
      ...wrongField(user, 'role', ['', 'none', 'Admin', 'admin ', '__proto__', "';--", '🗄'], '422 unknown_role'),
      ...wrongField(user, 'username', ['admin', 'ADMIN'], '409 name_taken'),
      ['nothing in it', { body: {} }, invalid('username', 'role')],
      ['an id of its own', { body: { ...user, id: nobody } }, invalid('id')],
    ],
    'GET /admin/users/{id}': [...bare, ...ids('/admin/users/*')],
    'PATCH /admin/users/{id}': [
      ...wrongBodies(change),
      ...ids('/admin/users/*', change),
      ...wrongField({}, 'disabled', notFlags, invalid('disabled')),
      ...wrongField({}, 'revokeTokens', notFlags, invalid('revokeTokens')),
      ...wrongField({}, 'role', [...noTexts, 'x'.repeat(64), ...impossible], invalid('role')),
      ...wrongField({}, 'password', [...noTexts, '', 'elevenchars', 'x'.repeat(257), `${password}\0`], invalid('password')),
      ['another username', { body: { username: 'nina' } }, invalid('username')],
    ],
    'POST /admin/users/{id}/one-time-link': [
      ...wrongBodies(link),
      ...ids('/admin/users/*/one-time-link', link),
      ...wrongField(link, 'purpose', [...noTexts, '', 'Invite', 'welcome', ['reset'], ...impossible], invalid('purpose')),
      ['an end of its own', { body: { ...link, expiresAt: '2030-01-01T00:00:00Z' } }, invalid('expiresAt')],
    ],
    'GET /admin/events': [
      ...list,
      ...wrongWords('type', 'few'),
      ...oneLineFilter('subject', 500),
      ...oneLineFilter('dedupKey', 500),
      ...['', 'red', 'error,info', 'ERROR', '%00'].map(
        (word): BadRow => [`severity=${word}`, { query: `severity=${word}` }, invalid('severity')],
      ),
      ...wrongTimes('since'),
      ...wrongTimes('until'),
    ],
    'GET /admin/events/{id}': [...bare, ...ids('/admin/events/*')],
    'GET /admin/roles': [...list, ...oneLineFilter('name', 200), ['name=', { query: 'name=' }, invalid('name')]],
    'POST /admin/roles': [
      ...wrongBodies(role),
      ...wrongField(role, 'name', [...noTexts, '', 'Night', '1a', '-a', 'a b', 'a/b', '..', 'ä', '🗄', 'x'.repeat(64), 'night\n', ...impossible], invalid('name')),
      ...wrongField(role, 'name', ['admin', 'operator', 'readonly'], '409 name_taken'),
      ...wrongField(role, 'description', [null, 1, true, {}, 'x'.repeat(501), ...impossible, ...lines], invalid('description')),
      ...capabilities(role),
      ['nothing in it', { body: {} }, invalid('name', 'description', 'capabilities')],
      ['built in', { body: { ...role, builtIn: true } }, invalid('builtIn')],
    ],
    'GET /admin/roles/{name}': [...bare, ...ids('/admin/roles/*')],
    'PATCH /admin/roles/{name}': [
      ...wrongBodies(roleChange),
      ...ids('/admin/roles/*', roleChange),
      ...wrongField({}, 'description', [null, 1, true, {}, 'x'.repeat(501), ...impossible, ...lines], invalid('description')),
      ...capabilities({}),
      ['another name', { body: { name: 'day-shift' } }, invalid('name')],
      ['a built-in role', { at: '/admin/roles/admin', body: roleChange }, '409 conflict'],
    ],
    'DELETE /admin/roles/{name}': [
      ...bare,
      ...ids('/admin/roles/*'),
      ['a built-in role', { at: '/admin/roles/admin' }, '409 conflict'],
      ['a built-in role with a made-up tag', { at: '/admin/roles/admin', headers: { 'If-Match': '"x"' } }, '409 conflict'],
    ],
  },
); // prettier-ignore
