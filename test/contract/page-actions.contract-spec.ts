import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { type CurlLine, type PageAction, readPage, readStyles } from '../harness/browser/page-sources.js';

interface Operation {
  readonly 'x-required-capability'?: string;
  readonly 'x-session-only'?: boolean;
}

const text = readFileSync(new URL('../../openapi/console.json', import.meta.url), 'utf8');
const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
const { actions, lines, denials } = readPage();

/** Beside these there is no line of curl. */
const withoutLine: Readonly<Record<string, string>> = {
  'POST /api/v1/auth/login': 'every line of a session begins with it',
  'POST /api/v1/auth/logout': 'a machine throws its session away',
  'POST /api/v1/auth/one-time-link': 'it is for a person to choose a password that no line should hold',
  'POST /api/v1/auth/saved-filters': 'a view of a person, which nothing but the page has a use for',
  'PATCH /api/v1/auth/saved-filters/{id}': 'a view of a person, which nothing but the page has a use for',
  'DELETE /api/v1/auth/saved-filters/{id}': 'a view of a person, which nothing but the page has a use for',
  'POST /api/v1/auth/one-time-link/check': 'the page of the link asks it with the secret of the person',
  'PUT /api/v1/auth/password': 'a password that no line should hold',
  'POST /api/v1/restore/relocation-preview': 'it changes nothing: the line of the restore stands beside it',
  'POST /api/v1/storage-media/devices/{name}/unmount': 'in its row the line of mount stands for all three verbs',
  'POST /api/v1/storage-media/devices/{name}/release': 'in its row the line of mount stands for all three verbs',
};

/** Tokens may call these, but not for all that the page does with them. */
const partlyBySession = ['PATCH /api/v1/admin/users/{id}'];

const named = ({ method, path }: Pick<PageAction, 'method' | 'path'>): string => `${method} ${path}`;

function operationOf({ method, path }: PageAction): Operation {
  const operation = paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} does not stand in the document.`);
  return operation;
}

/** Whether the line may be one of this route: what is filled in may be anything. */
function isOf(line: CurlLine, method: string, path: string): boolean {
  const [said, known] = [`/api/v1${line.path}`.split('/'), path.split('/')];
  return (
    line.method === method &&
    said.length === known.length &&
    known.every((part, index) => part.startsWith('{') || said[index] === '{}' || said[index] === part)
  );
}

function operationsOf(line: CurlLine): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => isOf(line, method.toUpperCase(), path))
      .map(([, operation]) => operation),
  );
}

const hasLine = ({ folder, method, path }: PageAction): boolean =>
  lines.some((line) => line.folder === folder && isOf(line, method, path));

test('the page offers actions, and lines of curl are read from its sources', () => {
  expect(new Set(actions.map(named)).size).toBeGreaterThan(40);
  expect(lines.length).toBeGreaterThan(90);
});

test('each action has its line of curl in its own area of the page', () => {
  const lacking = actions.filter((action) => !(named(action) in withoutLine) && !hasLine(action));
  expect(lacking.map((action) => `${action.folder}: ${named(action)}`)).toEqual([]);
});

test('the actions that stand without a line of curl are actions of the page that have none', () => {
  const without = actions.filter((action) => named(action) in withoutLine && !hasLine(action));
  expect([...new Set(without.map(named))].sort()).toEqual(Object.keys(withoutLine).sort());
});

test('each line of curl is of a route in the document', () => {
  expect(lines.filter((line) => operationsOf(line).length === 0).map(named)).toEqual([]);
});

test('a line of curl takes a session where no token may, and a token elsewhere', () => {
  const wrong = lines.filter((line) => {
    if (partlyBySession.some((known) => known === `${line.method} /api/v1${line.path.replace('{}', '{id}')}`))
      return false;
    return !operationsOf(line).some((operation) => (operation['x-session-only'] ?? false) === line.bySession);
  });
  expect(wrong.map(named)).toEqual([]);
});

test('each area of the page says which capability is missing for its actions', () => {
  const unsaid = actions.filter((action) => {
    const needed = operationOf(action)['x-required-capability'] ?? 'none';
    return needed.includes(':') && !denials.get(action.folder)?.has(needed);
  });
  expect(unsaid.map((action) => `${action.folder}: ${named(action)}`)).toEqual([]);
});

test('no style sheet has anything loaded', () => {
  expect(readStyles().filter((style) => /url\(|@import/i.test(style))).toEqual([]);
});
