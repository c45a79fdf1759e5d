import {
  type BadRow, invalid, noTexts, unknownParameters, unwantedBodies, wrongBodies, wrongDirectors, wrongField, wrongPages, wrongSegments, wrongWords,
} from './wrong-rows.js'; // prettier-ignore
import { area } from './area.js';

const bare = [...unknownParameters, ...unwantedBodies];
const list = [...bare, ...wrongPages];
const names: BadRow[] = [
  ['a long name', { query: `name=${'x'.repeat(128)}` }, invalid('name')],
  ['a name with a NUL', { query: 'name=a%00b' }, invalid('name')],
  ['two names', { query: 'name=a&name=b' }, invalid('name')],
];

/** A Director in the path is refused by its own word, and all Directors are none. */
const unknownDirectors = (address: string): BadRow[] => [
  ...wrongSegments(address)
    .filter(([what]) => what !== address)
    .map(([what, wrong, problem]): BadRow => [what, wrong, problem.replace('404 not_found', '404 unknown_director')]),
  ['all Directors', { at: address }, invalid('director')],
];

const change = { enabled: true };
const seen = { note: 'Seen.' };
const consoleCommand = { command: 'version' };

export const directors = area(
  ['/director', '/clients', '/openapi.json', '/admin/search-index'],
  {
    'GET /directors/{name}': '/directors/embedded',
    'GET /directors/{name}/status': '/directors/embedded/status',
    'POST /directors/{name}/console': '/directors/embedded/console',
    'POST /admin/search-index/{director}/rebuild': '/admin/search-index/embedded/rebuild',
    'GET /clients/{name}': '/clients/local',
    'PATCH /clients/{name}': '/clients/local',
    'PUT /clients/{name}/acknowledgement': '/clients/local/acknowledgement',
    'DELETE /clients/{name}/acknowledgement': '/clients/local/acknowledgement',
  },
  {
    'GET /director/health': [
      ...bare,
      ...wrongDirectors('all'),
      ...['', 'ok', 'WARN', 'warn,crit', 'unknown', '%00'].map((word): BadRow => [`failOn=${word}`, { query: `failOn=${word}` }, invalid('failOn')]),
      ['failOn twice', { query: 'failOn=warn&failOn=warn' }, invalid('failOn')],
    ],
    'GET /directors': [...list, ...names],
    'GET /directors/{name}': [...bare, ...unknownDirectors('/directors/*')],
    'GET /directors/{name}/status': [...bare, ...unknownDirectors('/directors/*/status')],
    'POST /directors/{name}/console': [
      ...wrongBodies(consoleCommand),
      ...unknownDirectors('/directors/*/console').map(([what, wrong, problem]): BadRow => [what, { ...wrong, body: consoleCommand }, problem]),
      ...wrongField({}, 'command', [...noTexts, '', ' ', 'version\nrun', 'a\0', 'a\tb', '\ud800', 'x'.repeat(4097), 'ä'.repeat(2049), 'list "jobs', '@input /etc/passwd', ' @quit', 'a '.repeat(31)], invalid('command')),
      ...wrongField(consoleCommand, 'confirm', [null, 1, 'true', [], {}], invalid('confirm')),
      ['a Director without a console', { body: consoleCommand }, '422 not_supported_by_director'],
    ],
    'POST /admin/search-index/{director}/rebuild': [...bare, ...unknownDirectors('/admin/search-index/*/rebuild')],
    'GET /clients': [
      ...list,
      ...wrongDirectors('all'),
      ...names,
      ...wrongWords('status', 'few'),
      ...['yes', '1', ''].map((flag): BadRow => [`enabled=${flag}`, { query: `enabled=${flag}` }, invalid('enabled')]),
    ],
    'GET /clients/{name}': [...bare, ...wrongDirectors('one'), ...wrongSegments('/clients/*')],
    'PATCH /clients/{name}': [
      ...wrongBodies(change),
      ...wrongField({}, 'enabled', [null, 0, 'true', [], {}], invalid('enabled')),
      ...wrongDirectors('one').map(([what, wrong, problem]): BadRow => [what, { ...wrong, body: change }, problem]),
      ['a Director that cannot', { body: change }, '422 not_supported_by_director'],
    ],
    'PUT /clients/{name}/acknowledgement': [
      ...wrongBodies(seen),
      ...wrongField(seen, 'note', [...noTexts, '', ' ', 'a\nb', 'a\0', 'x'.repeat(1001)], invalid('note')),
      ...wrongDirectors('one').map(([what, wrong, problem]): BadRow => [what, { ...wrong, body: seen }, problem]),
      ['a time that has passed', { body: { ...seen, until: '2020-01-01T00:00:00Z' } }, '422 when_in_past until'],
    ],
    'DELETE /clients/{name}/acknowledgement': [...bare, ...wrongDirectors('one')],
    'GET /openapi.json': bare,
    'GET /stats/metrics': bare,
  },
); // prettier-ignore
