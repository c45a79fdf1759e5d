import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isAlias, isCollection, isMap, isScalar, isSeq, type Node, parseDocument, type Pair, type YAMLSeq } from 'yaml';
import { type ConfigurationOperation } from './configuration-operations.js';
import { editDirectorYaml } from './edit-director-yaml.js';
import { directorFiles } from '../../../../test/harness/fixtures/director-files.js';
import { testOptions } from '../../../../test/harness/fixtures/test-options.js';
import { readResources } from '../resources/read-resources.js';

/** 10,000 edits of the 20 files with FULL=1. */
const editsPerFile = testOptions.isFull ? 500 : 15;
const undoneEditsPerFile = testOptions.isFull ? 100 : 10;

const lists = {
  client: 'clients',
  storage: 'storages',
  pool: 'pools',
  fileset: 'filesets',
  schedule: 'schedules',
  job: 'jobs',
} as const;
type Type = keyof typeof lists;
const types = Object.keys(lists) as Type[];

// A second, simple implementation of the operations: on plain values, with paths as lists.

type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };
type Resource = { [key: string]: Plain };
type Path = readonly (string | number)[];

/** A copy, since aliases share their value with their anchor. */
const plainOf = (text: string): { [key: string]: Plain } =>
  JSON.parse(JSON.stringify(parseDocument(text).toJS())) as { [key: string]: Plain };
const resourcesOf = (file: { [key: string]: Plain }, type: Type): Resource[] => (file[lists[type]] ?? []) as Resource[];

interface Edit {
  readonly operation: ConfigurationOperation;
  readonly type: Type;
  readonly name: string;
  readonly path: Path;
}

function reference(file: { [key: string]: Plain }, { operation, type, name, path }: Edit): void {
  const found = resourcesOf(file, type).find((resource) => resource['name'] === name);
  const value = structuredClone('value' in operation ? operation.value : null) as Plain;
  const parent = path.slice(0, -1).reduce<Plain>((at, step) => (at as never)[step], found ?? null) as never;
  const last = path.at(-1) as never;
  if (operation.op === 'add') file[lists[type]] = [...resourcesOf(file, type), { name, ...(value as Resource) }];
  else if (operation.op === 'remove') file[lists[type]] = resourcesOf(file, type).filter((one) => one !== found);
  else if (operation.op === 'rename') {
    found!['name'] = value;
    for (const job of resourcesOf(file, 'job')) if (type !== 'job' && job[type] === name) job[type] = value;
  } else if (path.length === 0) {
    for (const key of Object.keys(found!)) if (key !== 'name') Reflect.deleteProperty(found!, key);
    Object.assign(found!, value);
  } else if (operation.op === 'set') parent[last] = value as never;
  else if (Array.isArray(parent)) (parent as Plain[]).splice(last, 1);
  else Reflect.deleteProperty(parent, last);
}

// Generated operations. They choose by numbers, so that they fit any file, and shrink.

const words = fc.constantFrom(
  'plain',
  'two words',
  '/srv/new folder',
  '*.iso',
  'yes',
  '12:30',
  '0x1F',
  '~',
  '',
  ' edge ',
  "it's",
  'say "x"',
  'a: b',
  'a #b',
  '#',
  '- x',
  '5 23 * * SUN',
  '@daily',
  'Größe 🗄',
  'line\nbreak',
  'tab\there',
  '{x}',
  '[x',
  ', ',
  '%',
  '\u202e',
  '\ufeff',
  '\u0085',
  '!tag',
  '&a',
  '*a',
  '1e3',
  '-',
  '?',
  '---',
  '...',
  '<<',
  '2026-01-01',
);
const scalar = fc.oneof(
  { weight: 3, arbitrary: words },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 60, -5, 1.5, 1e21, true, false, null) },
);
const value: fc.Arbitrary<Plain> = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.dictionary(fc.constantFrom('level', 'at', 'on', 'a b'), scalar, { maxKeys: 2 }), {
      maxLength: 2,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constantFrom('daily', 'no', 'x: y'),
      fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })),
      { maxKeys: 2 },
    ),
  },
);
const newName = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).map((text) => `new ${text}`);
const recipe = fc.record({
  op: fc.constantFrom('add', 'set', 'set', 'set', 'list', 'list', 'all', 'unset', 'unset', 'rename', 'remove'),
  type: fc.constantFrom(...types),
  pick: fc.nat(),
  deeper: fc.nat(),
  last: fc.nat(),
  name: newName,
  value,
  fields: fc.dictionary(
    fc.constantFrom('client', 'fileset', 'include', 'exclude', 'starts', 'retention', 'enabled', 'folder'),
    value,
    { maxKeys: 4 },
  ),
});
type Recipe = typeof recipe extends fc.Arbitrary<infer T> ? T : never;

const pathText = (path: Path): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');

// oxlint-disable-next-line eslint/complexity -- one branch for each kind of edit, in one place to read
function editOf(
  file: { [key: string]: Plain },
  { op, type, pick, deeper, last, name: newOne, value: given, fields }: Recipe,
): Edit | null {
  const all = resourcesOf(file, type);
  const resource = all[pick % Math.max(1, all.length)];
  if (op === 'add') {
    return all.some(({ name }) => name === newOne)
      ? null
      : { operation: { op, type, name: newOne, value: fields }, type, name: newOne, path: [] };
  }
  if (resource === undefined) return null;
  const name = resource['name'] as string;
  const edit = (operation: ConfigurationOperation, path: Path = []): Edit => ({ operation, type, name, path });
  const keys = Object.keys(resource).filter((key) => key !== 'name');
  const key = keys[deeper % Math.max(1, keys.length)];
  switch (op) {
    case 'remove':
      return edit({ op, type, name });
    case 'rename':
      return all.some((other) => other['name'] === newOne) ? null : edit({ op, type, name, value: newOne });
    case 'all':
      return edit({ op: 'set', type, name, value: fields });
    case 'list': {
      // A list of a form: some items are removed, one is new, another has moved.
      const listKey = keys.find((candidate) => Array.isArray(resource[candidate]));
      if (listKey === undefined) return null;
      const items = structuredClone(resource[listKey]) as Plain[];
      const left = items.filter((_, index) => (last >> index) % 3 !== 0);
      left.splice(deeper % (left.length + 1), 0, ...(pick % 2 === 0 ? [given] : []));
      if (pick % 5 === 0) left.reverse();
      return edit({ op: 'set', type, name, path: listKey, value: left }, [listKey]);
    }
    default: {
      if (op === 'set' && (key === undefined || last % 4 === 0)) {
        const fresh = `field${last % 3}`;
        return edit({ op, type, name, path: fresh, value: given }, [fresh]);
      }
      if (key === undefined) return null;
      const path = deepPath(resource[key] ?? null, [key], last, op === 'set');
      return op === 'set'
        ? edit({ op, type, name, path: pathText(path), value: given }, path)
        : edit({ op: 'unset', type, name, path: pathText(path) }, path);
    }
  }
}

/** Some way into the value; at the end of a list, if that may grow. */
function deepPath(at: Plain, path: Path, choice: number, canGrow: boolean): Path {
  if (choice % 3 === 0) return path;
  const rest = Math.floor(choice / 3);
  if (Array.isArray(at)) {
    const index = rest % (at.length + (canGrow ? 1 : 0) || 1);
    if (index === at.length) return canGrow ? [...path, index] : path;
    return deepPath(at[index] ?? null, [...path, index], Math.floor(rest / 2), canGrow);
  }
  if (typeof at !== 'object' || at === null) return path;
  const keys = Object.keys(at).filter((key) => /^[^.[\]]+$/.test(key));
  const key = keys[rest % (keys.length || 1)];
  return key === undefined ? path : deepPath(at[key] ?? null, [...path, key], Math.floor(rest / 2), canGrow);
}

// Which lines an edit may change, by the places of the nodes in the text before.

/** A missing line break at the end is no part of the last line. */
function linesOf(text: string): readonly string[] {
  return (text.endsWith('\n') ? text : text + (text.includes('\r\n') ? '\r\n' : '\n')).split('\n');
}

class Lines {
  private readonly starts: readonly number[];
  private readonly document;
  readonly all: readonly string[];

  constructor(readonly text: string) {
    this.all = linesOf(text);
    this.starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    this.document = parseDocument(text, { keepSourceTokens: true });
  }

  indentOf(line: number): number {
    return /^ */.exec(this.all[line] ?? '')?.[0].length ?? 0;
  }

  lineOf(position: number): number {
    return this.starts.findLastIndex((start) => start <= position);
  }

  /** First and last line of a node without the comments around it. */
  extentOf(node: Node): readonly [number, number] {
    return [this.lineOf(node.range![0]), this.lineOf(this.endOf(node))];
  }

  private endOf(node: Node): number {
    const [start, end] = node.range!;
    if (isCollection(node) && node.flow !== true && node.items.length > 0) {
      const last = node.items.at(-1) as Node | Pair<Node, Node | null>;
      if ('key' in last) return Math.max(this.endOf(last.key), last.value === null ? 0 : this.endOf(last.value));
      return this.endOf(last);
    }
    return Math.max(start, end - 1);
  }

  list(type: Type): { readonly key: Node; readonly node: YAMLSeq<Node> | null } | null {
    const root = this.document.contents;
    const pair = isMap<Node, Node | null>(root)
      ? root.items.find(({ key }) => isScalar(key) && key.value === lists[type])
      : undefined;
    return pair === undefined ? null : { key: pair.key, node: isSeq<Node>(pair.value) ? pair.value : null };
  }

  resource(type: Type, name: string): Node | undefined {
    return this.list(type)?.node?.items.find(
      (item) => isMap(item) && (item.toJS(this.document) as Resource)['name'] === name,
    );
  }

  pair(resource: Node, key: string): Pair<Node, Node | null> | undefined {
    const target = isAlias(resource) ? resource.resolve(this.document) : resource;
    return isMap<Node, Node | null>(target)
      ? target.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key)
      : undefined;
  }

  /** The dash of a list item can be on a line above it, alone or with an anchor or tag. */
  withDash([from, to]: readonly [number, number]): readonly [number, number] {
    return [/^\s*-\s*(?:[!&]\S*\s*)*(?:#.*)?$/.test(this.all[from - 1] ?? '') ? from - 1 : from, to];
  }

  /** The lines of the deepest node on the path that exists. */
  // oxlint-disable-next-line eslint/complexity -- one branch for each kind of edit, in one place to read
  atPath(resource: Node, path: Path): readonly [number, number] | null {
    const pair = typeof path[0] === 'string' ? this.pair(resource, path[0]) : undefined;
    if (pair === undefined) return null;
    let extent: readonly [number, number] = [this.lineOf(pair.key.range![0]), this.extentOf(pair.value ?? pair.key)[1]];
    let node = pair.value;
    for (const step of path.slice(1)) {
      const list: Node | null = node;
      if (!isSeq<Node>(list) || typeof step !== 'number') break;
      const item: Node | undefined = list.items[step];
      // The last item gets a comma, the only one takes the list along.
      if (item === undefined || list.items.length === 1) break;
      extent = this.extentOf(item);
      if (list.flow === true && step === list.items.length - 1)
        extent = [this.extentOf(list.items[step - 1]!)[0], extent[1]];
      extent = this.withDash(extent);
      // The second item moves up where the first begins on the line of another dash or colon.
      const second = list.items[1];
      const isInline = !/^\s*-/.test(this.all[extent[0]] ?? '') || /^\s*-\s+-/.test(this.all[extent[0]] ?? '');
      if (step === 0 && list.flow !== true && second !== undefined && isInline) {
        extent = [extent[0], this.extentOf(second)[0]];
      }
      node = item;
    }
    return extent;
  }
}

/** Lines that an edit may replace, and lines before which it may insert some. */
interface Allowed {
  readonly lines: Set<number>;
  readonly gaps: Set<number>;
}

// oxlint-disable-next-line eslint/complexity -- one branch for each kind of edit, in one place to read
function allowedFor(lines: Lines, edits: readonly Edit[]): Allowed {
  const allowed: Allowed = { lines: new Set(), gaps: new Set() };
  const originals = new Map<string, string>();
  for (const { operation, type, name, path } of edits) {
    const original = originals.get(`${type} ${name}`) ?? name;
    if (operation.op === 'rename') originals.set(`${type} ${operation.value as string}`, original);
    const resource = lines.resource(type, original);
    const list = lines.list(type);
    if (list?.node?.flow === true || list?.node?.items.length === 0) allow(allowed, lines, lines.extentOf(list.node));
    if (operation.op === 'add' || resource === undefined) {
      // At the end of the list, and below a key that has none.
      if (list !== null)
        allow(
          allowed,
          lines,
          lines.extentOf(list.key).with(1, list.node === null ? lines.extentOf(list.key)[0] : -1) as never,
        );
      openAfter(allowed, lines, list === null ? lines.all.length : lines.extentOf(list.node ?? list.key)[1]);
      if (list === null) for (let index = 0; index <= lines.all.length; index += 1) allowed.gaps.add(index);
    } else {
      const extent = lines.extentOf(resource);
      const single = edits.length === 1;
      if (operation.op === 'remove' || (operation.op === 'set' && path.length === 0)) {
        allow(allowed, lines, lines.withDash(extent), true);
        if (list?.node?.items.length === 1 || !single) {
          const [key] = lines.extentOf(list!.key);
          // The colon of an explicit key has a line of its own.
          allow(allowed, lines, [key, /^\s*:\s*$/.test(lines.all[key + 1] ?? '') ? key + 1 : key]);
        }
      } else if (operation.op === 'rename') {
        allowPath(allowed, lines, resource, ['name']);
        for (const job of lines.list('job')?.node?.items ?? []) {
          if (type !== 'job') allowPath(allowed, lines, job, [type]);
        }
      } else {
        allowPath(allowed, lines, resource, single ? path : path.slice(0, 1));
        // The second field moves up to the dash.
        const second = isMap<Node>(resource) && operation.op === 'unset' ? resource.items[1] : undefined;
        if (second !== undefined) allow(allowed, lines, [extent[0], lines.extentOf(second.key)[0]]);
        openAfter(allowed, lines, extent[1]);
      }
      // The parent of the last field.
      if (isMap(resource) && resource.flow === true) allow(allowed, lines, extent);
    }
  }
  return allowed;
}

function allowPath(allowed: Allowed, lines: Lines, resource: Node, path: Path): void {
  const extent = lines.atPath(resource, path);
  // A field or an item of a list.
  const isEntry = path.length === 1 || typeof path.at(-1) === 'number';
  if (extent !== null) allow(allowed, lines, extent, isEntry);
}

/** `isWhole`: a whole entry may go, and the blank line before it and its own comments with it. */
function allow(allowed: Allowed, lines: Lines, [from, to]: readonly [number, number], isWhole = false): void {
  for (let line = from; line <= to; line += 1) allowed.lines.add(line);
  if (isWhole && lines.all[from - 1]?.trim() === '') allowed.lines.add(from - 1);
  allowed.gaps.add(from);
  openAfter(allowed, lines, to, isWhole ? lines.indentOf(from) : Infinity);
}

/** New lines follow comments that are indented more deeply, which belong to the entry above them. */
function openAfter(allowed: Allowed, lines: Lines, line: number, ownIndent = Infinity): void {
  let next = line + 1;
  allowed.gaps.add(next);
  while (/^ +#/.test(lines.all[next] ?? '')) {
    if (lines.indentOf(next) > ownIndent) allowed.lines.add(next);
    next += 1;
    allowed.gaps.add(next);
  }
}

/** Whether the lines that may not change are still there, in order, and nothing is between those that were neighbors. */
function untouched(before: Lines, after: string, { lines: set, gaps }: Allowed): boolean {
  const rest = linesOf(after);
  const runs: string[][] = [[]];
  before.all.forEach((line, index) => {
    if (set.has(index) || (gaps.has(index) && runs.at(-1)!.length > 0)) runs.push([]);
    if (!set.has(index)) runs.at(-1)!.push(line);
  });
  let at = 0;
  return runs.every((run, index) => {
    const isFirst = index === 0 && !set.has(0) && !gaps.has(0);
    for (let start = at; start + run.length <= rest.length; start += 1) {
      if (run.every((line, offset) => rest[start + offset] === line)) {
        at = start + run.length;
        return true;
      }
      if (isFirst) return false;
    }
    return false;
  });
}

const sharedReasons = ['shared_by_alias', 'anchor_in_use', 'explicit_tag'];

test.each(directorFiles)('the reader accepts the file with %s', (_, text) => {
  expect(() => readResources(text, 'embedded')).not.toThrow();
});

describe.each(directorFiles)('edits of a file with %s', (habit, text) => {
  const lines = new Lines(text);
  const hasSharedParts = /anchors|tags/.test(habit);

  test('have the requested values and change no other line', () => {
    let rejected = 0;
    let done = 0;
    fc.assert(
      fc.property(fc.array(recipe, { minLength: 1, maxLength: 3 }), (recipes) => {
        const expected = plainOf(text);
        const edits: Edit[] = [];
        for (const one of recipes) {
          const edit = editOf(expected, one);
          if (edit === null) continue;
          reference(expected, edit);
          edits.push(edit);
        }
        const { text: edited, rejection } = editDirectorYaml(
          text,
          edits.map(({ operation }) => operation),
        );
        done += 1;
        if (rejection !== null) {
          rejected += 1;
          expect(sharedReasons).toContain(rejection.reason);
          expect(hasSharedParts).toBe(true);
          return;
        }
        expect(plainOf(edited)).toEqual(expected);
        // Every new line ends as the others do.
        expect(/(?<!\r)\n/.test(edited)).toBe(/(?<!\r)\n/.test(text));
        expect(edited.endsWith('\n')).toBe(text.endsWith('\n'));
        expect({ edited, isUntouched: untouched(lines, edited, allowedFor(lines, edits)) }).toEqual({
          edited,
          isUntouched: true,
        });
      }),
      { numRuns: editsPerFile },
    );
    // Most parts of these files are not shared.
    expect(rejected).toBeLessThan(done / 2);
  });

  test('can be undone: what is added and removed again leaves the file as it was', () => {
    const resources = types.flatMap((type) =>
      resourcesOf(plainOf(text), type).map((resource) => ({ type, name: resource['name'] as string })),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...resources),
        newName,
        value,
        fc.boolean(),
        ({ type, name }, added, given, isField) => {
          const [forward, back]: ConfigurationOperation[] = isField
            ? [
                { op: 'set', type, name, path: 'added', value: given },
                { op: 'unset', type, name, path: 'added' },
              ]
            : [
                { op: 'add', type, name: added, value: { field: given } },
                { op: 'remove', type, name: added },
              ];
          const there = editDirectorYaml(text, [forward!]).text;
          if (there !== null) expect(editDirectorYaml(there, [back!]).text).toBe(text);
        },
      ),
      { numRuns: undoneEditsPerFile },
    );
  });
});
