import {
  type BadRow, invalid, noTexts, unknownParameters, unwantedBodies, wrongBodies, wrongField, wrongPages, wrongSegments, wrongWords,
} from './wrong-rows.js'; // prettier-ignore
import { largeBody } from '../../src/http/input.interceptor.js';
import { type Area } from './area.js';

const one = '?director=embedded';
const director = { director: 'embedded' };
const estimate = { ...director, fileset: { include: ['/none'] } };
const schedule = { ...director, starts: [{ at: '5 23 * * *' }] };
const retention = { ...schedule, retention: '60 days' };
const place = { ...director, folder: '/none' };

const strangers = ['none', 'Embedded', 'embedded%20', '..%2F', "';--", '%F0%9F%97%84', '%E2%80%AE', '%FF'];

/** `director` of a query, which has to be there. */
function wrongDirectors(address: string): BadRow[] {
  return [
    ...strangers.map((name): BadRow => [`director=${name}`, { at: `${address}?director=${name}` }, '404 unknown_director']),
    ['no director', { at: address }, invalid('director')],
    ['an empty director', { at: `${address}?director=` }, '404 unknown_director'],
    ['a long director', { at: `${address}?director=${'d'.repeat(128)}` }, invalid('director')],
    ['a director with a NUL', { at: `${address}?director=a%00` }, invalid('director')],
    ['director twice', { query: 'director=embedded' }, invalid('director')],
    ['all Directors', { at: `${address}?director=*` }, invalid('director')],
  ]; // prettier-ignore
}

/** `director` of a body, and everything else that a body can be. */
function wrongPreviews(good: Readonly<Record<string, unknown>>, most?: number): BadRow[] {
  return [
    ...wrongBodies(good, most === undefined ? {} : { most }),
    ...wrongField(good, 'director', [...noTexts, '', 'x'.repeat(128), 'a\0', '\ud800', '*'], invalid('director')),
    ...wrongField(good, 'director', ['none', 'Embedded', '../', '🗄'], '404 unknown_director'),
  ];
}

/** What a field takes that only the reader of director.yaml checks. */
function wrongSettings(
  good: Readonly<Record<string, unknown>>,
  rows: readonly (readonly [object, ...string[]])[],
): BadRow[] {
  return rows.map(([body, ...fields]): BadRow => [
    JSON.stringify(body).slice(0, 60),
    { body: { ...good, ...body } },
    invalid(...fields),
  ]); // prettier-ignore
}

const starts: readonly (readonly [object, ...string[]])[] = [
  [{ starts: ['x'] }, 'starts[0]', 'starts[0].at'],
  [{ starts: [{}] }, 'starts[0].at'],
  [{ starts: [{ at: '' }] }, 'starts[0].at'],
  [{ starts: [{ at: 5 }] }, 'starts[0].at'],
  [{ starts: [{ at: '5 25 * * *' }] }, 'starts[0].at'],
  [{ starts: [{ at: '5 23 * * *' }, { at: '5 23 * * *', level: 'Some' }] }, 'starts[1].level'],
  [{ starts: [{ at: '5 23 * * *', colour: 'red' }] }, 'starts[0].colour'],
  [{ timezone: 'Mars/Phobos' }, 'timezone'],
];

/** Reads of a configuration, and previews. */
export const configurationResources: Pick<Area, 'samples' | 'table'> = {
  samples: {
    'GET /configuration/schema': `/configuration/schema${one}`,
    'GET /configuration/resources': `/configuration/resources${one}`,
    'GET /configuration/resources/{type}/{name}': `/configuration/resources/job/Source${one}`,
    'GET /configuration/browse': `/configuration/browse${one}`,
  },
  table: {
    'GET /configuration/schema': [...unknownParameters, ...unwantedBodies, ...wrongDirectors('/configuration/schema')],
    'GET /configuration/resources': [
      ...unknownParameters,
      ...unwantedBodies,
      ...wrongPages,
      ...wrongDirectors('/configuration/resources'),
      ...wrongWords('type', 'any'),
      ['an empty q', { query: 'q=' }, invalid('q')],
      ['a long q', { query: `q=${'x'.repeat(128)}` }, invalid('q')],
      ['a q with a NUL', { query: 'q=a%00' }, invalid('q')],
      ['two q', { query: 'q=a&q=b' }, invalid('q')],
    ],
    'GET /configuration/resources/{type}/{name}': [
      ...unknownParameters,
      ...unwantedBodies,
      ...wrongDirectors('/configuration/resources/job/Source'),
      ...wrongSegments(`/configuration/resources/job/*${one}`),
      ...wrongSegments(`/configuration/resources/*/Source${one}`),
      ['another case', { at: `/configuration/resources/job/source${one}` }, '404 not_found'],
    ],
    'GET /configuration/browse': [
      ...unknownParameters,
      ...unwantedBodies,
      ...wrongDirectors('/configuration/browse'),
      ...['etc', '..', '%20/etc', 'file:///etc', '~', 'C:/a', '%2e%2e%2fetc'].map(
        (path): BadRow => [`path=${path}`, { query: `path=${path}` }, invalid('path')],
      ),
      ...['', '!!', 'L2V0Yy8%3D', 'AA', 'ZXRj', 'a%20b', '%F0%9F%97%84'].map(
        (ref): BadRow => [`ref=${ref}`, { query: `ref=${ref}` }, invalid('ref')],
      ),
      ['a path with a NUL', { query: 'path=/a%00b' }, invalid('path')],
      ['a path that is not UTF-8', { query: 'path=/%FF' }, '400 path_is_lossy path'],
      ['a long path', { query: `path=/${'x'.repeat(4096)}` }, invalid('path')],
      ['path and ref', { query: 'path=/etc/&ref=L2V0Yy8' }, invalid('ref')],
      ['a folder that does not exist', { query: 'path=/nowhere-to-be-found' }, '404 not_found'],
      ['a name longer than names are', { query: `path=/${'x'.repeat(300)}` }, '404 not_found'],
    ],
    'POST /configuration/previews/estimate': [
      ...wrongPreviews(estimate, largeBody),
      ['no fileset', { body: director }, invalid('fileset')],
      ...wrongField(director, 'fileset', [null, 1, true, '', [], ['/a']], invalid('fileset')),
      ...wrongSettings(director, [
        [{ fileset: {} }, 'fileset.include'],
        [{ fileset: { include: [] } }, 'fileset.include'],
        [{ fileset: { include: '/a' } }, 'fileset.include'],
        [{ fileset: { include: [1] } }, 'fileset.include'],
        [{ fileset: { include: ['here'] } }, 'fileset.include'],
        [{ fileset: { include: ['/a'], exclude: [''] } }, 'fileset.exclude'],
        [{ fileset: { include: ['/a'], excludePresets: ['cashes'] } }, 'fileset.excludePresets'],
        [{ fileset: { include: ['/a'], markerFiles: ['a/b'] } }, 'fileset.markerFiles'],
        [{ fileset: { include: ['/a'], oneFilesystem: 'yes' } }, 'fileset.oneFilesystem'],
        [{ fileset: { include: ['/a'], colour: 'red' } }, 'fileset.colour'],
        [{ fileset: { include: ['/a\0'] } }, 'fileset'],
      ]),
    ],
    'POST /configuration/previews/schedule': [
      ...wrongPreviews(schedule),
      ['no starts', { body: director }, invalid('starts')],
      ...wrongField(director, 'starts', [null, 1, true, '', {}, Array(101).fill({ at: '5 23 * * *' })], invalid('starts')),
      ...wrongField(schedule, 'timezone', [...noTexts, '', 'x'.repeat(65)], invalid('timezone')),
      ...wrongSettings(schedule, starts),
    ],
    'POST /configuration/previews/retention': [
      ...wrongPreviews(retention),
      ...wrongSettings(retention, starts),
      ...wrongSettings(retention, [
        [{ retention: '' }, 'retention'],
        [{ retention: 'soon' }, 'retention'],
        [{ retention: {} }, 'retention'],
        [{ retention: '0 days' }, 'retention'],
        [{ keep: 7 }, 'keep'],
        [{ keep: {} }, 'keep'],
        [{ keep: { hourly: 1 } }, 'keep.hourly', 'keep'],
        [{ keep: { daily: 0 } }, 'keep.daily'],
        [{ keep: { daily: null } }, 'keep.daily', 'keep'],
        [{ retention: null, keep: { daily: 7 } }, 'keep'],
      ]),
    ],
    'POST /configuration/previews/place': [
      ...wrongPreviews(place, largeBody),
      ['no folder', { body: director }, invalid('folder')],
      ...wrongField(director, 'folder', [...noTexts, '', 'here', 'C:/a', '/a\0', `/${'x'.repeat(4096)}`], invalid('folder')),
      ...wrongField(place, 'include', [null, 1, '', '/a', {}, [1], [''], ['here'], ['/a\0'], Array(201).fill('/a')], invalid('include')),
    ],
  },
}; // prettier-ignore
