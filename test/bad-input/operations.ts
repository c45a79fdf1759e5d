import {
  type BadRow, invalid, noTexts, unknownParameters, unwantedBodies, wrongBodies, wrongDirectors, wrongField, wrongJobIds, wrongKeys, wrongPages,
  wrongSegments, wrongTimes, wrongWords,
} from './wrong-rows.js'; // prettier-ignore
import { area } from './area.js';

const run = { job: 'Source' };
const change = { enabled: true };
const estimate = { level: 'Full' };
const tooLong = 'x'.repeat(128);
/** Well-formed, and no resource's name. */
const strangers = [
  'none',
  'source',
  'Source ',
  '../Source',
  'Source/',
  "';DROP TABLE job;--",
  '"',
  '🗄',
  '\u202e',
  'a\nb',
  '%00',
  '*',
  '__proto__',
];

const wrongHours = ['0', '-1', '87601', '1.5', 'x', '', '1e3'].map((hours): BadRow => [
  `hours=${hours}`,
  { query: `hours=${hours}` },
  invalid('hours'),
]);
const seen = { note: 'Seen.' };
const list = [...unknownParameters, ...unwantedBodies, ...wrongPages, ...wrongDirectors('all')];
const one = [...unknownParameters, ...unwantedBodies, ...wrongDirectors('one')];
const ofRun = [...list.filter(([, { query }]) => !query?.startsWith('director=')), ...wrongDirectors('one')];

/** A name in the body: what is no text, what is too long, what is impossible, and what is not known. */
function wrongName(field: string, unknown: string, good: Readonly<Record<string, unknown>> = run): BadRow[] {
  return [
    ...wrongField(good, field, [...noTexts, '', tooLong, 'é'.repeat(128), 'x'.repeat(10_000)], invalid(field)),
    ...wrongField(good, field, ['Source\0', '\ud800', '\udfff\ud800'], invalid(field)),
    ...wrongField(good, field, strangers, unknown),
  ];
}

export const operations = area(
  ['/operations/'],
  {
    'GET /operations/runs/{jobId}': '/operations/runs/1',
    'GET /operations/runs/{jobId}/log': '/operations/runs/1/log',
    'GET /operations/runs/{jobId}/files': '/operations/runs/1/files',
    'GET /operations/runs/{jobId}/volumes': '/operations/runs/1/volumes',
    'PUT /operations/runs/{jobId}/acknowledgement': '/operations/runs/1/acknowledgement',
    'DELETE /operations/runs/{jobId}/acknowledgement': '/operations/runs/1/acknowledgement',
    'POST /operations/runs/{jobId}/cancel': '/operations/runs/1/cancel',
    'POST /operations/runs/{jobId}/rerun': '/operations/runs/1/rerun',
    'GET /operations/jobs/{name}': '/operations/jobs/Source',
    'PATCH /operations/jobs/{name}': '/operations/jobs/Source',
    'PATCH /operations/schedules/{name}': '/operations/schedules/Nightly',
    'POST /operations/runs/{jobId}/delete': '/operations/runs/1/delete',
    'POST /operations/jobs/{name}/estimate': '/operations/jobs/Source/estimate',
    'PUT /operations/jobs/{name}/acknowledgement': '/operations/jobs/Source/acknowledgement',
    'DELETE /operations/jobs/{name}/acknowledgement': '/operations/jobs/Source/acknowledgement',
  },
  {
    'GET /operations/jobs': [
      ...list,
      ['a long name', { query: `name=${tooLong}` }, invalid('name')],
      ['a name with a NUL', { query: 'name=a%00' }, invalid('name')],
      ['two names', { query: 'name=Source&name=Other' }, invalid('name')],
      ...wrongWords('type', 'any'),
      ...wrongWords('client', 'any'),
      ...['yes', '1', 'True', ''].map((flag): BadRow => [
        `enabled=${flag}`,
        { query: `enabled=${flag}` },
        invalid('enabled'),
      ]),
    ],
    'GET /operations/jobs/recent': [
      ...list,
      ...wrongWords('status', 'few'),
      ...wrongWords('job', 'any'),
      ...wrongWords('client', 'any'),
      ...wrongHours,
      ['a filter of another list', { query: 'since=2026-11-20T21:00:00Z' }, invalid('since')],
    ],
    'POST /operations/jobs/run': [
      ...wrongBodies(run),
      ...wrongKeys({ body: run }),
      ['no job', { body: { level: 'Full' } }, invalid('job')],
      ...wrongName('job', '422 unknown_job'),
      ...wrongField(run, 'level', [...noTexts, '', 'x'.repeat(61), 'Full\0'], invalid('level')),
      ...wrongField(run, 'level', ['Fulll', 'VirtualFull', 'Full,Incremental', 'F', "';--"], '422 invalid_level'),
      ...wrongName('client', '422 unknown_client'),
      ...wrongName('fileset', '422 unknown_fileset'),
      ...wrongName('storage', '422 unknown_storage'),
      ...wrongName('pool', '422 unknown_pool'),
      ...wrongName('director', '404 unknown_director').filter(
        ([, { body }]) => (body as { director: unknown }).director !== '*',
      ),
      ...wrongField(run, 'director', ['*'], invalid('director')),
      ...wrongField(
        run,
        'when',
        [null, 1, true, [], {}, '', 'now', '2026-11-20', '2030-01-01T00:00:00', '2030-02-30T00:00:00Z', 1e300],
        invalid('when'),
      ),
      ...wrongField(run, 'when', ['2020-01-01T00:00:00Z', '0000-01-01T00:00:00Z'], '422 when_in_past'),
      ...wrongField(
        run,
        'priority',
        [null, 0, -1, 1001, 1.5, '10', true, [], [5], {}, 1e300, 2 ** 53],
        invalid('priority'),
      ),
      ['several at once', { body: { job: '', level: 1, pool: null } }, invalid('job', 'level', 'pool')],
      ['the built-in restore', { body: { job: 'RestoreFiles' } }, '422 job_not_runnable'],
    ],
    'GET /operations/jobs/{name}': [
      ...one,
      ...wrongSegments('/operations/jobs/*'),
      ['dots', { at: '/operations/jobs/..' }, '404 not_found'],
    ],
    'PATCH /operations/jobs/{name}': [
      ...wrongBodies(change),
      ...wrongSegments('/operations/jobs/*', change),
      ...wrongField({}, 'enabled', [null, 0, 1, 'true', '', [], {}, [true]], invalid('enabled')),
      ['nothing to change', { body: {} }, invalid('enabled')],
      ...wrongDirectors('one').map(([what, wrong, problem]): BadRow => [what, { ...wrong, body: change }, problem]),
    ],
    'POST /operations/jobs/{name}/estimate': [
      ...wrongBodies(estimate, { mayLack: true }),
      ...wrongSegments('/operations/jobs/*/estimate', estimate),
      ...wrongField({}, 'level', [...noTexts, '', 'x'.repeat(61), 'Full\0'], invalid('level')),
      ...wrongField({}, 'level', ['Fulll', 'VirtualFull', 'Full,Incremental', 'F', "';--"], '422 invalid_level'),
      ...wrongName('client', '422 unknown_client', {}),
      ...wrongName('fileset', '422 unknown_fileset', {}),
      ...wrongField({}, 'pool', ['Default'], invalid('pool')),
      ['the built-in restore', { at: '/operations/jobs/RestoreFiles/estimate', body: {} }, '422 job_not_runnable'],
      ...wrongDirectors('one').map(([what, wrong, problem]): BadRow => [what, { ...wrong, body: {} }, problem]),
    ],
    'PUT /operations/jobs/{name}/acknowledgement': [
      ...wrongBodies(seen),
      ...wrongSegments('/operations/jobs/*/acknowledgement', seen),
      ...wrongField(seen, 'note', [...noTexts, '', ' ', 'a\nb', 'a\0', 'x'.repeat(1001)], invalid('note')),
      ...wrongDirectors('one').map(([what, wrong, problem]): BadRow => [what, { ...wrong, body: seen }, problem]),
      ['a time that has passed', { body: { ...seen, until: '2020-01-01T00:00:00Z' } }, '422 when_in_past until'],
    ],
    'DELETE /operations/jobs/{name}/acknowledgement': [...one, ...wrongSegments('/operations/jobs/*/acknowledgement')],
    'GET /operations/runs': [
      ...list,
      ...wrongWords('status', 'few'),
      ...wrongWords('job', 'any'),
      ...wrongWords('client', 'any'),
      ...wrongWords('pool', 'any'),
      ...wrongHours,
      ...['level', 'type'].flatMap((name) => [
        ...['nothing', '', 'Full,nothing', '%F0%9F%97%84'].map((word): BadRow => [
          `${name}=${word}`,
          { query: `${name}=${word}` },
          invalid(name),
        ]),
        ...wrongWords(name, 'any'),
      ]),
      ...wrongTimes('since'),
      ...wrongTimes('until'),
      ...['', 'NEWEST', 'largest', 'newest,oldest', '%00'].map((word): BadRow => [
        `sort=${word}`,
        { query: `sort=${word}` },
        invalid('sort'),
      ]),
      ...['yes', '1', ''].map((flag): BadRow => [
        `acknowledged=${flag}`,
        { query: `acknowledged=${flag}` },
        invalid('acknowledged'),
      ]),
    ],
    'PUT /operations/runs/{jobId}/acknowledgement': [
      ...wrongBodies(seen),
      ...wrongField(seen, 'note', [...noTexts, '', ' ', 'a\nb', 'a\0', 'x'.repeat(1001)], invalid('note')),
      ...wrongDirectors('one').map(([what, wrong, problem]): BadRow => [what, { ...wrong, body: seen }, problem]),
      ...wrongJobIds('/operations/runs/*/acknowledgement').map(([what, wrong, problem]): BadRow => [
        what,
        { ...wrong, body: seen },
        problem,
      ]),
      ['a time that has passed', { body: { ...seen, until: '2020-01-01T00:00:00Z' } }, '409 conflict'],
      ['a run that ended well', { body: seen }, '409 conflict'],
    ],
    'DELETE /operations/runs/{jobId}/acknowledgement': [...one, ...wrongJobIds('/operations/runs/*/acknowledgement')],
    'GET /operations/runs/{jobId}': [
      ...one,
      ...wrongJobIds('/operations/runs/*'),
      ...['-1', '61', '1.5', 'x', '', '1e1', '99999999999999999999'].map((wait): BadRow => [
        `wait=${wait}`,
        { query: `wait=${wait}` },
        invalid('wait'),
      ]),
    ],
    'GET /operations/runs/{jobId}/log': [...ofRun, ...wrongJobIds('/operations/runs/*/log')],
    'GET /operations/runs/{jobId}/files': [...ofRun, ...wrongJobIds('/operations/runs/*/files')],
    'GET /operations/runs/{jobId}/volumes': [...ofRun, ...wrongJobIds('/operations/runs/*/volumes')],
    'POST /operations/runs/{jobId}/cancel': [
      ...one,
      ...wrongJobIds('/operations/runs/*/cancel'),
      ['a run that has ended', {}, '409 run_already_ended'],
    ],
    'POST /operations/runs/{jobId}/delete': [
      ...wrongBodies({ confirm: '1' }, { mayLack: true }),
      ...wrongField({}, 'confirm', [...noTexts, ''], invalid('confirm')),
      ...wrongField({}, 'impactHash', [...noTexts, 'short'], invalid('impactHash')),
      ...wrongField({}, 'force', [null, 1, 'true', [], {}], invalid('force')),
      ...wrongDirectors('one').map(([what, wrong, problem]): BadRow => [what, { ...wrong, body: {} }, problem]),
      ['a deletion that is not confirmed', { body: {} }, '409 confirmation_required'],
    ],
    'POST /operations/runs/{jobId}/rerun': [...one, ...wrongKeys({}), ...wrongJobIds('/operations/runs/*/rerun')],
    'GET /operations/filesets': [...list, ...wrongWords('name', 'any')],
    'GET /operations/schedules': list,
    'PATCH /operations/schedules/{name}': [
      ...wrongBodies(change),
      ...wrongField({}, 'enabled', [null, 0, 'true', [], {}], invalid('enabled')),
      ...wrongDirectors('one').map(([what, wrong, problem]): BadRow => [what, { ...wrong, body: change }, problem]),
      ['a Director that cannot', { body: change }, '422 not_supported_by_director'],
    ],
    'GET /operations/schedule': [
      ...list,
      ...['0', '367', '-1', '1.5', 'x', ''].map((days): BadRow => [
        `days=${days}`,
        { query: `days=${days}` },
        invalid('days'),
      ]),
      ...wrongTimes('until'),
      ...wrongWords('job', 'any'),
      ...wrongWords('client', 'any'),
    ],
    'GET /operations/calendar': [
      ...list,
      ...wrongTimes('since'),
      ...wrongTimes('until'),
      ['since after until', { query: 'since=2026-11-20T21:00:00Z&until=2026-11-18T21:00:00Z' }, invalid('until')],
      ['since at until', { query: 'since=2026-11-20T21:00:00Z&until=2026-11-20T21:00:00Z' }, invalid('until')],
      ['63 days', { query: 'since=2026-09-18T00:00:00Z&until=2026-11-20T00:00:00Z' }, invalid('since')],
      ...wrongWords('job', 'any'),
      ...wrongWords('client', 'any'),
    ],
    'GET /operations/stream': [...unknownParameters, ...unwantedBodies, ...wrongDirectors('all')],
  },
);
