import { type CST, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';

/** One key with its value, or one item of a list, and where it is in the text. */
export interface YamlEntry {
  /** The key as the plain value has it; null in a list. */
  readonly key: string | null;
  readonly keyNode: Node | null;
  /** null: there is no value at all, as in `{ key }`. */
  readonly node: Node | null;
  /** The first of its dash, key, anchor and tag. */
  readonly start: number;
  /** After its colon or dash, anchor and tag: where a value can be inserted. */
  readonly headEnd: number;
  readonly hasColon: boolean;
  /** After its last character that is neither a space nor a comment. */
  readonly end: number;
}

export type YamlCollection = YAMLMap | YAMLSeq;

export function isCollection(node: Node | null): node is YamlCollection {
  return isMap(node) || isSeq(node);
}

export function isFlow(node: YamlCollection): boolean {
  return node.flow === true;
}

/** An empty value has a place, but no text. */
export function hasText(node: Node | null): node is Node {
  return node !== null && startOf(node) < valueEndOf(node);
}

export function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

/** Before the spaces and comments that follow it. */
export function valueEndOf(node: Node): number {
  return node.range?.[1] ?? 0;
}

const cache = new WeakMap<YamlCollection, readonly YamlEntry[]>();

/** In the order of the text. */
export function entriesOf(node: YamlCollection): readonly YamlEntry[] {
  const entries = cache.get(node) ?? (isMap(node) ? node.items.map(entryOfPair) : entriesOfList(node));
  cache.set(node, entries);
  return entries;
}

/** The key as the plain value has it; null if it is a collection or a merge key. */
export function keyOf({ key }: Pair): string | null {
  if (!isScalar(key)) return null;
  const { value } = key;
  if (value === null) return '';
  return typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    typeof value === 'bigint'
    ? String(value)
    : null;
}

function entryOfPair(pair: Pair): YamlEntry {
  const { key, value } = pair as Pair<Node, Node | null>;
  const { start, sep = [] } = pair.srcToken as CST.CollectionItem;
  const first = [...start, ...sep].find(isMark);
  const last = sep.findLast(isMark) ?? start.findLast(isMark);
  const keyEnd = valueEndOf(key);
  const headEnd = last === undefined ? keyEnd : Math.max(keyEnd, endOfToken(last));
  return {
    key: keyOf(pair),
    keyNode: key,
    node: value,
    start: hasText(key) ? Math.min(startOf(key), first?.offset ?? startOf(key)) : (first?.offset ?? startOf(key)),
    headEnd,
    hasColon: sep.some(({ type }) => type === 'map-value-ind'),
    end: endOf(value, headEnd),
  };
}

function entriesOfList(list: YAMLSeq): readonly YamlEntry[] {
  const { items } = list.srcToken as CST.BlockSequence | CST.FlowCollection;
  // Comments after the last item are a token without an item.
  const tokens = (items as readonly CST.CollectionItem[]).filter(
    ({ start, key, sep, value }) => key != null || sep !== undefined || value !== undefined || start.some(isMark),
  );
  return (list.items as readonly Node[]).map((node, index) => {
    const start = tokens[index]?.start ?? [];
    // In `[key: value]` the pair has the marks.
    const isImplicitMap = isMap(node) && node.srcToken === undefined;
    const [first, last] = isImplicitMap ? [] : [start.find(isMark), start.findLast(isMark)];
    const [pair] = isImplicitMap ? entriesOf(node) : [];
    const at = pair?.start ?? startOf(node);
    const headEnd = last === undefined ? at : endOfToken(last);
    return {
      key: null,
      keyNode: null,
      node,
      start: first?.offset ?? at,
      headEnd,
      hasColon: true,
      end: endOf(node, headEnd),
    };
  });
}

function endOf(node: Node | null, headEnd: number): number {
  if (!hasText(node)) return headEnd;
  if (isCollection(node) && (!isFlow(node) || node.srcToken === undefined)) {
    return entriesOf(node).at(-1)?.end ?? headEnd;
  }
  const end = valueEndOf(node);
  const token = node.srcToken;
  // The last line break belongs to a block scalar, but also to its line.
  if (token?.type !== 'block-scalar') return end;
  return token.source.endsWith('\r\n') ? end - 2 : token.source.endsWith('\n') ? end - 1 : end;
}

function isMark({ type }: CST.SourceToken): boolean {
  return type !== 'space' && type !== 'newline' && type !== 'comment' && type !== 'comma';
}

function endOfToken({ offset, source }: CST.SourceToken): number {
  return offset + source.length;
}

/** The values of one key: samples for the style of a new one. */
export function valuesAt(maps: readonly Node[], key: string): readonly Node[] {
  return maps.flatMap((map) => {
    const value = isMap(map) ? map.items.find((pair) => keyOf(pair) === key)?.value : null;
    return value === null || value === undefined ? [] : [value as Node];
  });
}
