import { diffArrays } from 'diff';
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  type ParsedNode,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { EditRejected, type EditRejectionReason } from './edit-rejection.js';
import { isJsonObject, isSameJson, type JsonObject, type JsonValue, memberOf, toJsonValue } from './json-value.js';
import {
  type CollectionPlan,
  EntryEdits,
  type EntryFate,
  type NewEntry,
  type Samples,
  type ValueContext,
} from './entry-edits.js';
import { SourceEdits } from './source-edits.js';
import {
  entriesOf,
  hasText,
  isCollection,
  isFlow,
  keyOf,
  startOf,
  valuesAt,
  type YamlCollection,
  type YamlEntry,
} from './yaml-entries.js';
import { YamlPrinter } from './yaml-printer.js';
import { type MessageParams } from '../../../domain/error-codes.js';
import { type DirectorYaml } from '../resources/parse-director-yaml.js';
import { resourceLists } from '../resources/resource-types.js';

/** The keys of a file in their usual order. */
const sections: readonly string[] = ['director', ...Object.values(resourceLists)];

/** Where a value is: for messages, and for what its text depends on. */
interface Context extends ValueContext {
  readonly place: string;
}

/** Siblings to look at on each side: a list of thousands has one style. */
const mostSamples = 20;

/** Lists that differ more are compared item by item in their order: to find what they share would take quadratic time. */
const mostDifferences = 400;

/**
 * Finds the smallest edits of a text after which the document has a wanted value. `readValue` gives the present value with a
 * memory of which node each object and list came from; the caller changes it in place and gives it to `textFor`.
 */
export class YamlReconciler {
  private readonly document: Document.Parsed<ParsedNode>;
  private readonly lines: LineCounter;
  private readonly edits: SourceEdits;
  private readonly entryEdits: EntryEdits;
  private readonly printer: YamlPrinter;
  private readonly aliasTargets = new Map<Alias, Node>();
  /** The node of each object and list of the value. */
  private readonly origins = new WeakMap<object, Node>();
  /** Targets of the aliases that are being followed. */
  private readonly open = new Set<Node>();
  /** What each visited node will mean, for the aliases that follow. */
  private readonly wanted = new Map<Node, JsonValue>();
  private readonly removed = new Set<Node>();

  constructor(text: string, { document, lines }: DirectorYaml) {
    this.document = document;
    this.lines = lines;
    this.edits = new SourceEdits(text);
    this.printer = new YamlPrinter(document, this.edits);
    this.entryEdits = new EntryEdits(this.edits, this.printer);
    this.findAliasTargets();
  }

  readValue(): JsonObject {
    const { contents } = this.document;
    const value = this.valueOf(contents);
    // An empty file, or one with comments only.
    if (value === null && !hasText(contents)) return {};
    if (!isMap(contents) || !isJsonObject(value)) this.reject('unreadable', contents, '', 'is not a mapping');
    return value;
  }

  /** The text whose document has this value. Throws EditRejected where that would change more than was asked. */
  textFor(value: JsonObject): string {
    const { contents } = this.document;
    if (isMap(contents)) this.reconcileRoot(contents, value);
    else if (Object.keys(value).length > 0) this.appendToEmpty(value);
    return this.edits.apply();
  }

  /** Comments and markers may fill a file without any resource. */
  private appendToEmpty(value: JsonObject): void {
    const { text } = this.edits;
    const end = /^\.\.\.(?=\s)/m.exec(text)?.index ?? text.length;
    this.edits.insertLines(end, this.printer.blockLines(value, []));
  }

  private findAliasTargets(): void {
    const anchors = new Map<string, Node>();
    visit(this.document, {
      Node: (_, node) => {
        if (!isAlias(node)) {
          if (node.anchor !== undefined) anchors.set(node.anchor, node);
          return;
        }
        const target = anchors.get(node.source);
        if (target !== undefined) this.aliasTargets.set(node, target);
      },
    });
  }

  // ---- The present value

  private valueOf(node: unknown): JsonValue {
    if (node === null || node === undefined) return null;
    if (isAlias(node)) return this.remember(this.valueOfAlias(node), node);
    if (isSeq<Node>(node)) return this.remember(this.valueOfList(node), node);
    // A set is a mapping for the parser, but not for those who read its value.
    if (isMap<Node, Node | null>(node) && node.tag !== 'tag:yaml.org,2002:set') {
      return this.remember(this.valueOfMap(node), node);
    }
    const value = isScalar(node) ? toJsonValue(node.value) : undefined;
    if (value === undefined) this.reject('unreadable', node as Node, '', 'has a value that JSON cannot contain');
    return value;
  }

  private valueOfList(list: YAMLSeq<Node>): JsonValue[] {
    return list.items.map((item) => this.valueOf(item));
  }

  private valueOfAlias(alias: Alias): JsonValue {
    const target = this.targetOf(alias);
    if (this.open.has(target)) this.reject('unreadable', alias, '', `contains itself by its alias *${alias.source}`);
    this.open.add(target);
    const value = this.valueOf(target);
    this.open.delete(target);
    return value;
  }

  private remember(value: JsonValue, node: Node): JsonValue {
    if (typeof value === 'object' && value !== null) this.origins.set(value, node);
    return value;
  }

  private valueOfMap(map: YAMLMap<Node, Node | null>): JsonObject {
    return Object.fromEntries(
      map.items.map((pair): [string, JsonValue] => {
        const key = keyOf(pair);
        if (key === null) this.reject('unreadable', pair.key, '', `has ${describeKey(pair.key)}`);
        return [key, this.valueOf(pair.value)];
      }),
    );
  }

  private targetOf(alias: Alias): Node {
    const target = this.aliasTargets.get(alias);
    if (target === undefined)
      this.reject('unreadable', alias, '', `uses the alias *${alias.source}, which has no anchor`);
    return target;
  }

  // ---- The wanted value

  private reconcileRoot(root: YAMLMap, value: JsonObject): void {
    // A list that is missing or empty looks like the others.
    const lists: Samples = () =>
      root.items.flatMap(({ value: list }) => (isSeq(list) && list.items.length > 0 ? [list] : []));
    this.follow({ ...this.planMap(root, value), maps: () => [root], samplesAt: () => lists }, '');
  }

  private reconcile(entry: YamlEntry, value: JsonValue, samples: Samples, context: Context): void {
    const { node } = entry;
    if (isAlias(node)) return this.reconcileAlias(entry, node, value, samples, context);
    if (node !== null) this.wanted.set(node, value);
    if (isMap(node) && isJsonObject(value) && this.canKeep(node, value, samples, context)) {
      return this.reconcileMap(entry, node, value, samples, context);
    }
    if (isSeq(node) && Array.isArray(value) && this.canKeep(node, value, samples, context)) {
      return this.reconcileList(entry, node, value, samples, context);
    }
    if (isSameJson(this.valueOf(node), value)) return;
    this.assertNoTag(node, value, context.place);
    if (isCollection(node)) entriesOf(node).forEach((child) => this.markRemoved(child));
    this.entryEdits.replaceValue(entry, value, samples(), context);
  }

  /** `[]` and `{}` become lines of their own where their siblings are; and `[key: value]` gets braces for a second key. */
  private canKeep(node: YamlCollection, value: JsonObject | JsonValue[], samples: Samples, context: Context): boolean {
    if (!isFlow(node)) return true;
    if (node.srcToken === undefined) return Object.keys(value).every((key) => key === entriesOf(node)[0]?.key);
    if (node.items.length > 0 || context.isInFlow || context.isInList || Object.keys(value).length === 0) return true;
    const isPlain = this.edits.isBlank(startOf(node) + 1, (node.range?.[1] ?? 0) - 1);
    return (
      !isPlain ||
      !this.printer.isBlock(value, samples(), Array.isArray(value) && value.some((item) => typeof item === 'object'))
    );
  }

  private reconcileAlias(entry: YamlEntry, alias: Alias, value: JsonValue, samples: Samples, context: Context): void {
    const target = this.targetOf(alias);
    const isUnchanged = isSameJson(this.valueOf(alias), value);
    if (this.removed.has(target)) {
      // What it meant can be written out, but that would change an entry that was not to be changed.
      if (isUnchanged) this.rejectAnchorInUse(alias, target, context.place);
    } else if (isSameJson(this.wanted.get(target) ?? null, value)) return;
    else if (isUnchanged) this.rejectShared(alias, target, context.place);
    this.entryEdits.replaceValue(entry, value, [target, ...samples()], context);
  }

  private reconcileMap(entry: YamlEntry, map: YAMLMap, value: JsonObject, samples: Samples, { place }: Context): void {
    const plan = {
      ...this.planMap(map, value),
      maps: () => [map, ...samples()],
      samplesAt: (_: number, key: string | null) => () => valuesAt(samples(), key ?? ''),
    };
    this.follow(plan, place, entry);
  }

  private planMap(map: YAMLMap, value: JsonObject): Omit<CollectionPlan, 'maps' | 'samplesAt'> {
    const entries = entriesOf(map);
    const keys = new Set(entries.map(({ key }) => key));
    const missing = Object.entries(value).flatMap(([key, member]) => (keys.has(key) ? [] : [{ key, value: member }]));
    const fates = entries.map(({ key }): EntryFate => {
      const member = memberOf(value, key ?? '');
      return member === undefined ? { kind: 'remove', instead: [] } : { kind: 'keep', value: member };
    });
    const additions = new Map<number, readonly NewEntry[]>();
    const last = entries.length - 1;
    if (missing.length > 0) {
      if (fates[last]?.kind === 'remove') fates[last] = { kind: 'remove', instead: missing };
      else additions.set(this.indexBefore(map, entries, missing), missing);
    }
    return { collection: map, entries, fates, additions };
  }

  /** New lists of the file go where the reader expects them; new fields of a resource to its end. */
  private indexBefore(map: YAMLMap, entries: readonly YamlEntry[], [first]: readonly NewEntry[]): number {
    if (map !== this.document.contents) return entries.length - 1;
    const earlier = sections.slice(0, sections.indexOf(first?.key ?? ''));
    const index = entries.findLastIndex(({ key }) => earlier.includes(key ?? ''));
    return index === -1 ? entries.length - 1 : index;
  }

  private reconcileList(
    entry: YamlEntry,
    list: YAMLSeq,
    value: readonly JsonValue[],
    samples: Samples,
    { place }: Context,
  ): void {
    const entries = entriesOf(list);
    const fates: EntryFate[] = [];
    const additions = new Map<number, readonly NewEntry[]>();
    for (const { gone, come, kept } of this.align(entries, value)) {
      fates.push(...this.fatesOf(gone, come, fates.length, additions));
      fates.push(...kept.map((item): EntryFate => ({ kind: 'keep', value: item })));
    }
    const items = list.items as readonly Node[];
    const samplesAt = (index: number) => () => [
      ...items.slice(Math.max(0, index + 1 - mostSamples), index + 1).toReversed(),
      ...items.slice(index + 1, index + 1 + mostSamples),
      ...samples().flatMap((other) => (isSeq(other) ? (other.items as Node[]).slice(-mostSamples) : [])),
    ];
    this.follow({ collection: list, entries, fates, additions, maps: () => [], samplesAt }, place, entry);
  }

  /** A gap between items that remain: what goes and what comes there. */
  private fatesOf(
    gone: readonly YamlEntry[],
    come: readonly JsonValue[],
    at: number,
    additions: Map<number, readonly NewEntry[]>,
  ): EntryFate[] {
    const partners = this.pair(gone, come);
    const fates = gone.map((_, index): EntryFate => {
      const partner = partners.get(index);
      return partner === undefined ? { kind: 'remove', instead: [] } : { kind: 'keep', value: come[partner] ?? null };
    });
    // Every new item follows the partner before it.
    const partnered = new Map([...partners].map(([entry, item]) => [item, entry]));
    let after = -1;
    const pending = new Map<number, NewEntry[]>();
    come.forEach((item, index) => {
      after = partnered.get(index) ?? after;
      if (!partnered.has(index)) pending.set(after, [...(pending.get(after) ?? []), { key: null, value: item }]);
    });
    for (const [index, items] of pending) {
      if (fates[index + 1]?.kind === 'remove') fates[index + 1] = { kind: 'remove', instead: items };
      else additions.set(at + index, items);
    }
    return fates;
  }

  /**
   * Which items become which: named ones by their name, since a resource never turns into another, and the others in their order. The
   * partners of later entries are later items.
   */
  private pair(gone: readonly YamlEntry[], come: readonly JsonValue[]): ReadonlyMap<number, number> {
    const partners = new Map<number, number>();
    const names = come.map(nameOf);
    let next = 0;
    gone.forEach(({ node }, index) => {
      const name = nameOf(this.valueOf(node));
      const found = name === undefined ? next : names.indexOf(name, next);
      if (found === -1 || found >= come.length || names[found] !== name) return;
      partners.set(index, found);
      next = found + 1;
    });
    return partners;
  }

  private align(
    entries: readonly YamlEntry[],
    value: readonly JsonValue[],
  ): readonly { gone: readonly YamlEntry[]; come: readonly JsonValue[]; kept: readonly JsonValue[] }[] {
    type Token = { readonly entry: YamlEntry } | { readonly item: JsonValue };
    const isSame = (one: Token, other: Token): boolean => {
      if ('entry' in one && 'item' in other) return this.isFrom(one.entry, other.item);
      return 'item' in one && 'entry' in other ? this.isFrom(other.entry, one.item) : false;
    };
    const before: Token[] = entries.map((entry) => ({ entry }));
    const after: Token[] = value.map((item) => ({ item }));
    const changes = diffArrays(before, after, { comparator: isSame, maxEditLength: mostDifferences });
    if (changes === undefined) return [{ gone: entries, come: value, kept: [] }];
    const steps: { gone: YamlEntry[]; come: JsonValue[]; kept: JsonValue[] }[] = [];
    let [gone, come]: [YamlEntry[], JsonValue[]] = [[], []];
    for (const change of changes) {
      if (change.removed) gone = change.value.flatMap((token) => ('entry' in token ? [token.entry] : []));
      else if (change.added) come = change.value.flatMap((token) => ('item' in token ? [token.item] : []));
      else {
        steps.push({ gone, come, kept: change.value.flatMap((token) => ('item' in token ? [token.item] : [])) });
        [gone, come] = [[], []];
      }
    }
    return [...steps, { gone, come, kept: [] }];
  }

  /** Whether an item of the wanted list is this entry: by its origin, or where it is new by its value. */
  private isFrom({ node }: YamlEntry, item: JsonValue): boolean {
    const origin = typeof item === 'object' && item !== null ? this.origins.get(item) : undefined;
    return origin === undefined ? isSameJson(this.valueOf(node), item) : origin === node;
  }

  // ---- Carrying out

  private follow(plan: CollectionPlan, place: string, parent?: YamlEntry): void {
    const { collection, entries, fates } = plan;
    const isInList = isSeq(collection);
    entries.forEach((entry, index) => {
      const fate = fates[index];
      if (fate?.kind !== 'keep') return this.markRemoved(entry);
      if (entry.keyNode !== null) this.wanted.set(entry.keyNode, this.valueOf(entry.keyNode));
      this.reconcile(entry, fate.value, plan.samplesAt(index, entry.key), {
        place: isInList ? `${place}[${index}]` : place === '' ? (entry.key ?? '') : `${place}.${entry.key ?? ''}`,
        isInFlow: isFlow(collection),
        isInList,
        maps: plan.maps,
      });
    });
    this.entryEdits.carryOut(plan, parent);
  }

  private markRemoved({ keyNode, node }: YamlEntry): void {
    for (const top of [keyNode, node]) {
      if (top !== null) visit(top, { Node: (_, below) => void this.removed.add(below) });
    }
  }

  /** The text of a tagged value is read as its tag says; only a string remains what it was. */
  private assertNoTag(node: Node | null, value: JsonValue, place: string): void {
    const tag = isScalar(node) || isCollection(node) ? node.tag : undefined;
    if (node === null || tag === undefined) return;
    if (typeof value === 'string' && tag === 'tag:yaml.org,2002:str') return;
    const shown = tag.replace('tag:yaml.org,2002:', '!!');
    this.reject('explicit_tag', node, place, `has the tag ${shown}. Remove the tag first`, { tag: shown });
  }

  // ---- Rejections

  private rejectShared(alias: Alias, target: Node, place: string): never {
    const [line, column] = this.placeOf(target);
    const cause = `its alias *${alias.source} means the changed text at line ${line}, column ${column}`;
    this.reject(
      'shared_by_alias',
      alias,
      place,
      `would change as well, because ${cause}. Write the value out here first`,
      {
        alias: alias.source,
        line,
        column,
      },
    );
  }

  private rejectAnchorInUse(alias: Alias, target: Node, place: string): never {
    const [line, column] = this.placeOf(target);
    const cause = `the alias *${alias.source}, whose anchor at line ${line}, column ${column} would be removed`;
    this.reject('anchor_in_use', alias, place, `uses ${cause}. Write the value out here first`, {
      alias: alias.source,
      line,
      column,
    });
  }

  private placeOf(node: Node | null): readonly [line: number, column: number] {
    const { line, col } = this.lines.linePos(node === null ? 0 : startOf(node));
    return [line, col];
  }

  private reject(
    reason: EditRejectionReason,
    node: Node | null,
    place: string,
    sentence: string,
    params: MessageParams = {},
  ): never {
    const [line, column] = this.placeOf(node);
    throw new EditRejected({ reason, operation: null, place, sentence, params, line, column });
  }
}

function nameOf(value: JsonValue): string | undefined {
  const name = isJsonObject(value) ? memberOf(value, 'name') : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** Merge keys exist only after the directive `%YAML 1.1`: there the parser reads `<<` as a symbol. */
function describeKey(key: Node): string {
  return isScalar(key) && typeof key.value === 'symbol'
    ? 'a merge key (<<). Write its fields out first'
    : 'a key that is not a plain text';
}
