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

const unable = '422 not_supported_by_director';

const addressed = (good: object): BadRow[] => [
  ...withBody(unknownParameters, good),
  ...withBody(wrongDirectors('one'), good),
];

/** What the embedded Director cannot do is refused before a name is looked up. */
const unsupported = (good: object): BadRow[] => [
  ...addressed(good),
  ['a Director that cannot', { body: good }, unable],
];

const final = (good: object): BadRow[] => [
  ...wrongField({ ...good }, 'confirm', texts, invalid('confirm')),
  ...wrongField({ ...good }, 'impactHash', [...texts, 'short', 'ä'.repeat(43)], invalid('impactHash')),
  ...addressed(good),
];

const deletion: BadRow[] = [
  ...wrongBodies({ confirm: 'Default-0001' }, { mayLack: true }),
  ...wrongField({}, 'force', [null, 1, 'true', [], {}], invalid('force')),
  ...final({}),
];

const wrongSlots = (good: object): BadRow[] =>
  wrongField(
    { ...good },
    'slots',
    [null, 1, '1', true, {}, [], [0], [1.5], ['1'], [1, 1], [100_001], [null]],
    invalid('slots'),
  );
const drives = (good: object): BadRow[] => wrongField({ ...good }, 'drive', integers, invalid('drive'));
const barcodes = { pool: 'Default' };
const relabel = { newName: 'New-0001' };

/** Addresses of what changes media. */
export const mediaChangeSamples: Readonly<Record<string, string>> = {
  'PATCH /storage-media/volumes/{name}': volume,
  'POST /storage-media/volumes/{name}/prune': `${volume}/prune`,
  'POST /storage-media/volumes/{name}/purge': `${volume}/purge`,
  'POST /storage-media/volumes/{name}/delete': `${volume}/delete`,
  'POST /storage-media/volumes/{name}/truncate': `${volume}/truncate`,
  'POST /storage-media/volumes/{name}/relabel': `${volume}/relabel`,
  'POST /storage-media/storages/{name}/label-barcodes': '/storage-media/storages/Local/label-barcodes',
  'POST /storage-media/storages/{name}/update-slots': '/storage-media/storages/Local/update-slots',
  'POST /storage-media/storages/{name}/import': '/storage-media/storages/Local/import',
  'POST /storage-media/storages/{name}/export': '/storage-media/storages/Local/export',
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
  'POST /storage-media/volumes/{name}/delete': [
    ...deletion,
    ['a deletion that is not confirmed', { body: {} }, '409 confirmation_required'],
  ],
  'POST /storage-media/volumes/{name}/truncate': [...deletion, ['a Director that cannot', { body: {} }, unable]],
  'POST /storage-media/volumes/{name}/relabel': [
    ...wrongBodies(relabel),
    ...wrongField(relabel, 'newName', texts, invalid('newName')),
    ...wrongField(relabel, 'pool', texts, invalid('pool')),
    ...wrongField(relabel, 'storage', texts, invalid('storage')),
    ...wrongField(relabel, 'slot', integers, invalid('slot')),
    ...drives(relabel),
    ...final(relabel),
    ['a Director that cannot', { body: relabel }, unable],
  ],
  'POST /storage-media/storages/{name}/label-barcodes': [
    ...wrongBodies(barcodes),
    ...wrongField(barcodes, 'pool', texts, invalid('pool')),
    ...wrongSlots(barcodes),
    ...drives(barcodes),
    ...unsupported(barcodes),
  ],
  'POST /storage-media/storages/{name}/update-slots': [
    ...wrongBodies({ drive: 0 }, { mayLack: true }),
    ...wrongSlots({}),
    ...drives({}),
    ...unsupported({}),
  ],
  'POST /storage-media/storages/{name}/import': [
    ...wrongBodies({ slots: [1] }, { mayLack: true }),
    ...wrongSlots({}),
    ...unsupported({}),
  ],
  'POST /storage-media/storages/{name}/export': [
    ...wrongBodies({ slots: [1] }, { mayLack: true }),
    ...wrongSlots({}),
    ...unsupported({}),
  ],
  'POST /storage-media/devices/{name}/mount': device('mount'),
  'POST /storage-media/devices/{name}/unmount': device('unmount'),
  'POST /storage-media/devices/{name}/release': device('release'),
};
