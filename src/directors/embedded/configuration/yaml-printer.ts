import { type Document, isMap, isScalar, isSeq, type Node, parseDocument, type Scalar, visit } from 'yaml';
import { type JsonObject, type JsonValue } from './json-value.js';
import { type SourceEdits } from './source-edits.js';
import { entriesOf, hasText, isCollection, isFlow, startOf, valuesAt, type YamlCollection } from './yaml-entries.js';

type Quote = '"' | "'";

interface FlowStyle {
  /** Inside of braces. */
  readonly mapPadding: string;
  /** Inside of brackets. */
  readonly listPadding: string;
  readonly comma: string;
  readonly colon: string;
}

interface BlockStyle {
  /** Columns from a key to the dashes or keys of its value. */
  readonly listIndent: number;
  readonly mapIndent: number;
  /** Columns from a dash to its item. */
  readonly dashWidth: number;
}

/** How the strings of the file are written. */
interface QuoteStyle {
  /** Where a value needs quotes. */
  readonly quote: Quote;
  readonly isAlwaysQuoted: boolean;
  readonly areKeysQuoted: boolean;
}

/** Items of a sample list that are compared. */
const mostItems = 20;

/** Invisible characters, and those that change the direction of text: they are written as escapes. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufeff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * Text for new values, in the style of their siblings (`samples`: nodes at the same place of other entries, the nearest first), or
 * else of the whole file.
 */
export class YamlPrinter {
  private flowStyle: FlowStyle | undefined;
  private blockStyle: BlockStyle | undefined;
  private quoteStyle: QuoteStyle | undefined;

  constructor(
    private readonly document: Document,
    private readonly source: SourceEdits,
  ) {}

  /** Whether a new collection goes on lines of its own. */
  isBlock(value: JsonValue, samples: readonly Node[], isBlockByDefault: boolean): boolean {
    if (!isCollectionValue(value) || Object.keys(value).length === 0) return false;
    const sample = collectionLike(value, samples);
    return sample === undefined ? isBlockByDefault : !isFlow(sample);
  }

  /** On one line. */
  inline(value: JsonValue, samples: readonly Node[], isInFlow: boolean): string {
    if (!isCollectionValue(value)) return this.scalar(value, samples, isInFlow);
    const sample = collectionLike(value, samples);
    const style = this.flowStyleOf(sample !== undefined && isFlow(sample) ? sample : undefined);
    const isList = Array.isArray(value);
    const [open, close] = isList ? '[]' : '{}';
    const parts = isList
      ? value.map((item) => this.inline(item, itemsOf(samples), true))
      : Object.entries(value).map(([key, member]) => this.inlinePair(key, member, samples, style));
    const padding = parts.length === 0 ? '' : isList ? style.listPadding : style.mapPadding;
    return `${open}${padding}${parts.join(style.comma)}${padding}${close}`;
  }

  inlinePair(key: string, value: JsonValue, maps: readonly Node[], style: FlowStyle): string {
    const printed = this.key(key, maps);
    // A plain key ends at a colon with a space only.
    const colon = /["']$/.test(printed) ? style.colon : ': ';
    return `${printed}${colon}${this.inline(value, valuesAt(maps, key), true)}`;
  }

  /** Text between the parts of a collection like this. */
  flowStyleOf(collection: YamlCollection | undefined): FlowStyle {
    const fileStyle = (this.flowStyle ??= this.findFlowStyle());
    return collection === undefined ? fileStyle : this.readFlowStyle(collection, fileStyle);
  }

  /** The lines of a key and its value in a block mapping, from column 0. `maps`: that mapping and its siblings. */
  pairLines(key: string, value: JsonValue, maps: readonly Node[], samples = valuesAt(maps, key)): readonly string[] {
    const printed = this.key(key, maps);
    if (!this.isBlock(value, samples, true)) return [`${printed}: ${this.inline(value, samples, false)}`];
    const indent = ' '.repeat(this.indentOf(key, value, maps));
    return [`${printed}:`, ...this.blockLines(value, samples).map((line) => indent + line)];
  }

  /** The lines of an item of a block list, from column 0. */
  itemLines(value: JsonValue, samples: readonly Node[], list: readonly Node[]): readonly string[] {
    const width = this.dashWidthOf(list);
    const lines = this.isBlock(value, samples, true)
      ? this.blockLines(value, samples)
      : [this.inline(value, samples, false)];
    return lines.map((line, index) => (index === 0 ? '-'.padEnd(width) : ' '.repeat(width)) + line);
  }

  /** The lines of a collection on lines of its own, from column 0. */
  blockLines(value: JsonValue, samples: readonly Node[]): readonly string[] {
    if (Array.isArray(value)) return value.flatMap((item) => this.itemLines(item, itemsOf(samples), samples));
    return Object.entries(value as JsonObject).flatMap(([key, member]) => this.pairLines(key, member, samples));
  }

  private scalar(value: JsonValue, samples: readonly Node[], isInFlow: boolean): string {
    if (typeof value !== 'string') return JSON.stringify(value);
    const isPlain = isPlainText(value, isInFlow);
    let needed: Quote | undefined;
    for (const sample of samples) {
      if (!isScalar(sample) || typeof sample.value !== 'string') continue;
      const quote = quoteOf(sample);
      if (quote === undefined && isPlain) return value;
      // Quotes that were not needed are a style; others only show which ones to use.
      if (quote !== undefined && isPlainText(sample.value, isInFlow)) return quoted(value, quote);
      needed ??= quote;
    }
    const fileStyle = this.fileQuoteStyle();
    return isPlain && (needed !== undefined || !fileStyle.isAlwaysQuoted)
      ? value
      : quoted(value, needed ?? fileStyle.quote);
  }

  /** In place of an existing scalar: a text in quotes keeps them. */
  scalarLike(old: Node | null, value: JsonValue, samples: readonly Node[], isInFlow: boolean): string {
    const quote = isScalar(old) && typeof old.value === 'string' ? quoteOf(old) : undefined;
    if (typeof value === 'string' && quote !== undefined) return quoted(value, quote);
    return this.scalar(value, old === null ? samples : [old, ...samples], isInFlow);
  }

  /** Columns from a key to the dashes or keys of its value. */
  indentOf(key: string, value: JsonValue, maps: readonly Node[]): number {
    const fileStyle = this.fileBlockStyle();
    for (const map of maps) {
      if (!isMap(map) || isFlow(map)) continue;
      const entry = entriesOf(map).find((candidate) => candidate.key === key);
      const sample = collectionLike(value, entry?.node ? [entry.node] : []);
      if (entry !== undefined && sample !== undefined && !isFlow(sample)) {
        return this.source.column(startOf(sample)) - this.source.column(entry.start);
      }
    }
    return Array.isArray(value) ? fileStyle.listIndent : fileStyle.mapIndent;
  }

  private key(key: string, maps: readonly Node[]): string {
    const sample = maps.find((map) => isMap(map) && map.items.length > 0);
    const [pair] = isMap(sample) ? sample.items : [];
    const quote = isScalar(pair?.key) ? quoteOf(pair.key) : undefined;
    if (quote !== undefined) return quoted(key, quote);
    if (sample === undefined && this.fileQuoteStyle().areKeysQuoted) return quoted(key, '"');
    return isPlainText(key, true) && !/[:#]/.test(key) ? key : quoted(key, '"');
  }

  private dashWidthOf(lists: readonly Node[]): number {
    for (const list of lists) {
      const width = isSeq(list) && !isFlow(list) ? this.dashWidthIn(list) : undefined;
      if (width !== undefined) return width;
    }
    return this.fileBlockStyle().dashWidth;
  }

  private dashWidthIn(list: YamlCollection): number | undefined {
    const entry = entriesOf(list).find(
      ({ node, start }) => hasText(node) && !this.source.hasBreak(start, startOf(node)),
    );
    // With an anchor or tag between them, the distance says nothing.
    return entry?.node && this.source.isBlank(entry.start + 1, startOf(entry.node))
      ? startOf(entry.node) - entry.start
      : undefined;
  }

  private fileBlockStyle(): BlockStyle {
    return (this.blockStyle ??= this.findBlockStyle());
  }

  private findBlockStyle(): BlockStyle {
    const found: { listIndent?: number; mapIndent?: number; dashWidth?: number | undefined } = {};
    visit(this.document, {
      Map: (_, map) => {
        for (const { start, node } of isFlow(map) ? [] : entriesOf(map)) {
          if (!isCollection(node) || isFlow(node) || !hasText(node)) continue;
          const indent = this.source.column(startOf(node)) - this.source.column(start);
          if (isMap(node)) found.mapIndent ??= indent;
          else found.listIndent ??= indent;
        }
      },
      Seq: (_, list) => {
        if (!isFlow(list)) found.dashWidth ??= this.dashWidthIn(list);
      },
    });
    const { listIndent, mapIndent = Math.max(2, listIndent ?? 2), dashWidth = 2 } = found;
    return { listIndent: listIndent ?? mapIndent, mapIndent, dashWidth };
  }

  private findFlowStyle(): FlowStyle {
    let style: FlowStyle = { mapPadding: ' ', listPadding: '', comma: ', ', colon: ': ' };
    const seen = { map: false, list: false };
    visit(this.document, {
      Collection: (_, collection) => {
        const kind = isMap(collection) ? 'map' : 'list';
        if (!isFlow(collection) || seen[kind] || collection.items.length === 0) return undefined;
        style = this.readFlowStyle(collection, style);
        seen[kind] = true;
        return seen.map && seen.list ? visit.BREAK : undefined;
      },
    });
    return style;
  }

  private readFlowStyle(collection: YamlCollection, fileStyle: FlowStyle): FlowStyle {
    const entries = entriesOf(collection);
    const [first, second] = entries;
    if (first === undefined || collection.srcToken === undefined) return fileStyle;
    const { text } = this.source;
    const padding = text.slice(startOf(collection) + 1, first.start);
    const isPadding = /^ *$/.test(padding);
    const between = second === undefined ? '' : text.slice(first.end, second.start);
    const value = first.node;
    const colon =
      first.keyNode !== null && hasText(value) ? /: ?$/.exec(text.slice(first.start, startOf(value)))?.[0] : undefined;
    return {
      mapPadding: isPadding && isMap(collection) ? padding : fileStyle.mapPadding,
      listPadding: isPadding && isSeq(collection) ? padding : fileStyle.listPadding,
      comma: /^, *$/.test(between) ? between : fileStyle.comma,
      colon: colon ?? fileStyle.colon,
    };
  }

  private fileQuoteStyle(): QuoteStyle {
    return (this.quoteStyle ??= this.findQuoteStyle());
  }

  private findQuoteStyle(): QuoteStyle {
    const values = { '"': 0, "'": 0, plain: 0 };
    const keys = { '"': 0, "'": 0, plain: 0 };
    visit(this.document, {
      Scalar: (place, scalar) => {
        if (typeof scalar.value === 'string') (place === 'key' ? keys : values)[quoteOf(scalar) ?? 'plain'] += 1;
      },
    });
    const quotedValues = values['"'] + values["'"];
    return {
      quote: values["'"] > values['"'] ? "'" : '"',
      isAlwaysQuoted: quotedValues > 0 && values.plain === 0,
      areKeysQuoted: keys['"'] + keys["'"] > keys.plain,
    };
  }
}

function isCollectionValue(value: JsonValue): value is JsonValue[] | JsonObject {
  return typeof value === 'object' && value !== null;
}

function collectionLike(value: JsonValue, samples: readonly Node[]): YamlCollection | undefined {
  if (!isCollectionValue(value)) return undefined;
  const isLike = (node: Node): node is YamlCollection => (Array.isArray(value) ? isSeq(node) : isMap(node));
  return samples.find((node) => isLike(node) && node.items.length > 0) as YamlCollection | undefined;
}

/** The last ones first: new entries follow them. */
function itemsOf(lists: readonly Node[]): readonly Node[] {
  return lists.flatMap((list) => (isSeq(list) ? (list.items as Node[]).slice(-mostItems).toReversed() : []));
}

function quoteOf({ type }: Scalar): Quote | undefined {
  if (type === 'QUOTE_DOUBLE') return '"';
  return type === 'QUOTE_SINGLE' ? "'" : undefined;
}

function quoted(text: string, quote: Quote): string {
  if (quote === "'" && !unprintable.test(text)) return `'${text.replaceAll("'", "''")}'`;
  return JSON.stringify(text).replace(new RegExp(unprintable, 'gu'), (character) =>
    character.length === 1 ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : character,
  );
}

/**
 * Whether a text needs no quotes, in YAML 1.1 too: other programs that read the file may take `yes` for a boolean and 12:30 for a
 * number.
 */
function isPlainText(text: string, isInFlow: boolean): boolean {
  if (text === '' || unprintable.test(text) || /^[-?:,[\]{}#&*!|>'"%@`]/.test(text)) return false;
  return (['1.2', '1.1'] as const).every((version) => {
    const { contents, errors } = parseDocument(isInFlow ? `[${text}]` : `- ${text}`, { version, logLevel: 'silent' });
    const [item, other] = isSeq(contents) ? contents.items : [];
    return errors.length === 0 && other === undefined && isScalar(item) && item.value === text;
  });
}
