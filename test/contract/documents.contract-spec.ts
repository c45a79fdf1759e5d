import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const isFolder = (path: string): boolean => existsSync(join(root, path)) && statSync(join(root, path)).isDirectory();

function foldersBelow(folder: string, levels: number): readonly string[] {
  if (levels === 0) return [];
  return (
    readdirSync(join(root, folder), { withFileTypes: true })
      // The build writes the types of the API's clients there; Git ignores it.
      .filter((entry) => entry.isDirectory() && entry.name !== 'client')
      .flatMap(({ name }) => [`${folder}/${name}`, ...foldersBelow(`${folder}/${name}`, levels - 1)])
  );
}

function filesBelow(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => `${folder}/${name}`);
}

/** Folders of the tree: two spaces are one level, and several names on a line are neighbors. */
function treeOf(page: string): readonly string[] {
  const [, tree = ''] = /^```\n(.*?)^```$/ms.exec(page) ?? [];
  const path: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', names = ''] = /^( *)((?:[\w/-]+\/ ?)+)(?: |$)/.exec(line) ?? [];
    path.length = indent.length / 2;
    const parent = path.join('/');
    const found = names.split(' ').flatMap((name) => (name === '' ? [] : [name.replace(/\/$/, '')]));
    const [only, ...others] = found;
    if (only !== undefined && others.length === 0) path.push(only);
    return found.map((name) => (parent === '' ? name : `${parent}/${name}`));
  });
}

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...filesBelow('docs', /\.md$/).filter((file) => !file.startsWith('docs/screenshots/')),
];

describe('the tree of docs/develop/architecture.md', () => {
  const tree = treeOf(read('docs/develop/architecture.md'));

  test('has no folder that does not exist', () => {
    expect(tree.filter((folder) => !isFolder(folder))).toEqual([]);
  });

  test('has every folder of src down to two levels, and of its features down to three', () => {
    const folders = [...foldersBelow('src', 2), ...foldersBelow('src/features', 2)];
    expect(folders.filter((folder) => !tree.includes(folder))).toEqual([]);
  });

  test('has every folder of test and of web/src', () => {
    const folders = [...foldersBelow('test', 1), ...foldersBelow('web/src', 1)];
    expect(folders.filter((folder) => !tree.includes(folder))).toEqual([]);
  });
});

/** The numbered lists of a section, by the title in front of each. */
function walksOf(page: string): ReadonlyMap<string, readonly string[]> {
  const [, section = ''] = /^## Three walks\n(.*?)^## /ms.exec(page) ?? [];
  const parts = section.split(/^\*\*(.*?)\.\*\*/m).slice(1);
  const titles = parts.filter((_, at) => at % 2 === 0);
  const lists = parts
    .filter((_, at) => at % 2 === 1)
    .map((part) => part.split('\n').filter((line) => /^\d+\. /.test(line)));
  return new Map(titles.map((title, at) => [title, lists[at] ?? []]));
}

describe('the walks of docs/develop/request-lifecycle.md', () => {
  const walks = walksOf(read('docs/develop/request-lifecycle.md'));
  const fileOf = (step: string): string => /^\d+\. `(src\/[\w./-]+\.ts)`: /.exec(step)?.[1] ?? step;

  test('are three', () => {
    expect([...walks.keys()]).toEqual(['Start a run', 'Send a webhook', 'Search files']);
  });

  test.each([...walks])('%s: each step names one file that exists, none is named twice', (_, steps) => {
    const files = steps.map(fileOf);
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(new Set(files).size).toBe(files.length);
  });

  test.each([...walks])(
    '%s: each step begins with a file that an earlier one imports, or that imports one',
    (_, steps) => {
      const files = steps.map(fileOf);
      const importsOf = (file: string): ReadonlySet<string> =>
        new Set(
          [...read(file).matchAll(/ from '(\.[^']*)\.js'/g)].map(
            ([, to = '']) => `${normalize(join(dirname(file), to))}.ts`,
          ),
        );
      const apart = files.filter((file, at) => {
        const earlier = files.slice(0, at);
        const own = importsOf(file);
        return at > 0 && !earlier.some((other) => own.has(other) || importsOf(other).has(file));
      });
      // Stored events are announced by their type: the two sides know only the row.
      expect(apart).toEqual(apart.filter((file) => file.endsWith('/fan-out.service.ts')));
    },
  );
});

test('docs/develop/architecture.md fits on two screens', () => {
  expect(read('docs/develop/architecture.md').split('\n').length).toBeLessThanOrEqual(100);
});

test('every link of a document leads to a file, and to a heading of it', () => {
  const headings = (file: string): readonly string[] =>
    [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) =>
      text
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
  const dead = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(([link, target = '', heading]) => {
      if (/^\w+:/.test(target)) return [];
      const path = target === '' ? file : normalize(join(dirname(file), target));
      const exists = existsSync(join(root, path)) && (heading === undefined || headings(path).includes(heading));
      return exists ? [] : [`${file}: ${link}`];
    }),
  );
  expect(dead).toEqual([]);
});

test('every path of the repository in CONTRIBUTING.md and docs/develop exists', () => {
  const dead = documents
    .filter((file) => file === 'CONTRIBUTING.md' || file.startsWith('docs/develop/'))
    .flatMap((file) =>
      [...read(file).matchAll(/`((?:src|web\/src|test|scripts|deploy|openapi)\/[\w./-]*)`/g)].flatMap(([, path = '']) =>
        existsSync(join(root, path)) ? [] : [`${file}: ${path}`],
      ),
    );
  expect(dead).toEqual([]);
});

test('docs/README.md lists every page', () => {
  const index = read('docs/README.md');
  const pages = documents.filter((file) => /^docs\/\w+\//.test(file));
  expect(pages.filter((file) => !index.includes(`](${file.slice('docs/'.length)})`))).toEqual([]);
});

const sources = ['src', 'test', 'web/src', 'scripts', 'bench'].flatMap((folder) =>
  filesBelow(folder, /\.(?:ts|tsx|js|sql)$/),
);

test('every page of the documentation that code names exists', () => {
  const dead = sources.flatMap((file) =>
    [...read(file).matchAll(/(?<![\w/])docs\/[\w/-]+\.md/g)].flatMap(([page]) =>
      existsSync(join(root, page)) ? [] : [`${file}: ${page}`],
    ),
  );
  expect(dead).toEqual([]);
});

describe('decisions', () => {
  const decisions = readdirSync(join(root, 'docs/decisions')).sort();

  test('are numbered without gaps', () => {
    expect(decisions.map((name) => Number(name.slice(0, 4)))).toEqual(decisions.map((_, index) => index + 1));
  });

  test('follow one template', () => {
    for (const name of decisions) {
      const text = read(`docs/decisions/${name}`);
      expect(text).toMatch(new RegExp(`^# ${name.slice(0, 4)}: `));
      expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual([
        'Context',
        'Decision',
        'Consequences',
      ]);
    }
  });

  test('are listed in docs/README.md by their titles', () => {
    const list = decisions.map((name) => {
      const [, title = ''] = /^# \d{4}: (.*)$/m.exec(read(`docs/decisions/${name}`)) ?? [];
      return `- [${name.slice(0, 4)}](decisions/${name}): ${title}`;
    });
    expect(
      read('docs/README.md')
        .split('\n')
        .filter((line) => /^- \[\d{4}\]/.test(line)),
    ).toEqual(list);
  });

  test('exist where code names one', () => {
    const dead = sources.flatMap((file) =>
      [...read(file).matchAll(/(?:docs\/decisions\/|[Dd]ecision )(\d{4})/g)].flatMap(([, number = '']) =>
        decisions.some((name) => name.startsWith(number)) ? [] : [`${file}: ${number}`],
      ),
    );
    expect(dead).toEqual([]);
  });
});
