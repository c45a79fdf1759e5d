import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const folder = 'web/src';
const sharedSheets = [
  'app/base.css',
  'app/layout.css',
  'app/connection.css',
  'components/components.css',
  'data-table/data-table.css',
];
const comments = /\/\*.*?\*\//gs;

/** The selectors of a style sheet, each on its own, without those of keyframes. */
function selectorsOf(css: string): readonly string[] {
  const heads = [...css.replace(comments, '').matchAll(/([^{};]+)\{/g)].map(([, head = '']) => head.trim());
  return heads.filter((head) => !/^@|^(?:from|to|\d+%)$/.test(head)).flatMap(partsOf);
}

/** Parts at commas that are in no brackets. */
function partsOf(head: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of head) {
    if ('(['.includes(letter)) depth += 1;
    if (')]'.includes(letter)) depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${letter}`);
  }
  return parts.map((part) => part.trim());
}

/** Classes, ids and `data-` attributes. */
function namesIn(selector: string): readonly string[] {
  return [...selector.matchAll(/[.#][a-z][\w-]*|\[data-[\w-]+/gi)].map(([name]) => name);
}

function sheets(): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
  return new Map(files.map((file) => [file, selectorsOf(readFileSync(`${folder}/${file}`, 'utf8'))]));
}

test('a style sheet of a page or a part styles only what it has a name of its own for', () => {
  const all = [...sheets()];
  const isShared = (file: string): boolean => sharedSheets.includes(file);
  const shared = new Set(all.filter(([file]) => isShared(file)).flatMap(([, own]) => own.flatMap(namesIn)));
  const leaking = all
    .filter(([file]) => !isShared(file))
    .flatMap(([file, selectors]) =>
      selectors
        .filter((selector) => !namesIn(selector).some((name) => !shared.has(name)))
        .map((selector) => `${file}: ${selector}`),
    );
  expect(sharedSheets.filter((file) => !all.some(([name]) => name === file))).toEqual([]);
  expect(all.length).toBeGreaterThan(20);
  // A sheet stays in the page when the user goes on to the next view, and would change that one.
  expect(leaking).toEqual([]);
});
