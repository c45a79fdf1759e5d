import {
  type BadRow, invalid, noTexts, unknownParameters, unwantedBodies, wrongBodies, wrongField, wrongPages, wrongSegments, wrongTimes, wrongWords,
} from './wrong-rows.js'; // prettier-ignore
import { area } from './area.js';

const root = '/admin/notifications/deliveries';
const bare = [...unknownParameters, ...unwantedBodies];
const nobodys = '0b9f6c1e-6d5b-4a53-9d4e-2f6f0f5f8a11';
const replay = { channel: nobodys, since: '2026-11-20T21:00:00Z', until: '2026-11-21T21:00:00Z' };
const noTimes = [...noTexts, '', 'yesterday', '2026-11-20', '2026-02-30T00:00:00Z'];

const wrongIds = (name: string): BadRow[] => [
  [`a long ${name}`, { query: `${name}=${'x'.repeat(101)}` }, invalid(name)],
  [`a ${name} with a NUL`, { query: `${name}=a%00b` }, invalid(name)],
  [`no ${name}`, { query: `${name}=` }, invalid(name)],
  [`${name} twice`, { query: `${name}=a&${name}=b` }, invalid(name)],
];

export const deliveries = area(
  [root],
  {
    'GET /admin/notifications/deliveries/{id}': `${root}/${nobodys}`,
    'POST /admin/notifications/deliveries/{id}/replay': `${root}/${nobodys}/replay`,
  },
  {
    'GET /admin/notifications/deliveries': [
      ...bare,
      ...wrongPages,
      ...wrongIds('channel'),
      ...wrongIds('event'),
      ...wrongWords('status', 'few'),
      ...wrongTimes('since'),
      ...wrongTimes('until'),
    ],
    'GET /admin/notifications/deliveries/{id}': [
      ...bare,
      ...wrongSegments(`${root}/*`),
      ['nobody’s', {}, '404 not_found'],
    ],
    'POST /admin/notifications/deliveries/{id}/replay': [
      ...bare,
      ...wrongSegments(`${root}/*/replay`),
      ['nobody’s', {}, '404 not_found'],
    ],
    'POST /admin/notifications/deliveries/replay': [
      ...wrongBodies(replay),
      ...wrongField(replay, 'channel', [...noTexts, '', 'hook', 'a\0b', '\ud800', `${nobodys}0`], invalid('channel')),
      ...wrongField(replay, 'since', noTimes, invalid('since')),
      ...wrongField(replay, 'until', noTimes, invalid('until')),
      ...wrongField(replay, 'until', [replay.since, '2026-11-20T20:59:59Z'], invalid('until')),
      ...wrongField(replay, 'status', [null, 'failed', [], ['red'], ['waiting'], [null], [['failed']], {}, Array(5).fill('failed')], invalid('status')),
      ['nobody’s channel', { body: replay }, '422 unknown_channel'],
    ],
  },
); // prettier-ignore
