import {
  type BadRow, invalid, noTexts, unknownParameters, unwantedBodies, wrongBodies, wrongDirectors, wrongField, wrongPages, wrongSegments, wrongWords,
} from './wrong-rows.js'; // prettier-ignore
import { area } from './area.js';

const bare = [...unknownParameters, ...unwantedBodies];
const seconds = ['60', true, {}, [], [60], 59, 0, -1, 60.5, 315_360_001, 1e300, ''];
const times = [1, true, {}, [], '', 'tomorrow', '2027-01-01', '2027-01-01T00:00:00', '2027-02-30T00:00:00Z', '2020-01-01T00:00:00Z', '9999-01-01T00:00:00Z']; // prettier-ignore
const client = '/admin/monitoring/clients/desk';
const job = '/admin/monitoring/jobs/Source';

const thresholds: BadRow[] = [
  ...wrongBodies({ warnSeconds: 3600 }),
  ...wrongField({}, 'warnSeconds', [null, ...seconds], invalid('warnSeconds')),
  ...wrongField({}, 'critSeconds', [null, ...seconds], invalid('critSeconds')),
  ['a warn that is no less than crit', { body: { warnSeconds: 259_200 } }, invalid('warnSeconds')],
  ['a crit that is no more than warn', { body: { critSeconds: 129_600 } }, invalid('critSeconds')],
  ['both the wrong way round', { body: { warnSeconds: 7200, critSeconds: 3600 } }, invalid('critSeconds')],
  ['another ETag', { body: { warnSeconds: 3600 }, headers: { 'If-Match': '"other"' } }, '412 changed_meanwhile'],
];

export const monitoring = area(
  ['/admin/monitoring', '/admin/clock'],
  {
    'GET /admin/monitoring/clients/{name}': client,
    'PATCH /admin/monitoring/clients/{name}': client,
    'GET /admin/monitoring/jobs/{name}': job,
    'PATCH /admin/monitoring/jobs/{name}': job,
  },
  {
    'PUT /admin/clock': [
      ...wrongBodies({ time: '2020-01-01T00:00:00Z' }),
      ...wrongField({}, 'time', [null, ...times.slice(0, -2)], invalid('time')),
      ['another time', { body: { time: '2020-01-01T00:00:00Z' } }, '409 conflict'],
    ],
    'GET /admin/monitoring/thresholds': bare,
    'PATCH /admin/monitoring/thresholds': thresholds,
    'GET /admin/monitoring/jobs': [
      ...bare,
      ...wrongPages,
      ...wrongDirectors('all'),
      ...wrongWords('status', 'few'),
      ['a long name', { query: `name=${'x'.repeat(128)}` }, invalid('name')],
      ['a long client', { query: `client=${'x'.repeat(128)}` }, invalid('client')],
      ['two names', { query: 'name=a&name=b' }, invalid('name')],
    ],
    'GET /admin/monitoring/jobs/{name}': [...bare, ...wrongDirectors('one'), ...wrongSegments('/admin/monitoring/jobs/*')],
    'PATCH /admin/monitoring/jobs/{name}': [
      ...wrongBodies({ warnSeconds: 3600 }),
      ...wrongSegments('/admin/monitoring/jobs/*', { warnSeconds: 3600 }),
      ...wrongField({}, 'warnSeconds', seconds, invalid('warnSeconds')),
      ...wrongField({}, 'critSeconds', seconds, invalid('critSeconds')),
      ['both the wrong way round', { body: { warnSeconds: 7200, critSeconds: 3600 } }, invalid('critSeconds')],
      ['another ETag', { body: { warnSeconds: 3600 }, headers: { 'If-Match': '"other"' } }, '412 changed_meanwhile'],
      ['another Director', { at: `${job}?director=none`, body: { warnSeconds: 3600 } }, '404 unknown_director'],
      ['all Directors', { at: `${job}?director=*`, body: { warnSeconds: 3600 } }, invalid('director')],
    ],
    'GET /admin/monitoring/clients': [
      ...bare,
      ...wrongPages,
      ...wrongDirectors('all'),
      ...wrongWords('status', 'few'),
      ...['yes', '1', 'TRUE', ''].map((flag): BadRow => [`paused=${flag}`, { query: `paused=${flag}` }, invalid('paused')]),
      ['a long name', { query: `name=${'x'.repeat(128)}` }, invalid('name')],
      ['a name with a NUL', { query: 'name=a%00b' }, invalid('name')],
      ['two names', { query: 'name=a&name=b' }, invalid('name')],
    ],
    'GET /admin/monitoring/clients/{name}': [
      ...bare,
      ...wrongDirectors('one'),
      ...wrongSegments('/admin/monitoring/clients/*'),
    ],
    'PATCH /admin/monitoring/clients/{name}': [
      ...wrongBodies({ warnSeconds: 3600 }),
      ...wrongSegments('/admin/monitoring/clients/*', { warnSeconds: 3600 }),
      ...wrongField({}, 'warnSeconds', seconds, invalid('warnSeconds')),
      ...wrongField({}, 'critSeconds', seconds, invalid('critSeconds')),
      ...wrongField({}, 'basis', [...noTexts, '', 'Fixed', 'calendar'].filter((one) => one !== null), invalid('basis')),
      ...wrongField({}, 'pausedUntil', times, invalid('pausedUntil')),
      ['both the wrong way round', { body: { warnSeconds: 7200, critSeconds: 3600 } }, invalid('critSeconds')],
      ['another ETag', { body: { warnSeconds: 3600 }, headers: { 'If-Match': '"other"' } }, '412 changed_meanwhile'],
      ['another Director', { at: `${client}?director=none`, body: { warnSeconds: 3600 } }, '404 unknown_director'],
      ['all Directors', { at: `${client}?director=*`, body: { warnSeconds: 3600 } }, invalid('director')],
    ],
  },
); // prettier-ignore
