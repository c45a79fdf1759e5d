import { type BadRow, invalid, unknownParameters, unwantedBodies, wrongDirectors, wrongPages, wrongSegments, wrongWords } from './wrong-rows.js'; // prettier-ignore
import { area } from './area.js';
import { mediaChangeRows, mediaChangeSamples } from './media-changes.js';

const bare = [...unknownParameters, ...unwantedBodies];
const list = [...bare, ...wrongPages];
const wrongTexts = (...fields: string[]): BadRow[] =>
  fields.flatMap((field): BadRow[] => [
    [`a long ${field}`, { query: `${field}=${'x'.repeat(128)}` }, invalid(field)],
    [`a ${field} with a NUL`, { query: `${field}=a%00b` }, invalid(field)],
    [`two of ${field}`, { query: `${field}=a&${field}=b` }, invalid(field)],
  ]);
const wrongSorts = ['', 'size', 'NAME', 'name,bytes', '-name'].map((word): BadRow => [`sort=${word}`, { query: `sort=${word}` }, invalid('sort')]); // prettier-ignore
const longWords = (field: string): BadRow[] => [
  [`a long ${field}`, { query: `${field}=${'x'.repeat(201)}` }, invalid(field)],
  [`very many of ${field}`, { query: `${field}=${Array.from({ length: 101 }, (_, at) => `p${at}`).join(',')}` }, invalid(field)], // prettier-ignore
];

export const media = area(
  ['/storage-media/'],
  {
    'GET /storage-media/storages/{name}/slots': '/storage-media/storages/Local/slots',
    'GET /storage-media/volumes/{name}': '/storage-media/volumes/Default-0001',
    'GET /storage-media/volumes/{name}/runs': '/storage-media/volumes/Default-0001/runs',
    ...mediaChangeSamples,
  },
  {
    'GET /storage-media/storages': [...list, ...wrongDirectors('all'), ...wrongTexts('name')],
    'GET /storage-media/storages/{name}/slots': [...list, ...wrongDirectors('one'), ...wrongSegments('/storage-media/storages/*/slots')],
    'GET /storage-media/devices': [
      ...list,
      ...wrongDirectors('all'),
      ...wrongTexts('name', 'storage'),
      ...wrongWords('status', 'few'),
    ],
    'GET /storage-media/pools': [...list, ...wrongDirectors('all'), ...wrongTexts('name')],
    'GET /storage-media/volumes': [
      ...list,
      ...wrongDirectors('all'),
      ...wrongTexts('name', 'q', 'storage', 'mediaType'),
      ...longWords('pool'),
      ...longWords('status'),
      ...wrongSorts,
    ],
    'GET /storage-media/volumes/{name}': [...bare, ...wrongDirectors('one'), ...wrongSegments('/storage-media/volumes/*')],
    'GET /storage-media/volumes/{name}/runs': [...list, ...wrongDirectors('one'), ...wrongSegments('/storage-media/volumes/*/runs')],
    ...mediaChangeRows,
  },
); // prettier-ignore
