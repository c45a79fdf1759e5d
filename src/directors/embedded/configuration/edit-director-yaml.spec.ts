import { describe, expect, test } from '@jest/globals';
import { type ConfigurationOperation } from './configuration-operations.js';
import { editDirectorYaml } from './edit-director-yaml.js';
import { type EditRejection } from './edit-rejection.js';

/** The text in the shape of a file: without the first line break and the indentation of this one. */
function file(text: string): string {
  const [indent = ''] = /^ *(?=\S)/m.exec(text) ?? [];
  return text
    .replace(/^\n/, '')
    .replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    .replace(/ *$/, '');
}

function edited(text: string, ...operations: readonly ConfigurationOperation[]): string {
  const result = editDirectorYaml(text, operations);
  if (result.rejection !== null) throw new Error(JSON.stringify(result.rejection));
  return result.text;
}

function rejectionOf(text: string, ...operations: readonly ConfigurationOperation[]): EditRejection | null {
  return editDirectorYaml(text, operations).rejection;
}

type Row = readonly [fact: string, before: string, operations: readonly ConfigurationOperation[], after: string];

const exclude = (value: unknown): ConfigurationOperation => ({
  op: 'set',
  type: 'fileset',
  name: 'A',
  path: 'exclude',
  value,
});

describe('one value', () => {
  const rows: readonly Row[] = [
    [
      'keeps its comment, its quotes and the spaces around it',
      `storages:\n- name: A\n  folder :   "/a"   # disk\n`,
      [{ op: 'set', type: 'storage', name: 'A', path: 'folder', value: '/b' }],
      `storages:\n- name: A\n  folder :   "/b"   # disk\n`,
    ],
    [
      'keeps single quotes',
      `storages:\n- name: A\n  folder: '/a'\n`,
      [{ op: 'set', type: 'storage', name: 'A', path: 'folder', value: "/it's" }],
      `storages:\n- name: A\n  folder: '/it''s'\n`,
    ],
    [
      'gets quotes where it would mean something else without',
      `pools:\n- name: A\n  retention: 1 day\n`,
      [{ op: 'set', type: 'pool', name: 'A', path: 'retention', value: '60' }],
      `pools:\n- name: A\n  retention: "60"\n`,
    ],
    [
      'gets quotes where it would mean something else for readers of YAML 1.1',
      `clients:\n- name: A\n`,
      [{ op: 'rename', type: 'client', name: 'A', value: 'yes' }],
      `clients:\n- name: "yes"\n`,
    ],
    [
      'loses its quotes where it becomes a number',
      `pools:\n- name: A\n  volumeSize: "5 GiB"\n`,
      [{ op: 'set', type: 'pool', name: 'A', path: 'volumeSize', value: 5 }],
      `pools:\n- name: A\n  volumeSize: 5\n`,
    ],
    [
      'of several lines becomes one line',
      `pools:\n- name: A\n  retention: >-\n    60\n    days\n  volumeSize: "5\n    GiB" # size\n`,
      [
        { op: 'set', type: 'pool', name: 'A', path: 'retention', value: '1 year' },
        { op: 'set', type: 'pool', name: 'A', path: 'volumeSize', value: '6 GiB' },
      ],
      `pools:\n- name: A\n  retention: 1 year\n  volumeSize: "6 GiB" # size\n`,
    ],
    [
      'fills an empty field in front of its comment',
      `jobs:\n- name: A\n  schedule: # none\n  pool: P\n`,
      [{ op: 'set', type: 'job', name: 'A', path: 'schedule', value: 'Nightly' }],
      `jobs:\n- name: A\n  schedule: Nightly # none\n  pool: P\n`,
    ],
    [
      'with characters that cannot be seen is written with escapes',
      `clients:\n- name: A\n`,
      [{ op: 'rename', type: 'client', name: 'A', value: 'a\u202eb\u0085c\ud800' }],
      `clients:\n- name: "a\\u202eb\\u0085c\\ud800"\n`,
    ],
    [
      'that a tag makes a string remains one',
      `pools:\n- name: A\n  retention: !!str 60\n`,
      [{ op: 'set', type: 'pool', name: 'A', path: 'retention', value: '90 days' }],
      `pools:\n- name: A\n  retention: !!str 90 days\n`,
    ],
    [
      'replaces a list at the column of its key',
      `filesets:\n- name: A\n  exclude:\n  - a\n  include: [/]\n`,
      [exclude({ b: [1] })],
      `filesets:\n- name: A\n  exclude:\n    b:\n    - 1\n  include: [/]\n`,
    ],
    [
      'replaces a list on lines of its own',
      `filesets:\n- name: A\n  exclude: # much\n  - a\n  - b # B\n  # below\n  include: [/]\n`,
      [exclude(null)],
      `filesets:\n- name: A\n  exclude: null # much\n  # below\n  include: [/]\n`,
    ],
  ];
  test.each(rows)('%s', (_, before, operations, after) => expect(edited(before, ...operations)).toBe(after));
});

describe('fields', () => {
  const rows: readonly Row[] = [
    [
      'are added after the last one and what is commented out below it in its depth',
      `pools:\n  - name: A\n    retention: 1 day\n      # or two\n    # volumeSize: 1 GiB\n  - name: B\n`,
      [{ op: 'set', type: 'pool', name: 'A', path: 'volumeSize', value: '2 GiB' }],
      `pools:\n  - name: A\n    retention: 1 day\n      # or two\n    volumeSize: 2 GiB\n    # volumeSize: 1 GiB\n  - name: B\n`,
    ],
    [
      'are added within braces',
      `pools: [{name: A}, { name: B } ] # all\n`,
      [
        { op: 'set', type: 'pool', name: 'A', path: 'retention', value: '1 day' },
        { op: 'set', type: 'pool', name: 'B', path: 'retention', value: '1, 2' },
      ],
      `pools: [{name: A, retention: 1 day}, { name: B, retention: "1, 2" } ] # all\n`,
    ],
    [
      'are added on lines of their own where the others are',
      `{\n  "pools": [\n    {\n      "name": "A" // not a comment\n    }\n  ]\n}\n`.replace(' // not a comment', ''),
      [{ op: 'set', type: 'pool', name: 'A', path: 'retention', value: '1 day' }],
      `{\n  "pools": [\n    {\n      "name": "A",\n      "retention": "1 day"\n    }\n  ]\n}\n`,
    ],
    [
      'have the indentation, quotes and brackets of their siblings',
      `filesets:\n  - name: A\n  - name: B\n    include:\n        - '/b'\n    exclude: [ 'x' ]\n`,
      [{ op: 'set', type: 'fileset', name: 'A', path: 'include', value: ['/a'] }, exclude(['y', 'z'])],
      `filesets:\n  - name: A\n    include:\n        - '/a'\n    exclude: [ 'y', 'z' ]\n  - name: B\n    include:\n        - '/b'\n    exclude: [ 'x' ]\n`,
    ],
    [
      'are removed with their value, and leave the comments above them',
      `filesets:\n- name: A\n  # why\n  exclude: # what\n  - x\n\n  - y\n  include: [/]\n`,
      [{ op: 'unset', type: 'fileset', name: 'A', path: 'exclude' }],
      `filesets:\n- name: A\n  # why\n  include: [/]\n`,
    ],
    [
      'on the line of the dash are removed: the next one moves up',
      `schedules:\n- name: A\n  starts:\n  - level: Full\n    at: 0 1 * * *\n`,
      [{ op: 'unset', type: 'schedule', name: 'A', path: 'starts[0].level' }],
      `schedules:\n- name: A\n  starts:\n  - at: 0 1 * * *\n`,
    ],
    [
      'on the line of the dash are removed: comments remain between the dash and the next one',
      `schedules:\n- name: A\n  starts:\n  - level: Full # all\n    # at night\n    at: 0 1 * * *\n`,
      [{ op: 'unset', type: 'schedule', name: 'A', path: 'starts[0].level' }],
      `schedules:\n- name: A\n  starts:\n  -  # all\n    # at night\n    at: 0 1 * * *\n`,
    ],
    [
      'within braces are removed with their comma',
      `pools: [{ name: A, retention: 1 day }, { retention: 1 day , name: B }]\n`,
      [
        { op: 'unset', type: 'pool', name: 'A', path: 'retention' },
        { op: 'unset', type: 'pool', name: 'B', path: 'retention' },
      ],
      `pools: [{ name: A }, { name: B }]\n`,
    ],
    [
      'of the Director are removed to the last',
      `director:\n  # its name\n  timezone: UTC\nclients: []\n`,
      [{ op: 'unset', type: 'director', name: 'embedded', path: 'timezone' }],
      `director: {}\n  # its name\nclients: []\n`,
    ],
    [
      'are replaced all together, and only what differs changes',
      `pools:\n- name: A\n  retention: 1 day # short\n  volumeSize:   1 GiB\n`,
      [{ op: 'set', type: 'pool', name: 'A', value: { volumeSize: '1 GiB', compression: 3 } }],
      `pools:\n- name: A\n  volumeSize:   1 GiB\n  compression: 3\n`,
    ],
  ];
  test.each(rows)('%s', (_, before, operations, after) => expect(edited(before, ...operations)).toBe(after));
});

describe('list items', () => {
  const rows: readonly Row[] = [
    [
      'that remain keep their comments when a list is set as a whole',
      `filesets:\n- name: A\n  exclude:\n  # editors\n  - "*~" # vi\n  - '*.swp'\n  - b\n  - c # sea\n`,
      [exclude(['*~', 'new', 'c', 'd'])],
      `filesets:\n- name: A\n  exclude:\n  # editors\n  - "*~" # vi\n  - 'new'\n  - c # sea\n  - d\n`,
    ],
    [
      'are added to a list in brackets',
      `filesets:\n- name: A\n  exclude: [a, "b,c", ] # no\n`,
      [{ op: 'set', type: 'fileset', name: 'A', path: 'exclude[2]', value: 'd' }],
      `filesets:\n- name: A\n  exclude: [a, "b,c", d, ] # no\n`,
    ],
    [
      'are added on lines of their own in brackets, and the one before keeps its comment',
      `filesets:\n- name: A\n  exclude: [\n    a, # one\n    b # two, last\n  ]\n`,
      [{ op: 'set', type: 'fileset', name: 'A', path: 'exclude[2]', value: 'c' }],
      `filesets:\n- name: A\n  exclude: [\n    a, # one\n    b, # two, last\n    c\n  ]\n`,
    ],
    [
      'are removed from lines of their own in brackets, and the one before loses its comma',
      `filesets:\n- name: A\n  exclude: [\n    a, # one, first\n    b # two\n  ]\n`,
      [{ op: 'unset', type: 'fileset', name: 'A', path: 'exclude[1]' }],
      `filesets:\n- name: A\n  exclude: [\n    a # one, first\n  ]\n`,
    ],
    [
      'fill an empty list',
      `filesets:\n- name: A\n  exclude: [ ] # no\n`,
      [exclude(['a'])],
      `filesets:\n- name: A\n  exclude: [a] # no\n`,
    ],
    [
      'fill a key without a value',
      `filesets:\n- name: A\n  exclude: # no\n  # - b\n`,
      [exclude(['a'])],
      `filesets:\n- name: A\n  exclude: # no\n  - a\n  # - b\n`,
    ],
    [
      'leave an empty list behind when the last one is removed, and the comments between them',
      `filesets:\n- name: A\n  exclude: &e # no\n    # one\n    - a # A\n    # two\n  include: [/]\n`,
      [exclude([])],
      `filesets:\n- name: A\n  exclude: &e [] # no\n    # one\n    # two\n  include: [/]\n`,
    ],
    [
      'leave empty brackets behind when the last one is removed',
      `filesets:\n- name: A\n  exclude: [ a , b ]\n`,
      [exclude([])],
      `filesets:\n- name: A\n  exclude: []\n`,
    ],
    [
      'of lists in lists are removed and added before the first',
      `filesets:\n- name: A\n  exclude:\n  - - a\n    - b\n`,
      [{ op: 'unset', type: 'fileset', name: 'A', path: 'exclude[0][0]' }],
      `filesets:\n- name: A\n  exclude:\n  - - b\n`,
    ],
    [
      'that are mappings change in place',
      `schedules:\n- name: A\n  starts:\n  - { level: Full, at: "0 1 * * *" } # Sunday\n  - { level: Full, at: "0 2 * * *" } # Monday\n`,
      [
        {
          op: 'set',
          type: 'schedule',
          name: 'A',
          path: 'starts',
          value: [
            { level: 'Full', at: '0 1 * * *' },
            { level: 'Incremental', at: '0 2 * * *' },
            { level: 'Full', at: '@daily' },
          ],
        },
      ],
      `schedules:\n- name: A\n  starts:\n  - { level: Full, at: "0 1 * * *" } # Sunday\n  - { level: Incremental, at: "0 2 * * *" } # Monday\n  - { level: Full, at: "@daily" }\n`,
    ],
  ];
  test.each(rows)('%s', (_, before, operations, after) => expect(edited(before, ...operations)).toBe(after));
});

describe('resources', () => {
  const rows: readonly Row[] = [
    [
      'are added after the last one, its own comments, and a blank line where others have one',
      file(`
        pools:
          - name: A

          # second
          - name: B
            retention: 1 day
            # volumeSize: 1 GiB
          # - name: C
        jobs: []
      `),
      [{ op: 'add', type: 'pool', name: 'D', value: { retention: '2 days' } }],
      file(`
        pools:
          - name: A

          # second
          - name: B
            retention: 1 day
            # volumeSize: 1 GiB

          - name: D
            retention: 2 days
          # - name: C
        jobs: []
      `),
    ],
    [
      'are removed with their own comments and the blank line before them',
      file(`
        pools:
          - name: A

          - name: B
            # volumeSize: 1 GiB

          # third
          - name: C

        jobs: []
      `),
      [
        { op: 'remove', type: 'pool', name: 'B' },
        { op: 'remove', type: 'pool', name: 'C' },
      ],
      file(`
        pools:
          - name: A

          # third

        jobs: []
      `),
    ],
    [
      'do not turn into one another: a new one in the place of an old one gets nothing of it',
      `clients:\n- name: A # the first\n  # more\n- name: B\n`,
      [
        { op: 'remove', type: 'client', name: 'A' },
        { op: 'remove', type: 'client', name: 'B' },
        { op: 'add', type: 'client', name: 'C', value: {} },
      ],
      `clients:\n- name: C\n`,
    ],
    [
      'fill a list without entries in the style of the others',
      `clients: [ { name: A } ]\njobs: []\nschedules:\n`,
      [
        { op: 'add', type: 'job', name: 'J', value: { client: 'A' } },
        { op: 'add', type: 'schedule', name: 'S', value: { starts: [] } },
      ],
      `clients: [ { name: A } ]\njobs: [ { name: J, client: A } ]\nschedules: [ { name: S, starts: [] } ]\n`,
    ],
    [
      'fill a list without entries above what is commented out there',
      `clients:\n  - name: A\njobs: # none\n  # - name: B\n`,
      [{ op: 'add', type: 'job', name: 'J', value: { client: 'A' } }],
      `clients:\n  - name: A\njobs: # none\n  - name: J\n    client: A\n  # - name: B\n`,
    ],
    [
      'of a list that is missing come where the reader expects it',
      `clients:\n  - name: A\n\njobs:\n  - name: J\n`,
      [{ op: 'add', type: 'pool', name: 'P', value: {} }],
      `clients:\n  - name: A\n\npools:\n  - name: P\n\njobs:\n  - name: J\n`,
    ],
    ['begin an empty file', '', [{ op: 'add', type: 'client', name: 'A', value: {} }], `clients:\n  - name: A\n`],
    [
      'begin a file with markers only',
      '---\n# later\n...\n',
      [{ op: 'add', type: 'client', name: 'A', value: {} }],
      `---\n# later\nclients:\n  - name: A\n...\n`,
    ],
    [
      'begin a file with comments only',
      '# later',
      [{ op: 'add', type: 'client', name: 'A', value: {} }],
      `# later\nclients:\n  - name: A`,
    ],
    [
      'of which the last is removed leave an empty list',
      `# Jobs\njobs:\n  - name: A\n  # - name: B\npools:\n`,
      [{ op: 'remove', type: 'job', name: 'A' }],
      `# Jobs\njobs: []\n  # - name: B\npools:\n`,
    ],
    [
      'keep Windows line breaks, a byte order mark and a missing final line break',
      `\uFEFFclients:\r\n- name: A\r\n- name: B`,
      [
        { op: 'add', type: 'client', name: 'C', value: { x: ['y'] } },
        { op: 'remove', type: 'client', name: 'B' },
      ],
      `\uFEFFclients:\r\n- name: A\r\n- name: C\r\n  x:\r\n  - "y"`,
    ],
    [
      'are found in a document with directives and markers',
      `%YAML 1.2\n---\nclients:\n- name: A\n...\n# end\n`,
      [{ op: 'add', type: 'client', name: 'B', value: {} }],
      `%YAML 1.2\n---\nclients:\n- name: A\n- name: B\n...\n# end\n`,
    ],
  ];
  test.each(rows)('%s', (_, before, operations, after) => expect(edited(before, ...operations)).toBe(after));
});

describe('a rename', () => {
  test('changes the references of other resources in their own style, and nothing else of that name', () => {
    const before = `filesets:\n- name: Home # Home\n  include: [Home]\nschedules:\n- name: Home\njobs:\n- { name: Home, fileset: 'Home', schedule: Home }\n- name: B\n  fileset: "Home"\n`;
    expect(edited(before, { op: 'rename', type: 'fileset', name: 'Home', value: 'Users' })).toBe(
      `filesets:\n- name: Users # Home\n  include: [Home]\nschedules:\n- name: Home\njobs:\n- { name: Home, fileset: 'Users', schedule: Home }\n- name: B\n  fileset: "Users"\n`,
    );
  });

  test('changes an anchor once, and its aliases follow', () => {
    const before = `filesets:\n- name: &f Home\njobs:\n- name: A\n  fileset: *f\n- name: B\n  fileset: Home\n`;
    expect(edited(before, { op: 'rename', type: 'fileset', name: 'Home', value: 'Users' })).toBe(
      `filesets:\n- name: &f Users\njobs:\n- name: A\n  fileset: *f\n- name: B\n  fileset: Users\n`,
    );
  });

  test('can be followed by edits under the new name', () => {
    const operations: ConfigurationOperation[] = [
      { op: 'rename', type: 'client', name: 'A', value: 'B' },
      { op: 'set', type: 'client', name: 'B', path: 'x', value: 1 },
      { op: 'add', type: 'client', name: 'A', value: {} },
    ];
    expect(edited('clients:\n- name: A\n', ...operations)).toBe('clients:\n- name: B\n  x: 1\n- name: A\n');
  });
});

const shared = file(`
  filesets:
    - name: A
      exclude: &common [a, b]
    - name: B
      exclude: *common
    - name: C
      exclude: *common
`);

describe('aliases', () => {
  const rows: readonly Row[] = [
    [
      'an alias is written out where only its own entry changes',
      shared,
      [{ op: 'set', type: 'fileset', name: 'C', path: 'exclude[2]', value: 'c' }],
      shared.replace(/\*common\n$/, '[a, b, c]\n'),
    ],
    [
      'an anchor changes where all aliases are to change alike',
      shared,
      ['A', 'B', 'C'].map((name) => ({ op: 'set', type: 'fileset', name, path: 'exclude[0]', value: 'x' })),
      shared.replace('[a,', '[x,'),
    ],
    [
      'an anchor can be removed together with the last entry that uses it',
      shared,
      ['A', 'B']
        .map((name): ConfigurationOperation => ({ op: 'remove', type: 'fileset', name }))
        .concat({ op: 'unset', type: 'fileset', name: 'C', path: 'exclude' }),
      'filesets:\n  - name: C\n',
    ],
  ];
  test.each(rows)('%s', (_, before, operations, after) => expect(edited(before, ...operations)).toBe(after));
});

describe('rejected is', () => {
  const base = 'clients:\n- name: A\n  tags: [x]\n- name: B\n';
  const onA = { type: 'client', name: 'A' } as const;
  const sharedPlace = { operation: null, place: 'filesets[1].exclude', line: 5, column: 14 };
  const rows: readonly (readonly [
    fact: string,
    text: string,
    operations: readonly ConfigurationOperation[],
    rejection: Partial<EditRejection>,
  ])[] = [
    [
      'an unknown type',
      base,
      [{ op: 'remove', type: 'catalog', name: 'A' }],
      { reason: 'unknown_type', operation: 0, place: 'catalog A' },
    ],
    [
      'an unknown resource',
      base,
      [
        { op: 'remove', ...onA },
        { op: 'remove', ...onA },
      ],
      { reason: 'unknown_resource', operation: 1, place: 'client A' },
    ],
    ['a name that two resources have', `${base}- name: A\n`, [{ op: 'remove', ...onA }], { reason: 'ambiguous_name' }],
    ['a new resource with the name of another', base, [{ op: 'add', ...onA, value: {} }], { reason: 'name_taken' }],
    ['a new name that another resource has', base, [{ op: 'rename', ...onA, value: 'B' }], { reason: 'name_taken' }],
    ['a name that is set', base, [{ op: 'set', ...onA, path: 'name', value: 'C' }], { reason: 'name_needs_rename' }],
    [
      'another name among all fields',
      base,
      [{ op: 'set', ...onA, value: { name: 'C' } }],
      { reason: 'name_needs_rename' },
    ],
    ['an empty new name', base, [{ op: 'rename', ...onA, value: '' }], { reason: 'wrong_kind' }],
    [
      'a second Director',
      base,
      [{ op: 'add', type: 'director', name: 'A', value: {} }],
      { reason: 'single_director', place: 'director' },
    ],
    ['a field to remove that is not there', base, [{ op: 'unset', ...onA, path: 'size' }], { reason: 'unknown_path' }],
    [
      'an item far behind the end of a list',
      base,
      [{ op: 'set', ...onA, path: 'tags[2]', value: 'y' }],
      { reason: 'unknown_path' },
    ],
    [
      'a field of something without fields',
      base,
      [{ op: 'set', ...onA, path: 'tags.x', value: 'y' }],
      { reason: 'wrong_parent' },
    ],
    [
      'an item of something that is no list',
      base,
      [{ op: 'set', ...onA, path: 'tags[0][0]', value: 'y' }],
      { reason: 'wrong_parent' },
    ],
    ['a path that is none', base, [{ op: 'set', ...onA, path: 'tags[x]', value: 'y' }], { reason: 'unknown_path' }],
    ['a member of all objects', base, [{ op: 'unset', ...onA, path: 'constructor.name' }], { reason: 'unknown_path' }],
    [
      'a value that JSON cannot contain',
      base,
      [{ op: 'set', ...onA, path: 'tags', value: Number.NaN }],
      { reason: 'wrong_kind' },
    ],
    [
      'a value of too many levels',
      base,
      [{ op: 'set', ...onA, path: 'tags', value: JSON.parse('['.repeat(21) + ']'.repeat(21)) as unknown }],
      { reason: 'wrong_kind' },
    ],
    [
      'a key that is too long for YAML',
      base,
      [{ op: 'set', ...onA, path: 'tags', value: { ['k'.repeat(201)]: 1 } }],
      { reason: 'wrong_kind' },
    ],
    ['no value at all', base, [{ op: 'set', ...onA, path: 'tags', value: undefined }], { reason: 'wrong_kind' }],
    [
      'fields that are no mapping',
      base,
      [{ op: 'add', type: 'client', name: 'C', value: ['x'] }],
      { reason: 'wrong_kind' },
    ],
    [
      'a list of the file that is none',
      'clients: A\n',
      [{ op: 'add', ...onA, value: {} }],
      { reason: 'wrong_kind', place: 'clients' },
    ],
    ['a file that is no YAML', 'clients: [\n', [], { reason: 'unreadable', line: 2, column: 1 }],
    [
      'a file of several documents',
      'clients: []\n---\njobs: []\n',
      [],
      {
        reason: 'unreadable',
        line: 2,
        column: 1,
        sentence: 'has several YAML documents; the second begins in line 2. Keep one',
      },
    ],
    ['a file that is a list', '- a\n', [], { reason: 'unreadable', line: 1 }],
    ['an alias without an anchor', 'clients: [*a]\n', [], { reason: 'unreadable' }],
    ['a list that contains itself', 'clients: &a [*a]\n', [], { reason: 'unreadable', line: 1, column: 14 }],
    ['a key twice', 'clients: []\nclients: []\n', [], { reason: 'unreadable', line: 2, column: 1 }],
    ['a set', '%YAML 1.1\n---\nclients: !!set { a, b }\n', [], { reason: 'unreadable', line: 3 }],
    ['a date', '%YAML 1.1\n---\nclients: [2026-01-01]\n', [], { reason: 'unreadable', line: 3 }],
    ['a key that is a list', '[a, b]: c\n', [], { reason: 'unreadable' }],
    [
      'a merge key',
      '%YAML 1.1\n---\nclients:\n- &a { name: A }\n- { <<: *a, name: B }\n',
      [],
      { reason: 'unreadable', line: 5, column: 5, sentence: 'has a merge key (<<). Write its fields out first' },
    ],
    [
      'a change that other entries would get by an alias',
      shared,
      [{ op: 'set', type: 'fileset', name: 'A', path: 'exclude[0]', value: 'x' }],
      {
        ...sharedPlace,
        reason: 'shared_by_alias',
        sentence:
          'would change as well, because its alias *common means the changed text at line 3, column 22. Write the value out here first',
      },
    ],
    [
      'a change to null that other entries would get by an alias',
      shared,
      [{ op: 'set', type: 'fileset', name: 'A', path: 'exclude', value: null }],
      { ...sharedPlace, reason: 'shared_by_alias' },
    ],
    [
      'a removal of an anchor that is in use',
      shared,
      [{ op: 'remove', type: 'fileset', name: 'A' }],
      { ...sharedPlace, reason: 'anchor_in_use' },
    ],
    [
      'a removal of a value with an anchor that is in use',
      shared,
      [{ op: 'unset', type: 'fileset', name: 'A', path: 'exclude' }],
      { ...sharedPlace, reason: 'anchor_in_use' },
    ],
    [
      'another kind of value after a tag',
      'pools:\n- name: A\n  retention: !!str 60\n',
      [{ op: 'set', type: 'pool', name: 'A', path: 'retention', value: 60 }],
      { reason: 'explicit_tag', place: 'pools[0].retention', line: 3 },
    ],
  ];
  test.each(rows)('%s', (_, text, operations, rejection) =>
    expect(rejectionOf(text, ...operations)).toMatchObject(rejection),
  );

  test('a change of which one operation cannot be applied, as a whole', () => {
    const result = editDirectorYaml(base, [
      { op: 'remove', ...onA },
      { op: 'remove', ...onA },
    ]);
    expect(result.text).toBeNull();
  });
});

test('a key that is the name of the prototype is a key like others', () => {
  const value = JSON.parse('{ "__proto__": { "x": 1 } }') as unknown;
  expect(edited('clients:\n- name: A\n', { op: 'set', type: 'client', name: 'A', path: 'more', value })).toBe(
    'clients:\n- name: A\n  more:\n    __proto__:\n      x: 1\n',
  );
});

test('no operations leave the text as it is', () => {
  expect(edited(' # x\r\n{ }\t', ...[])).toBe(' # x\r\n{ }\t');
});

test('a thousand changes in a file of thousands of resources take seconds', () => {
  const jobs = Array.from(
    { length: 5_000 },
    (_, index) => `  - name: Job ${index}\n    client: local\n    pool: P\n`,
  ).join('');
  const operations = Array.from({ length: 1_000 }, (_, index): ConfigurationOperation => ({
    op: 'set',
    type: 'job',
    name: `Job ${index * 5}`,
    path: 'pool',
    value: 'Q',
  }));
  const result = edited(`pools:\n  - name: P\n  - name: Q\njobs:\n${jobs}`, ...operations);
  expect(result.match(/pool: Q/g)).toHaveLength(1_000);
});
