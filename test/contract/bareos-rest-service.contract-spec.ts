import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const page = readFileSync(new URL('../../docs/integrate/bareos-rest-service.md', import.meta.url), 'utf8');
// What the page of the console may call: the documented and the internal groups.
const { paths } = JSON.parse(readFileSync(new URL('../../openapi/console.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, unknown>>;
};

/** Second and third column: the first names what the other service has. */
const cells = page.split('\n').flatMap((line) => (/^\| (?:`|REST)/.test(line) ? line.split('|').slice(2, 4) : []));
const named = cells.flatMap((cell) =>
  [...cell.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^`?]*)[^`]*`/g)].map(([, method = '', path = '']) => ({
    method,
    path,
  })),
);

test('each route that replaces one of the REST service of Bareos exists', () => {
  const missing = named.filter(({ method, path }) => paths[`/api/v1${path}`]?.[method.toLowerCase()] === undefined);
  expect(missing).toEqual([]);
  expect(named.length).toBeGreaterThan(40);
});
