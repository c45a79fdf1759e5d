import {
  type BadRow,
  invalid,
  noTexts,
  unknownParameters,
  unwantedBodies,
  wrongBodies,
  wrongDirectors,
  wrongField,
  wrongKeys,
  wrongPages,
  wrongSegments,
} from './wrong-rows.js';
import { largeBody } from '../../src/http/input.interceptor.js';
import { area } from './area.js';

const changes = '/configuration/changes';
const nobodysChange = `${changes}/00000000-0000-4000-8000-000000000000`;
const step = { op: 'set', type: 'job', name: 'Source', path: 'priority', value: 5 };
const change = { director: 'embedded', operations: [step] };
const bare = [...unknownParameters, ...unwantedBodies];

/** Rows of an operation that is good with a Director alone. */
const addressed = (at: string, rows: readonly BadRow[]): BadRow[] => [
  ...rows.map(([what, wrong, problem]): BadRow => [what, { ...wrong, at: `${at}?director=embedded` }, problem]),
  ['no Director', {}, invalid('director')],
  ...wrongDirectors('one'),
];

const step0 = (more: object): object[] => [{ ...step, ...more }];
const without = (...names: string[]): object[] => [
  Object.fromEntries(Object.entries(step).filter(([name]) => !names.includes(name))),
];
const operations = (wrong: readonly unknown[], problem: string): BadRow[] =>
  wrongField(change, 'operations', wrong, problem);
const at = (field: string): string => invalid(`operations[0].${field}`);

export const configurationChanges = area(
  ['/configuration'],
  {
    [`GET ${changes}/{id}`]: nobodysChange,
    [`GET ${changes}/{id}/patch`]: `${nobodysChange}/patch`,
    [`DELETE ${changes}/{id}`]: nobodysChange,
    [`POST ${changes}/{id}/apply`]: `${nobodysChange}/apply`,
    [`POST ${changes}/{id}/revert`]: `${nobodysChange}/revert`,
  },
  {
    'GET /configuration': addressed('/configuration', bare),
    'GET /configuration/text': addressed('/configuration/text', bare),
    [`GET ${changes}`]: addressed(changes, [...bare, ...wrongPages]),
    [`POST ${changes}`]: [
      ...wrongBodies(change, { most: largeBody }),
      ...wrongField(change, 'director', [...noTexts, '', 'x'.repeat(128), '*'], invalid('director')),
      ...wrongField(change, 'director', ['none', 'Embedded'], '404 unknown_director'),
      ...wrongField(change, 'comment', [...noTexts, '', ' ', 'a\nb', 'x'.repeat(201)], invalid('comment')),
      ...operations([null, 1, 'add', true, {}, [], Array(501).fill(step)], invalid('operations')),
      ...operations([[null], [1], ['add'], [[step]]], invalid('operations[0]')),
      ...operations([[step, null]], invalid('operations[1]')),
      ...operations([without('op'), step0({ op: 'replace' }), step0({ op: null })], at('op')),
      ...operations([without('type'), ...['', 1, null, 'x'.repeat(41)].map((type) => step0({ type }))], at('type')),
      ...operations([without('name'), ...['', 1, null, 'x'.repeat(128)].map((name) => step0({ name }))], at('name')),
      ...operations(['', 1, null, 'x'.repeat(201)].map((path) => step0({ path })), at('path')),
      ...operations([without('value')], at('value')),
      ...operations([[{ ...step, op: 'remove', path: undefined }], step0({ op: 'unset' })], at('value')),
      ...operations([step0({ op: 'rename' }), step0({ op: 'add' })], at('path')),
      ...operations([step0({ colour: 'red' })], at('colour')),
      ['a job that does not exist', { body: { ...change, operations: step0({ name: 'None' }) } }, '422 operation_not_possible'],
      ['what is so already', { body: { ...change, operations: step0({ path: 'client', value: 'local' }) } }, '422 operation_not_possible'],
    ],
    [`GET ${changes}/{id}`]: [...bare, ...wrongSegments(`${changes}/*`), ['another id', {}, '404 not_found']],
    [`GET ${changes}/{id}/patch`]: [...bare, ...wrongSegments(`${changes}/*/patch`), ['another id', {}, '404 not_found']],
    [`DELETE ${changes}/{id}`]: [...bare, ...wrongSegments(`${changes}/*`), ['another id', {}, '404 not_found']],
    [`POST ${changes}/{id}/apply`]: [
      ...wrongBodies({ confirm: 'embedded' }, { mayLack: true }),
      ...wrongSegments(`${changes}/*/apply`, {}),
      ...wrongKeys({ body: {} }),
      ...wrongField({}, 'confirm', [...noTexts, '', 'x'.repeat(128)], invalid('confirm')),
      ...wrongField({}, 'impactHash', [...noTexts, '', 'short', 'ä'.repeat(43)], invalid('impactHash')),
      ['another id', { body: {}, headers: { 'If-Match': '"a"' } }, '404 not_found'],
    ],
    [`POST ${changes}/{id}/revert`]: [...bare, ...wrongSegments(`${changes}/*/revert`), ['another id', {}, '404 not_found']],
  },
); // prettier-ignore
