import {
  type BadRow, invalid, noTexts, unknownParameters, unwantedBodies, wrongBodies, wrongField, wrongPages, wrongSegments,
} from './wrong-rows.js'; // prettier-ignore
import { area } from './area.js';

const bare = [...unknownParameters, ...unwantedBodies];
const root = '/admin/notifications/channels';
const nobody = `${root}/00000000-0000-4000-8000-000000000000`;
const webhook = { name: 'On call', kind: 'webhook', url: 'https://hooks.example.com/a' };
const email = {
  name: 'Mail',
  kind: 'email',
  to: ['ops@example.com'],
  from: 'a@example.com',
  smtp: { host: 'mail.example.com' },
};
const change = { minSeverity: 'error' };
const night = { timezone: 'Europe/Berlin', from: '22:00', until: '06:00' };
const server = { host: 'mail.example.com' };
const impossible = ['a\0b', '\ud800', 'a\nb'];
const times = [...noTexts, '', '24:00', '6:00', '06:60', '06:00:00', '０６:００'];

/** Fields whose single values are wrong, for adding and changing alike; `rest` makes the body whole. */
const members = (rest: Readonly<Record<string, unknown>>): BadRow[] => [
  ...wrongField(
    rest,
    'name',
    [...noTexts, '', ' ', ' a', 'a ', 'a\u202eb', 'a\u2028b', 'x'.repeat(101), ...impossible],
    invalid('name'),
  ),
  ...wrongField(
    rest,
    'patterns',
    [null, 1, '**', {}, [], [1], [null], ['**', {}], Array(51).fill('**'), ['x'.repeat(201)], ['a\0']],
    invalid('patterns'),
  ),
  ...wrongField(rest, 'minSeverity', [...noTexts, '', 'Info', 'fatal', 'info,error'], invalid('minSeverity')),
  ...wrongField(rest, 'quietHours', [1, true, 'night', []], invalid('quietHours')),
  ...wrongField(rest, 'quietHours', [{}], invalid('quietHours.timezone', 'quietHours.from', 'quietHours.until')),
  ...wrongField(
    rest,
    'quietHours',
    noTexts.map((timezone) => ({ ...night, timezone })),
    invalid('quietHours.timezone'),
  ),
  ...wrongField(
    rest,
    'quietHours',
    times.map((from) => ({ ...night, from })),
    invalid('quietHours.from'),
  ),
  ...wrongField(
    rest,
    'quietHours',
    times.map((until) => ({ ...night, until })),
    invalid('quietHours.until'),
  ),
  ...wrongField(
    rest,
    'quietHours',
    [null, 1, '1', [], [0], [8], [1, 1], [1.5], ['1'], [1, 2, 3, 4, 5, 6, 7, 1]].map((days) => ({ ...night, days })),
    invalid('quietHours.days'),
  ),
  ...wrongField(rest, 'quietHours', [{ ...night, colour: 'red' }], invalid('quietHours.colour')),
  ...wrongField(
    rest,
    'url',
    [...noTexts, `https://a.example/${'x'.repeat(2048)}`, 'https://a.example/\0'],
    invalid('url'),
  ),
  ...wrongField(
    rest,
    'serviceKey',
    [1, true, {}, [], '', ' a', 'a ', 'ä', 'x'.repeat(257), ...impossible],
    invalid('serviceKey'),
  ),
  ...wrongField(
    rest,
    'authorization',
    [1, true, {}, [], '', ' a', 'ä', 'a\r\nX-Evil: 1', 'x'.repeat(4097), ...impossible],
    invalid('authorization'),
  ),
];

const mailMembers = (rest: Readonly<Record<string, unknown>>): BadRow[] => [
  ...wrongField(
    rest,
    'to',
    [
      null,
      1,
      'a@example.com',
      {},
      [],
      [1],
      ['a'],
      ['a@'],
      ['a@example.com\n'],
      ['a@example.com', 'a@example.com'],
      ['A <a@example.com>'],
      ['a@example.com,b@example.com'],
      Array.from({ length: 51 }, (_, n) => `a${n}@example.com`),
    ],
    invalid('to'),
  ),
  ...wrongField(
    rest,
    'from',
    [1, true, {}, [], '', 'a', 'a@example.com\r\nBcc: b@example.com', 'a@example.com, b@example.com'],
    invalid('from'),
  ),
  ...wrongField(rest, 'smtp', [1, 'mail.example.com', true], invalid('smtp')),
  ...wrongField(
    rest,
    'smtp',
    [{}, { host: '' }, { host: 'smtp://mail' }, { host: 'a b' }, { host: 1 }, { host: 'mail:25' }],
    invalid('smtp.host'),
  ),
  ...wrongField(
    rest,
    'smtp',
    [null, 0, 65_536, 1.5, '25', {}].map((port) => ({ ...server, port })),
    invalid('smtp.port'),
  ),
  ...wrongField(
    rest,
    'smtp',
    [null, '', 'ssl', 'STARTTLS', 1].map((security) => ({ ...server, security })),
    invalid('smtp.security'),
  ),
  ...wrongField(
    rest,
    'smtp',
    [1, '', 'x'.repeat(256), 'a\nb', []].map((username) => ({ ...server, username, password: 'p' })),
    invalid('smtp.username'),
  ),
  ...wrongField(
    rest,
    'smtp',
    [1, '', 'x'.repeat(1025), 'a\nb', {}].map((password) => ({ ...server, username: 'u', password })),
    invalid('smtp.password'),
  ),
  ...wrongField(rest, 'smtp', [{ ...server, colour: 'red' }], invalid('smtp.colour')),
];

/** What only the whole of a new channel shows. */
const together: BadRow[] = [
  ...wrongField(webhook, 'kind', [...noTexts, '', 'sms', 'Webhook', 'email,webhook'], invalid('kind')),
  ...wrongField(webhook, 'format', [...noTexts, '', 'Slack', 'xml'], invalid('format')),
  ...wrongField(
    webhook,
    'signingSecret',
    [
      ...noTexts,
      '',
      'whsec_',
      'secret',
      `whsec_${'A'.repeat(28)}`,
      `whsec_${'A'.repeat(92)}`,
      `whsec_${'-'.repeat(32)}`,
    ],
    invalid('signingSecret'),
  ),
  ...wrongField(
    webhook,
    'patterns',
    [['jobs.**'], ['!job.**'], ['job.**', '!**'], ['Job.**'], ['']],
    invalid('patterns'),
  ),
  ...wrongField(webhook, 'quietHours', [{ ...night, timezone: 'Mars/Phobos' }], invalid('quietHours.timezone')),
  ...wrongField(webhook, 'quietHours', [{ ...night, until: '22:00' }], invalid('quietHours.until')),
  ...wrongField(
    webhook,
    'url',
    [
      '',
      'hooks.example.com',
      'ftp://a.example',
      'https://u:p@a.example',
      'https://a.example/#b',
      ' https://a.example',
      'https://a.example/\n',
    ],
    invalid('url'),
  ),
  ['a webhook without URL', { body: { name: 'a', kind: 'webhook' } }, invalid('url')],
  ['PagerDuty without key', { body: { name: 'a', kind: 'webhook', format: 'pagerduty' } }, invalid('serviceKey')],
  ['a key that nothing uses', { body: { ...webhook, format: 'teams', serviceKey: 'k' } }, invalid('serviceKey')],
  [
    'a secret that nothing uses',
    { body: { ...webhook, format: 'teams', signingSecret: `whsec_${'A'.repeat(32)}` } },
    invalid('signingSecret'),
  ],
  ['a webhook with receivers of mail', { body: { ...webhook, to: ['a@example.com'] } }, invalid('to')],
  ['mail with a URL', { body: { ...email, url: 'https://a.example', format: 'slack' } }, invalid('format', 'url')],
  ['mail to nobody', { body: { name: 'a', kind: 'email' } }, invalid('to')],
  ['mail without any server', { body: { ...email, smtp: null } }, invalid('smtp')],
  ['mail from nobody', { body: { ...email, from: null } }, invalid('from')],
  [
    'a log-in in clear',
    { body: { ...email, smtp: { ...server, security: 'none', username: 'u', password: 'p' } } },
    invalid('smtp.security'),
  ],
  ['half a log-in', { body: { ...email, smtp: { ...server, username: 'u' } } }, invalid('smtp.password')],
];

const added: BadRow[] = [...wrongBodies(webhook), ...members(webhook), ...mailMembers(email), ...together];

export const channels = area(
  [root],
  Object.fromEntries(
    ['GET @', 'PATCH @', 'DELETE @', 'POST @/test', 'POST @/pause', 'POST @/resume', 'POST @/secrets/rotate'].map((name) => [
      name.replace('@', `${root}/{id}`),
      name.replace(/^\w+ @/, nobody),
    ]),
  ),
  {
    [`GET ${root}`]: [
      ...bare,
      ...wrongPages,
      ...['', 'red', 'active,paused', 'Active'].map((word): BadRow => [`status=${word}`, { query: `status=${word}` }, invalid('status')]),
      ...['', 'sms', 'email,webhook'].map((word): BadRow => [`kind=${word}`, { query: `kind=${word}` }, invalid('kind')]),
      ['a long name', { query: `name=${'x'.repeat(128)}` }, invalid('name')],
      ['a name with a NUL', { query: 'name=a%00b' }, invalid('name')],
      ['two names', { query: 'name=a&name=b' }, invalid('name')],
    ],
    [`POST ${root}`]: added,
    // The same class of body: what single members take is tried above.
    [`POST ${root}/test`]: [...wrongBodies(webhook), ...together],
    [`GET ${root}/{id}`]: [...bare, ...wrongSegments(`${root}/*`)],
    [`PATCH ${root}/{id}`]: [
      ...wrongBodies(change),
      ...wrongSegments(`${root}/*`, change),
      ...members({}),
      ...mailMembers({}),
      ['another kind', { body: { kind: 'email' } }, invalid('kind')],
      ['another format', { body: { format: 'slack' } }, invalid('format')],
      ['none of this id', { body: change }, '404 not_found'],
    ],
    [`DELETE ${root}/{id}`]: [...bare, ...wrongSegments(`${root}/*`), ['none of this id', {}, '404 not_found']],
    [`POST ${root}/{id}/test`]: [...bare, ...wrongSegments(`${root}/*/test`), ['none of this id', {}, '404 not_found']],
    [`POST ${root}/{id}/pause`]: [...bare, ...wrongSegments(`${root}/*/pause`), ['none of this id', {}, '404 not_found']],
    [`POST ${root}/{id}/resume`]: [...bare, ...wrongSegments(`${root}/*/resume`), ['none of this id', {}, '404 not_found']],
    [`POST ${root}/{id}/secrets/rotate`]: [
      ...wrongBodies({ finish: true }),
      ...wrongSegments(`${root}/*/secrets/rotate`, {}),
      ...wrongField({}, 'finish', [null, 1, 'true', [], {}], invalid('finish')),
      ...wrongField({}, 'signingSecret', [...noTexts, 'x'.repeat(101), 'a\0'], invalid('signingSecret')),
      ['none of this id', { body: {} }, '404 not_found'],
    ],
  },
); // prettier-ignore
