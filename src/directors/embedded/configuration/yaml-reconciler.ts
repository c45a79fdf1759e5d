import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { EditRejected, type EditRejectionReason } from './edit-rejection.js';
import { isJsonObject, isSameJson, type JsonObject, type JsonValue, memberOf, toJsonValue } from './json-value.js';
import { type CollectionPlan, EntryEdits, type NewEntry, type Samples, type ValueContext } from './entry-edits.js';
import { matchItems } from './match-items.js';
import { SourceEdits } from './source-edits.js';
import {
  entriesOf,
  hasText,
  isCollection,
  isFlow,
  keyOf,
  startOf,
  valueEndOf,
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

/** Samples from each side of an item: a list of thousands has one style. */
const mostSamples = 20;

/**
 * Finds edits of a text after which its document has a new value. `readValue` returns the present value and remembers the node of
 * each object and list. The caller changes the value in place and passes it to `textFor`.
 */
export class YamlReconciler {
  private readonly document: Document.Parsed;
  private readonly lines: LineCounter;
  private readonly edits: SourceEdits;
  private readonly entryEdits: EntryEdits;
  private readonly printer: YamlPrinter;
  private readonly aliasTargets = new Map<Alias, Node>();
  /** The node of each object and list of the value. */
  private readonly origins = new WeakMap<object, Node>();
  /** Targets of the aliases that are being read. */
  private readonly followed = new Set<Node>();
  /** The new value of each visited node, for the aliases after it. */
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
    const value = this.readNode(contents);
    // An empty file, or one with comments only.
    if (value === null && !hasText(contents)) return {};
    if (!isMap(contents) || !isJsonObject(value)) this.reject('unreadable', contents, '', 'is not a mapping');
    return value;
  }

  /** The text whose document has this value. Throws EditRejected if that would change more than requested. */
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

  private readNode(node: unknown): JsonValue {
    if (node === null || node === undefined) return null;
    if (isAlias(node)) return this.remember(this.readAlias(node), node);
    if (isSeq<Node>(node)) return this.remember(this.readList(node), node);
    // The parser treats a set as a mapping, but the reader would get a Set.
    if (isMap<Node, Node | null>(node) && node.tag !== 'tag:yaml.org,2002:set') {
      return this.remember(this.readMap(node), node);
    }
    const value = isScalar(node) ? toJsonValue(node.value) : undefined;
    if (value === undefined) this.reject('unreadable', node as Node, '', 'has a value that JSON cannot contain');
    return value;
  }

  private readList(list: YAMLSeq<Node>): JsonValue[] {
    return list.items.map((item) => this.readNode(item));
  }

  private readAlias(alias: Alias): JsonValue {
    const target = this.targetOf(alias);
    if (this.followed.has(target))
      this.reject('unreadable', alias, '', `contains itself by its alias *${alias.source}`);
    this.followed.add(target);
    const value = this.readNode(target);
    this.followed.delete(target);
    return value;
  }

  private remember(value: JsonValue, node: Node): JsonValue {
    if (typeof value === 'object' && value !== null) this.origins.set(value, node);
    return value;
  }

  private readMap(map: YAMLMap<Node, Node | null>): JsonObject {
    return Object.fromEntries(
      map.items.map((pair): [string, JsonValue] => {
        const key = keyOf(pair);
        if (key === null) this.reject('unreadable', pair.key, '', `has ${describeKey(pair.key)}`);
        return [key, this.readNode(pair.value)];
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
    // A new list gets the style of the others.
    const lists: Samples = () =>
      root.items.flatMap(({ value: list }) => (isSeq(list) && list.items.length > 0 ? [list] : []));
    this.reconcileEntries({ ...this.planMap(root, value), maps: () => [root], samplesAt: () => lists }, '');
  }

  private reconcile(entry: YamlEntry, value: JsonValue, samples: Samples, context: Context): void {
    const { node } = entry;
    if (isAlias(node)) {
      this.reconcileAlias(entry, node, value, samples, context);
      return;
    }
    if (node !== null) this.wanted.set(node, value);
    if (isMap(node) && isJsonObject(value) && this.canEdit(node, value, samples, context)) {
      this.reconcileMap(entry, node, value, samples, context);
      return;
    }
    if (isSeq(node) && Array.isArray(value) && this.canEdit(node, value, samples, context)) {
      this.reconcileList(entry, node, value, samples, context);
      return;
    }
    if (isSameJson(this.readNode(node), value)) return;
    this.assertNoTag(node, value, context.place);
    if (isCollection(node)) entriesOf(node).forEach((child) => this.markRemoved(child));
    this.entryEdits.replaceValue(entry, value, samples(), context);
  }

  /**
   * Whether entries can be edited one by one. Not if `[]` or `{}` becomes lines of its own, as its siblings are, or if `[key: value]`
   * needs braces for another key.
   */
  private canEdit(node: YamlCollection, value: JsonObject | JsonValue[], samples: Samples, context: Context): boolean {
    if (!isFlow(node)) return true;
    if (node.srcToken === undefined) return Object.keys(value).every((key) => key === entriesOf(node)[0]?.key);
    if (node.items.length > 0 || context.isInFlow || context.isInList || Object.keys(value).length === 0) return true;
    const isPlain = this.edits.isBlank(startOf(node) + 1, valueEndOf(node) - 1);
    return (
      !isPlain ||
      !this.printer.isBlock(value, samples(), Array.isArray(value) && value.some((item) => typeof item === 'object'))
    );
  }

  private reconcileAlias(entry: YamlEntry, alias: Alias, value: JsonValue, samples: Samples, context: Context): void {
    const target = this.targetOf(alias);
    const isRemoved = this.removed.has(target);
    if (!isRemoved && isSameJson(this.wanted.get(target) ?? null, value)) return;
    // The value could be written out here, but that would change an entry that no operation names.
    if (isSameJson(this.readNode(alias), value)) {
      this.rejectAlias(isRemoved ? 'anchor_in_use' : 'shared_by_alias', alias, target, context.place);
    }
    this.entryEdits.replaceValue(entry, value, [target, ...samples()], context);
  }

  private reconcileMap(entry: YamlEntry, map: YAMLMap, value: JsonObject, samples: Samples, { place }: Context): void {
    const plan = {
      ...this.planMap(map, value),
      maps: () => [map, ...samples()],
      samplesAt: (_: number, key: string | null) => () => valuesAt(samples(), key ?? ''),
    };
    this.reconcileEntries(plan, place, entry);
  }

  private planMap(map: YAMLMap, value: JsonObject): Omit<CollectionPlan, 'maps' | 'samplesAt'> {
    const entries = entriesOf(map);
    const keys = new Set(entries.map(({ key }) => key));
    const added = Object.entries(value).flatMap(([key, member]) => (keys.has(key) ? [] : [{ key, value: member }]));
    const last = this.indexBefore(map, entries, added[0]?.key);
    const changes = entries.map((entry, index) => ({
      entry,
      value: memberOf(value, entry.key ?? ''),
      added: index === last ? added : [],
    }));
    return { collection: map, changes, addedFirst: entries.length === 0 ? added : [] };
  }

  /** New lists of the file go where the reader expects them; new fields of a resource to its end. */
  private indexBefore(map: YAMLMap, entries: readonly YamlEntry[], added: string | undefined): number {
    if (map !== this.document.contents) return entries.length - 1;
    const earlier = sections.slice(0, sections.indexOf(added ?? ''));
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
    const items = list.items as readonly Node[];
    const samplesAt = (index: number) => () => [
      ...items.slice(Math.max(0, index + 1 - mostSamples), index + 1).toReversed(),
      ...items.slice(index + 1, index + 1 + mostSamples),
      ...samples().flatMap((other) => (isSeq(other) ? (other.items as Node[]).slice(-mostSamples) : [])),
    ];
    this.reconcileEntries({ ...this.planList(list, value), maps: () => [], samplesAt }, place, entry);
  }

  private planList(list: YAMLSeq, value: readonly JsonValue[]): Omit<CollectionPlan, 'maps' | 'samplesAt'> {
    const entries = entriesOf(list);
    const matches = this.matchEntries(entries, value);
    const matched = new Map([...matches].map(([index, item]) => [item, index]));
    const added = entries.map((): NewEntry[] => []);
    const addedFirst: NewEntry[] = [];
    let last = -1;
    for (const [index, item] of value.entries()) {
      const match = matched.get(index);
      if (match === undefined) {
        const isNextRemoved = last + 1 < entries.length && !matches.has(last + 1);
        (added[isNextRemoved ? last + 1 : last] ?? addedFirst).push({ key: null, value: item });
      } else last = match;
    }
    const changes = entries.map((entry, index) => ({
      entry,
      value: value[matches.get(index) ?? -1],
      added: added[index] ?? [],
    }));
    return { collection: list, changes, addedFirst };
  }

  /** An item of the value is an entry if it comes from it, or, if it is new, if it has its value. */
  private matchEntries(entries: readonly YamlEntry[], value: readonly JsonValue[]): ReadonlyMap<number, number> {
    const before = entries.map(({ node }) => this.readNode(node));
    return matchItems(before, value, (index, at) => {
      const item = value[at] ?? null;
      const origin = typeof item === 'object' && item !== null ? this.origins.get(item) : undefined;
      return origin === undefined ? isSameJson(before[index] ?? null, item) : origin === entries[index]?.node;
    });
  }

  private reconcileEntries(plan: CollectionPlan, place: string, parent?: YamlEntry): void {
    const { collection, changes } = plan;
    const isInList = isSeq(collection);
    changes.forEach(({ entry, value }, index) => {
      if (value === undefined) {
        this.markRemoved(entry);
        return;
      }
      if (entry.keyNode !== null) this.wanted.set(entry.keyNode, this.readNode(entry.keyNode));
      this.reconcile(entry, value, plan.samplesAt(index, entry.key), {
        place: isInList ? `${place}[${index}]` : place === '' ? (entry.key ?? '') : `${place}.${entry.key ?? ''}`,
        isInFlow: isFlow(collection),
        isInList,
        maps: plan.maps,
      });
    });
    this.entryEdits.editCollection(plan, parent);
  }

  private markRemoved({ keyNode, node }: YamlEntry): void {
    for (const top of [keyNode, node]) {
      if (top !== null) visit(top, { Node: (_, below) => void this.removed.add(below) });
    }
  }

  /** A tag decides how the new text is read; only a string after !!str keeps its meaning. */
  private assertNoTag(node: Node | null, value: JsonValue, place: string): void {
    const tag = isScalar(node) || isCollection(node) ? node.tag : undefined;
    if (node === null || tag === undefined) return;
    if (typeof value === 'string' && tag === 'tag:yaml.org,2002:str') return;
    const shown = tag.replace('tag:yaml.org,2002:', '!!');
    this.reject('explicit_tag', node, place, `has the tag ${shown}. Remove the tag first`, { tag: shown });
  }

  // ---- Rejections

  private rejectAlias(reason: 'shared_by_alias' | 'anchor_in_use', alias: Alias, target: Node, place: string): never {
    const [line, column] = this.positionOf(target);
    const position = `line ${line}, column ${column}`;
    const fact =
      reason === 'shared_by_alias'
        ? `would change as well, because its alias *${alias.source} means the changed text at ${position}`
        : `uses the alias *${alias.source}, whose anchor at ${position} would be removed`;
    const params = { alias: alias.source, line, column };
    this.reject(reason, alias, place, `${fact}. Write the value out here first`, params);
  }

  private positionOf(node: Node | null): readonly [line: number, column: number] {
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
    const [line, column] = this.positionOf(node);
    throw new EditRejected({ reason, operation: null, place, sentence, params, line, column });
  }
}

/** Merge keys exist only after the directive `%YAML 1.1`: there the parser reads `<<` as a symbol. */
function describeKey(key: Node): string {
  return isScalar(key) && typeof key.value === 'symbol'
    ? 'a merge key (<<). Write its fields out first'
    : 'a key that is not a plain text';
}
