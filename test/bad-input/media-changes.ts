import {
  type BadRow,
  type BadTable,
  invalid,
  noTexts,
  unknownParameters,
  wrongBodies,
  wrongDirectors,
  wrongField,
  wrongSegments,
} from './wrong-rows.js';

const label = { volume: 'New-0001', pool: 'Default', storage: 'Local' };
const volume = '/storage-media/volumes/Default-0001';
const integers = [null, '1', true, {}, [], -1, 1.5, 100_001];
const withBody = (rows: readonly BadRow[], body: object): BadRow[] =>
  rows.map(([what, wrong, problem]): BadRow => [what, { ...wrong, body }, problem]);
const texts = [...noTexts, '', 'x'.repeat(128)];

const directorsInBody = (good: object): BadRow[] => [
  ...wrongField({ ...good }, 'director', texts, invalid('director')),
  ['another Director', { body: { ...good, director: 'none' } }, '404 unknown_director'],
  ['all Directors', { body: { ...good, director: '*' } }, invalid('director')],
];

const forgetting = (verb: 'prune' | 'purge'): BadRow[] => [
  ...wrongBodies({ confirm: 'Default-0001' }, { mayLack: true }),
  ...wrongSegments(`/storage-media/volumes/*/${verb}`, {}),
  ...withBody(unknownParameters, {}),
  ...withBody(wrongDirectors('one'), {}),
  ...wrongField({}, 'confirm', [...texts, 'default-0001', 'Default-0001 '], invalid('confirm')),
  ...wrongField({}, 'impactHash', [...texts, 'short', 'ä'.repeat(43)], invalid('impactHash')),
  ...wrongField({}, 'force', [null, 1, 'true', [], {}], invalid('force')),
  ['nothing confirmed', { body: {} }, '409 confirmation_required'],
  ['a hash of nothing that was seen', { body: { confirm: 'Default-0001', impactHash: 'A'.repeat(43), force: true } }, '409 confirmation_required'], // prettier-ignore
];

const device = (verb: 'mount' | 'unmount' | 'release'): BadRow[] => [
  ...wrongBodies({ slot: 1 }, { mayLack: true }),
  ...wrongSegments(`/storage-media/devices/*/${verb}`, {}),
  ...wrongField({}, 'slot', integers, invalid('slot')),
  ...wrongField({}, 'drive', integers, invalid('drive')),
  ...directorsInBody({}),
  ['a Director without devices', { body: {} }, '422 not_supported_by_director'],
];

/** Addresses of what changes media. */
export const mediaChangeSamples: Readonly<Record<string, string>> = {
  'PATCH /storage-media/volumes/{name}': volume,
  'POST /storage-media/volumes/{name}/prune': `${volume}/prune`,
  'POST /storage-media/volumes/{name}/purge': `${volume}/purge`,
  'POST /storage-media/devices/{name}/mount': '/storage-media/devices/Local/mount',
  'POST /storage-media/devices/{name}/unmount': '/storage-media/devices/Local/unmount',
  'POST /storage-media/devices/{name}/release': '/storage-media/devices/Local/release',
};

/** What none of these takes. */
export const mediaChangeRows: BadTable = {
  'POST /storage-media/volumes': [
    ...wrongBodies(label),
    ...wrongField(label, 'volume', [...texts, 'a/b', '../up', '-a', 'a b', 'ä', 'a\0'], invalid('volume')),
    ...wrongField(label, 'pool', texts, invalid('pool')),
    ...wrongField(label, 'storage', texts, invalid('storage')),
    ...wrongField(label, 'slot', [...integers, 3], invalid('slot')),
    ...wrongField(label, 'drive', [...integers, 1], invalid('drive')),
    ...directorsInBody(label),
    ['an unknown pool', { body: { ...label, pool: 'None' } }, '422 unknown_pool'],
    ['an unknown storage', { body: { ...label, storage: 'None' } }, '422 unknown_storage'],
    ['the name of another volume', { body: { ...label, volume: 'Default-0001' } }, '409 name_taken'],
  ],
  'PATCH /storage-media/volumes/{name}': [
    ...wrongBodies({ enabled: true }),
    ...wrongSegments('/storage-media/volumes/*', { enabled: true }),
    ...withBody(wrongDirectors('one'), { enabled: true }),
    ...wrongField(
      {},
      'status',
      [...noTexts, '', 'Bogus', 'used', 'Error', 'Purged', 'x'.repeat(21)],
      invalid('status'),
    ),
    ...wrongField({}, 'pool', texts, invalid('pool')),
    ...wrongField({}, 'retentionSeconds', [null, '60', true, {}, [], -1, 1.5, 1e300], invalid('retentionSeconds')),
    ...wrongField({}, 'recycle', [null, 1, 'true', [], {}], invalid('recycle')),
    ...wrongField({}, 'enabled', [null, 1, 'true', [], {}], invalid('enabled')),
    ['nothing to change', { body: {} }, invalid('')],
    ['an unknown pool', { body: { pool: 'None' } }, '422 unknown_pool'],
    ['writing over what is there', { body: { status: 'Recycle' } }, '409 conflict'],
    ['another ETag', { body: { enabled: false }, headers: { 'If-Match': '"other"' } }, '412 changed_meanwhile'],
  ],
  'POST /storage-media/volumes/{name}/prune': forgetting('prune'),
  'POST /storage-media/volumes/{name}/purge': forgetting('purge'),
  'POST /storage-media/devices/{name}/mount': device('mount'),
  'POST /storage-media/devices/{name}/unmount': device('unmount'),
  'POST /storage-media/devices/{name}/release': device('release'),
};
