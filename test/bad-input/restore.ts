import {
  type BadRow, invalid, noTexts, unknownParameters, unwantedBodies, wrongBodies, wrongDirectors, wrongField, wrongKeys, wrongPages, wrongSegments, wrongTimes,
} from './wrong-rows.js'; // prettier-ignore
import { largeBody } from '../../src/http/input.interceptor.js';
import { area } from './area.js';

const good = { jobids: [1] };
const lossy = '400 path_is_lossy';
const list = [...unknownParameters, ...unwantedBodies, ...wrongPages, ...wrongDirectors('one')];
const tooMany = Array.from({ length: 201 }, (_, index) => index + 1);

const wrongIds = [
  '',
  'a',
  '0',
  '-1',
  '1.5',
  '1,',
  ',1',
  '1,,2',
  '1;2',
  '0x1',
  '2147483648',
  '1e0',
  '1%00',
  tooMany.join(),
  '%D9%A1',
  '[1]',
];
/** `jobids` of a query; the rest of the address is good. */
const chains = (address: string): BadRow[] => [
  ...wrongIds.map((ids): BadRow => [
    `jobids=${ids.slice(0, 40)}`,
    { at: address.replace('jobids=1', `jobids=${ids}`) },
    invalid('jobids'),
  ]),
  ['no jobids', { at: address.replace(/jobids=1&?/, '') }, invalid('jobids')],
  ['jobids twice', { at: `${address}&jobids=2` }, invalid('jobids')],
];

/** `path` and `ref` of a query. */
const places = (address: string): BadRow[] => {
  const at = (what: string): string => `${address}${address.includes('?') ? '&' : '?'}${what}`;
  const paths = ['etc', '..', '.', '%20/etc', '%5C%5Chost', 'file:///etc', '~', 'C:', '%2e%2e%2fetc'];
  const refs = ['!!', 'L2V0Yy8%3D', 'L2V0Yy8=', 'AA', 'L2V0%2Fyy8', 'a%20b', 'L2V0Yy9', '%F0%9F%97%84'];
  return [
    ...paths.map((path): BadRow => [`path=${path}`, { at: at(`path=${path}`) }, invalid('path')]),
    ...refs.map((ref): BadRow => [`ref=${ref}`, { at: at(`ref=${ref}`) }, invalid('ref')]),
    ['a path with a NUL', { at: at('path=/a%00b') }, invalid('path')],
    ['a path that is not UTF-8', { at: at('path=/%FF') }, `${lossy} path`],
    ['a path with U+FFFD', { at: at('path=/%EF%BF%BD') }, `${lossy} path`],
    ['a surrogate in UTF-8', { at: at('path=/%ED%A0%80') }, `${lossy} path`],
    ['path and ref', { at: at('path=/etc/&ref=L2V0Yy8') }, invalid('ref')],
  ];
};

/** A parameter that is a name of at most 127 characters and must, or may, be there. */
function wrongNames(address: string, name: string): BadRow[] {
  return [
    [`${name}=`, { at: address.replace(`${name}=local`, `${name}=`) }, invalid(name)],
    [`a long ${name}`, { at: address.replace(`${name}=local`, `${name}=${'x'.repeat(128)}`) }, invalid(name)],
    [`a NUL in ${name}`, { at: address.replace(`${name}=local`, `${name}=a%00`) }, invalid(name)],
    [`${name} twice`, { at: `${address}&${name}=local` }, invalid(name)],
  ];
}

/** What a search for names takes. */
function nameSearches(address: string): BadRow[] {
  const q = (text: string): string => address.replace('q=a', `q=${text}`);
  const sizes = ['', '-1', '1.5', '1e3', 'x', '9007199254740992', '1%00'];
  const sized = (name: string): BadRow[] =>
    sizes.map((size): BadRow => [`${name}=${size}`, { query: `${name}=${size}` }, invalid(name)]);
  return [
    ['no q', { at: address.replace(/[?&]q=a/, '') }, invalid('q')],
    ['q=', { at: q('') }, invalid('q')],
    ['a long q', { at: q('x'.repeat(256)) }, invalid('q')],
    ['a NUL in q', { at: q('a%00') }, invalid('q')],
    ['two q', { query: 'q=b' }, invalid('q')],
    ['17 wildcards', { at: q('*%3F'.repeat(8) + '*') }, invalid('q')],
    ...['yes', '1', ''].map((flag): BadRow => [`exact=${flag}`, { query: `exact=${flag}` }, invalid('exact')]),
    ...['', 'File', 'dir', 'file,', 'file,none'].map((type): BadRow => [
      `type=${type}`,
      { query: `type=${type}` },
      invalid('type'),
    ]),
    ...sized('minSize'),
    ...sized('maxSize'),
    ...wrongTimes('modifiedSince'),
    ...wrongTimes('modifiedUntil'),
    ...places(address),
  ];
}

/** Lists of paths and refs, of texts only and each a path or ref. */
function wrongLists(): BadRow[] {
  return [
    ...['paths', 'refs'].flatMap((field) => [
      ...wrongField(
        good,
        field,
        [null, 1, 'x', {}, [null], [1], [['/a']], [{}], Array(10_001).fill('/a')],
        invalid(field),
      ),
      ...wrongField(good, field, [['/a\0'], ['/\ud800']], invalid(field)),
    ]),
    ...wrongField(good, 'paths', [[''], ['etc'], ['..'], ['/a', 'b'], ['file:///etc']], invalid('paths')),
    ...wrongField(good, 'paths', [['/\ufffd']], `${lossy} paths`),
    ...wrongField(good, 'paths', [[`/${'x'.repeat(21_848)}`]], invalid('paths')),
    ...wrongField(good, 'refs', [[''], ['!!'], ['L2V0Yy8='], ['AA'], ['L2V0Yy9']], invalid('refs')),
    ...wrongField(good, 'paths', [['/nowhere'], ['/../etc'], ["/';--"], ['/🗄', '/\u202e']], '422 nothing_selected'),
  ];
}

/** What both routes of a relocation take. */
const relocations = (good: Readonly<Record<string, unknown>>): BadRow[] => [
  ...wrongField(good, 'relocation', [1, 'x', [], [{ regex: '!a!b!' }], {}, { addPrefix: '/a\0' }], invalid('relocation')),
  ...wrongField(good, 'relocation', [{ prefix: '/a' }], invalid('relocation.prefix')),
  ...[null, 1, '', 'a', '..', '/a/../b', '/a"b', '/a\\b', '/a!b', '/a$1'].map((addPrefix): BadRow => [
    `addPrefix ${String(addPrefix)}`, { body: { ...good, relocation: { addPrefix } } }, invalid('relocation.addPrefix'),
  ]),
  ...[null, 1, '', 'a', '/', '/a/..', '/a"', '/a^b'].map((stripPrefix): BadRow => [
    `stripPrefix ${String(stripPrefix)}`, { body: { ...good, relocation: { stripPrefix } } }, invalid('relocation.stripPrefix'),
  ]),
  ...[null, 1, '', '/a', 'a/b', '$1', '!', '"', 'x'.repeat(65)].map((addSuffix): BadRow => [
    `addSuffix ${String(addSuffix)}`, { body: { ...good, relocation: { addSuffix } } }, invalid('relocation.addSuffix'),
  ]),
  ...[null, 1, '', 'a', '!a!', '!a!b', '!!b!', '!a!b!x', '!(a!b!', '!a)!b!', '!a{2}!b!', '!\\d!b!', '!(?=a)!b!', '!a!$1!', '!(a)?!$1!', '!a**!b!', '!(a*)*!b!', '![[:alpha:]]!b!', '![b-a]!c!', '!a!"!', '!a!b!,', 'x'.repeat(1001)].map((regex): BadRow => [
    `regex ${String(regex).slice(0, 30)}`, { body: { ...good, relocation: { regex } } }, invalid('relocation.regex'),
  ]),
  ['regex and addPrefix', { body: { ...good, relocation: { regex: '!a!b!', addPrefix: '/a' } } }, invalid('relocation.regex')],
]; // prettier-ignore

const expressions = (good: Readonly<Record<string, unknown>>): BadRow[] => [
  ...wrongField(good, 'expression', [null, 1, {}, [], '', 'x'.repeat(1001), '(', '(?=a)', '(a)\\1', '[b-a]', 'a{1001}'], invalid('expression')),
]; // prettier-ignore

const runRows: BadRow[] = [
  ...wrongBodies(good, { most: largeBody }),
  ...wrongKeys({ body: good }),
  ['no jobids', { body: { where: '/x' } }, invalid('jobids')],
  ...wrongField({}, 'jobids', [null, 1, '1', '1,2', [], {}, [null], ['1'], [0], [-1], [1.5], [2 ** 31], [1e300], [[1]], tooMany, { length: 1, 0: 1 }], invalid('jobids')),
  ...wrongField({}, 'jobids', [[999], [1, 999], [2 ** 31 - 1]], '422 incomplete_chain'),
  ...wrongLists(),
  ...wrongField(good, 'restoreClient', [...noTexts, '', 'x'.repeat(128), 'a\0', '\ud800'], invalid('restoreClient')),
  ...wrongField(good, 'restoreClient', ['none', 'Local', 'local ', '../local', "';--", '🗄'], '422 unknown_client'),
  ...wrongField(good, 'where', [...noTexts, '', 'x'.repeat(4097), '/a\0', '/\ud800'], invalid('where')),
  ...wrongField(good, 'where', ['restores', '.', '..', '/a/../b', '/..', '~', 'file:///a', '/a\nb', '/a\u007f', '\\\\host'], invalid('where')),
  ...wrongField(good, 'replace', [null, 1, true, [], ['always'], {}, '', 'Always', 'ifolder', 'always\0'], invalid('replace')),
  ...wrongField(good, 'director', [...noTexts, '', 'x'.repeat(128), 'a\0', '*'], invalid('director')),
  ...wrongField(good, 'director', ['none', 'Embedded', '../embedded', '🗄'], '404 unknown_director'),
  ...relocations(good),
  ...expressions(good),
  ...wrongField(good, 'expression', ['nowhere$'], '422 nothing_selected'),
  ...['restoreJob', 'storage'].flatMap((field) => [
    ...wrongField(good, field, [...noTexts, '', 'x'.repeat(128), 'a\0'], invalid(field)),
    ...wrongField(good, field, ['none'], '422 not_supported_by_director'),
  ]),
  ...wrongField(good, 'pluginOptions', [...noTexts, '', 'x'.repeat(1001), 'a"b', 'a\\b', 'a\nb', 'a\0', '\u2028', '\ud800'], invalid('pluginOptions')),
  ...wrongField(good, 'pluginOptions', ['bpipe:file=/a'], '422 not_supported_by_director'),
  ['several at once', { body: { jobids: [], where: 1, replace: 'x' } }, invalid('jobids', 'where', 'replace')],
]; // prettier-ignore

/** A Director that can give out files is asked; the one of this fixture is refused after the body was read. */
const asked = { jobids: [1], format: 'tar' };
const downloadRows: BadRow[] = [
  ...wrongBodies(asked, { most: largeBody }),
  ['no jobids', { body: { format: 'tar' } }, invalid('jobids')],
  ['no format', { body: { jobids: [1] } }, invalid('format')],
  ...wrongField(asked, 'jobids', [null, 1, '1', [], {}, [null], ['1'], [0], [-1], [1.5], [2 ** 31], tooMany], invalid('jobids')),
  ...wrongField(asked, 'format', [null, 1, true, [], ['tar'], {}, '', 'Tar', 'tar.gz', 'tar\0'], invalid('format')),
  ...wrongField(asked, 'paths', [null, 'x', [1], [''], ['etc'], ['..']], invalid('paths')),
  ...wrongField(asked, 'refs', [null, 'x', [1], [''], ['!!']], invalid('refs')),
  ...wrongField(asked, 'director', [...noTexts, '', 'x'.repeat(128), 'a\0', '*'], invalid('director')),
  ...wrongField(asked, 'director', ['none', '🗄'], '404 unknown_director'),
]; // prettier-ignore

const previewed = { jobids: [1], relocation: { addPrefix: '/a' } };
const previewRows: BadRow[] = [
  ...wrongBodies(previewed, { most: largeBody }),
  ['no relocation', { body: { jobids: [1] } }, invalid('relocation')],
  ['no jobids', { body: { relocation: previewed.relocation } }, invalid('jobids')],
  ...wrongField(previewed, 'jobids', [null, 1, '1', [], {}, [null], ['1'], [0], tooMany], invalid('jobids')),
  ...wrongField(previewed, 'paths', [null, 'x', [1], [''], ['etc'], ['..']], invalid('paths')),
  ...wrongField(previewed, 'refs', [null, 'x', [1], [''], ['!!']], invalid('refs')),
  ...relocations({ jobids: [1] }),
  ...expressions(previewed),
  ...wrongField(previewed, 'director', [...noTexts, '', 'x'.repeat(128), 'a\0', '*'], invalid('director')),
  ...wrongField(previewed, 'director', ['none', '🗄'], '404 unknown_director'),
]; // prettier-ignore

const nobodys = '0b9f6c1e-6d5b-4a53-9d4e-2f6f0f5f8a11';
const points = '/restore/points?client=local';
const folder = '/restore/bvfs/list?jobids=1';
const search = '/restore/bvfs/search?jobids=1&q=a';
const files = '/restore/files?q=a';
const versions = '/restore/bvfs/versions?client=local&path=/a';
const plan = '/restore/plan?jobids=1';

export const restore = area(
  ['/restore/'],
  {
    'GET /restore/points': points,
    'GET /restore/bvfs/list': folder,
    'GET /restore/bvfs/search': search,
    'GET /restore/files': files,
    'GET /restore/bvfs/versions': versions,
    'GET /restore/plan': plan,
    'GET /restore/downloads/{id}': `/restore/downloads/${nobodys}`,
    'GET /restore/downloads/{id}/content': `/restore/downloads/${nobodys}/content`,
  },
  {
    'GET /restore/directors': [...unknownParameters, ...unwantedBodies, ...wrongPages],
    'GET /restore/points': [
      ...list,
      ['no client', { at: '/restore/points' }, invalid('client')],
      ...wrongNames(points, 'client'),
      ...wrongNames(`${points}&fileset=local`, 'fileset'),
      ...wrongTimes('before'),
    ],
    'GET /restore/bvfs/list': [...list, ...chains(folder), ...places(folder)],
    'GET /restore/bvfs/search': [
      ...list,
      ...chains(search),
      ...nameSearches(search),
    ],
    'GET /restore/files': [
      ...list,
      ...nameSearches(files),
      ...wrongNames(`${files}&client=local`, 'client'),
      ...wrongTimes('before'),
    ],
    'GET /restore/bvfs/versions': [
      ...list,
      ...wrongNames(versions, 'client'),
      ['no client', { at: '/restore/bvfs/versions?path=/a' }, invalid('client')],
      ['no path', { at: '/restore/bvfs/versions?client=local' }, invalid('path')],
      ...places('/restore/bvfs/versions?client=local'),
    ],
    'GET /restore/plan': [
      ...unknownParameters,
      ...unwantedBodies,
      ...wrongDirectors('one'),
      ...chains(plan),
      ...places(plan),
      ...['', ',', '!!', 'L2V0Yy8,', Array(501).fill('AA').join()].map(
        (refs): BadRow => [`refs=${refs.slice(0, 20)}`, { query: `refs=${refs}` }, invalid('refs')],
      ),
      ...['', '(', '(%3F=a)', 'x'.repeat(1001)].map(
        (text): BadRow => [`expression=${text.slice(0, 20)}`, { query: `expression=${text}` }, invalid('expression')],
      ),
    ],
    'POST /restore/relocation-preview': previewRows,
    'POST /restore/run': runRows,
    'POST /restore/downloads': downloadRows,
    'GET /restore/downloads/{id}': [
      ...unknownParameters,
      ...unwantedBodies,
      ...wrongSegments('/restore/downloads/*'),
      ['nobody’s', {}, '404 not_found'],
    ],
    'GET /restore/downloads/{id}/content': [
      ...unknownParameters,
      ...unwantedBodies,
      ...wrongSegments('/restore/downloads/*/content'),
      ['nobody’s', {}, '404 not_found'],
    ],
  },
); // prettier-ignore
