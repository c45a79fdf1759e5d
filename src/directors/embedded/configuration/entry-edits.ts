import { isMap, isSeq, type Node } from 'yaml';
import { type JsonValue } from './json-value.js';
import { type SourceEdits } from './source-edits.js';
import {
  entriesOf,
  hasText,
  isCollection,
  isFlow,
  startOf,
  valueEndOf,
  type YamlCollection,
  type YamlEntry,
} from './yaml-entries.js';
import { type YamlPrinter } from './yaml-printer.js';

/** Nodes at the same place of other entries, the nearest first: new text gets their style. Called only if there is new text. */
export type Samples = () => readonly Node[];

/** A key with its value, or an item of a list (key: null). */
export interface NewEntry {
  readonly key: string | null;
  readonly value: JsonValue;
}

/** What happens to an entry of a collection. */
export interface EntryChange {
  readonly entry: YamlEntry;
  /** undefined: it is removed. */
  readonly value: JsonValue | undefined;
  /** New entries: after this one, or in its place if it is removed. */
  readonly added: readonly NewEntry[];
}

/** What happens to a collection. */
export interface CollectionPlan {
  readonly collection: YamlCollection;
  /** Of all of its entries, in their order. */
  readonly changes: readonly EntryChange[];
  /** New entries before all others. */
  readonly addedFirst: readonly NewEntry[];
  /** The mapping and its siblings: new keys get their style. */
  readonly maps: Samples;
  /** For the value of an entry, or of a new one after it; -1: before the first. */
  samplesAt(index: number, key: string | null): Samples;
}

/** Where a value is, as far as its text depends on it. */
export interface ValueContext {
  readonly isInFlow: boolean;
  readonly isInList: boolean;
  readonly maps: Samples;
}

/** Turns changes of entries into edits of the text. */
export class EntryEdits {
  constructor(
    private readonly edits: SourceEdits,
    private readonly printer: YamlPrinter,
  ) {}

  replaceValue(entry: YamlEntry, value: JsonValue, samples: readonly Node[], context: ValueContext): void {
    const { node, headEnd, end } = entry;
    const isOldBlock = hasText(node) && isBlock(node);
    // Lines can follow a colon only; `? key` has none.
    const canBeBlock = entry.hasColon && !context.isInFlow;
    const isNewBlock = canBeBlock && this.printer.isBlock(value, samples, isOldBlock || !context.isInList);
    if (isNewBlock && isOldBlock && (context.isInList || !this.edits.isFirstOnLine(startOf(node)))) {
      this.edits.replace(startOf(node), end, this.linesAt(startOf(node), this.printer.blockLines(value, samples)));
    } else if (isNewBlock && !context.isInList) {
      const indent = this.edits.column(entry.start) + this.printer.indentOf(entry.key ?? '', value, context.maps());
      const lines = this.printer.blockLines(value, samples).map((line) => ' '.repeat(indent) + line);
      this.edits.insertLines(this.removeValue(entry), lines);
    } else {
      const text = this.inlineText(entry, value, samples, context);
      if (!hasText(node)) this.edits.insert(headEnd, this.valueMark(entry, context) + text);
      else if (isOldBlock && this.edits.isFirstOnLine(startOf(node))) {
        this.edits.deleteLines(startOf(node), this.endWithComments(entry));
        this.edits.insert(headEnd, ` ${text}`);
      } else this.edits.replace(startOf(node), end, text);
    }
  }

  /** Adds and removes entries; values that remain are replaced one by one. `parent`: the entry whose value the collection is. */
  editCollection(plan: CollectionPlan, parent: YamlEntry | undefined): void {
    const { collection, changes, addedFirst } = plan;
    const hasNew = addedFirst.length > 0 || changes.some(({ added }) => added.length > 0);
    if (!hasNew && changes.every(({ value }) => value !== undefined)) return;
    if (!hasNew && changes.every(isDeleted)) this.empty(plan, parent);
    else if (isFlow(collection)) this.editFlow(plan);
    else this.editBlock(plan);
  }

  // ---- Values

  private inlineText(entry: YamlEntry, value: JsonValue, samples: readonly Node[], { isInFlow }: ValueContext): string {
    if (typeof value === 'object' && value !== null) return this.printer.inline(value, samples, isInFlow);
    return this.printer.scalarLike(entry.node, value, samples, isInFlow);
  }

  /** The text between a key or dash without a value and its new value. */
  private valueMark(entry: YamlEntry, { isInFlow }: ValueContext): string {
    if (entry.hasColon) return ' ';
    if (isInFlow) return ': ';
    return `${this.edits.lineBreak(entry.headEnd)}${' '.repeat(this.edits.column(entry.start))}: `;
  }

  /** Removes the value of a key, and returns where the lines after the key begin. */
  private removeValue(entry: YamlEntry): number {
    const { node, headEnd, end } = entry;
    if (!hasText(node)) return this.edits.nextLine(headEnd);
    if (this.edits.isFirstOnLine(startOf(node))) {
      this.edits.deleteLines(startOf(node), isBlock(node) ? this.endWithComments(entry) : end);
      return this.edits.lineStart(startOf(node));
    }
    this.edits.replace(headEnd, end, '');
    return this.edits.nextLine(end);
  }

  private linesAt(position: number, lines: readonly string[]): string {
    return lines.join(this.edits.lineBreak(position) + ' '.repeat(this.edits.column(position)));
  }

  // ---- Collections that lose all entries

  private empty({ collection }: CollectionPlan, parent: YamlEntry | undefined): void {
    if (isFlow(collection)) {
      this.emptyFlow(collection);
      return;
    }
    const entries = entriesOf(collection);
    const [first] = entries;
    if (first === undefined) return;
    const text = isSeq(collection) ? '[]' : '{}';
    const isInline = !this.edits.isFirstOnLine(first.start);
    if (isInline) this.edits.replace(first.start, first.end, text);
    else if (parent === undefined) throw new Error('No edit of director.yaml removes all of its sections.');
    else this.edits.insert(parent.headEnd, ` ${text}`);
    for (const entry of isInline ? entries.slice(1) : entries) {
      this.edits.deleteLines(entry.start, this.endWithComments(entry));
    }
  }

  private emptyFlow(collection: YamlCollection): void {
    const [start, end] = [startOf(collection), valueEndOf(collection)];
    // `[key: value]`: the mapping has no braces.
    if (collection.srcToken === undefined) {
      this.edits.replace(start, end, '{}');
      return;
    }
    const entries = entriesOf(collection);
    const gaps = [
      this.edits.text.slice(start + 1, entries[0]?.start),
      ...entries.map((entry, index) => this.edits.text.slice(entry.end, entries[index + 1]?.start ?? end - 1)),
    ];
    if (!gaps.some((gap) => gap.includes('#'))) {
      this.edits.replace(start + 1, end - 1, '');
      return;
    }
    for (const [index, entry] of entries.entries()) {
      this.edits.replace(entry.start, entry.end, '');
      this.deleteCommaAfter(index, collection);
    }
  }

  // ---- Block collections

  private editBlock(plan: CollectionPlan): void {
    const { changes, addedFirst } = plan;
    this.removeFromBlock(changes);
    for (const [index, { entry, value, added }] of changes.entries()) {
      if (added.length === 0) continue;
      const groups = added.map((one) => this.blockLinesOf(one, index, plan));
      if (value !== undefined) this.addAfterBlockEntry(index, groups, changes);
      // A comment at the end of the removed entry explained that entry.
      else this.edits.replace(entry.start, this.endWithComments(entry), this.linesAt(entry.start, groups.flat()));
    }
    const start = changes[0]?.entry.start ?? 0;
    const lines = addedFirst.flatMap((one) => this.blockLinesOf(one, -1, plan));
    if (lines.length > 0) this.edits.insert(start, this.linesAt(start, [...lines, '']));
  }

  private removeFromBlock(changes: readonly EntryChange[]): void {
    const [first] = changes;
    const isOnLineOfDash = first !== undefined && isDeleted(first) && !this.edits.isFirstOnLine(first.entry.start);
    const done = isOnLineOfDash ? this.removeFromLineOfDash(changes) : 0;
    for (const [index, change] of changes.entries()) {
      if (index < done || !isDeleted(change)) continue;
      this.edits.deleteLines(this.startWithBlankLine(index, changes), this.endWithComments(change.entry));
    }
  }

  /** The first entries begin on the line of a dash, which remains. Returns how many are removed. */
  private removeFromLineOfDash(changes: readonly EntryChange[]): number {
    const count = changes.findIndex((change) => !isDeleted(change));
    const [first, last, next] = [changes[0]?.entry, changes[count - 1]?.entry, changes[count]?.entry];
    if (first === undefined || last === undefined || next === undefined) return 0;
    if (this.edits.isBlank(last.end, next.start)) {
      this.edits.replace(first.start, next.start, '');
      return count;
    }
    // Comments remain on their lines, and the dash alone on its own.
    this.edits.replace(first.start, first.end, '');
    return 1;
  }

  /** The blank line that separates it from the one before goes with an entry, unless it is needed for the one after. */
  private startWithBlankLine(index: number, changes: readonly EntryChange[]): number {
    const entry = changes[index]?.entry;
    if (entry === undefined) return 0;
    const start = this.edits.lineStart(entry.start);
    const before = this.edits.lineStart(start - 1);
    // An empty line can also be the last one of a block scalar.
    if (before <= (changes[index - 1]?.entry.end ?? start)) return entry.start;
    const next = this.edits.nextLine(this.endWithComments(entry));
    const isLast = index === changes.length - 1 || this.edits.isBlank(next, this.edits.nextLine(next));
    return isLast && this.edits.isBlank(before, start) ? before : entry.start;
  }

  private addAfterBlockEntry(
    index: number,
    groups: readonly (readonly string[])[],
    changes: readonly EntryChange[],
  ): void {
    const entry = changes[index]?.entry;
    if (entry === undefined) return;
    const indent = ' '.repeat(this.edits.column(entry.start));
    const separator = this.isSeparatedByBlankLines(index, changes) ? [''] : [];
    this.edits.insertLines(
      this.edits.nextLine(this.endWithComments(entry)),
      groups.flatMap((lines) => [...separator, ...lines.map((line) => indent + line)]),
    );
  }

  private blockLinesOf({ key, value }: NewEntry, index: number, plan: CollectionPlan): readonly string[] {
    const samples = plan.samplesAt(index, key)();
    return key === null
      ? this.printer.itemLines(value, samples, [plan.collection])
      : this.printer.pairLines(key, value, plan.maps(), samples);
  }

  private isSeparatedByBlankLines(index: number, changes: readonly EntryChange[]): boolean {
    const at = Math.min(index, changes.length - 2);
    const [before, after] = [changes[at]?.entry, changes[at + 1]?.entry];
    if (before === undefined || after === undefined) return false;
    return /\n[ \t]*\r?\n/.test(this.edits.text.slice(before.end, after.start));
  }

  /** Including the comment lines below it that are indented more deeply: they explain something inside of it. */
  private endWithComments(entry: YamlEntry): number {
    const column = this.edits.column(entry.start);
    let end = this.edits.lineEnd(entry.end);
    for (;;) {
      const next = this.edits.nextLine(end);
      const indent = /^ *(?=#)/.exec(this.edits.text.slice(next, this.edits.lineEnd(next)))?.[0];
      if (indent === undefined || indent.length <= column || next === this.edits.text.length) return end;
      end = this.edits.lineEnd(next);
    }
  }

  // ---- Flow collections

  private editFlow(plan: CollectionPlan): void {
    const { collection, changes, addedFirst } = plan;
    for (const [index, { entry, value, added }] of changes.entries()) {
      if (added.length === 0) continue;
      const parts = added.map((one) => this.flowTextOf(one, index, plan));
      if (value !== undefined) this.addAfterFlowEntry(index, parts, collection);
      else this.edits.replace(entry.start, entry.end, parts.join(this.printer.flowStyleOf(collection).comma));
    }
    this.removeFromFlow(plan);
    if (addedFirst.length === 0) return;
    const parts = addedFirst.map((one) => this.flowTextOf(one, -1, plan));
    if (changes.length === 0) this.fillFlow(collection, parts);
    else this.addFirstToFlow(collection, parts);
  }

  private flowTextOf({ key, value }: NewEntry, index: number, plan: CollectionPlan): string {
    const samples = plan.samplesAt(index, key)();
    return key === null
      ? this.printer.inline(value, samples, true)
      : this.printer.inlinePair(key, value, plan.maps(), this.printer.flowStyleOf(plan.collection));
  }

  private fillFlow(collection: YamlCollection, parts: readonly string[]): void {
    const [start, end] = [startOf(collection) + 1, valueEndOf(collection) - 1];
    const { comma, listPadding, mapPadding } = this.printer.flowStyleOf(undefined);
    const text = parts.join(comma);
    const padding = isMap(collection) ? mapPadding : listPadding;
    if (this.edits.isBlank(start, end)) this.edits.replace(start, end, padding + text + padding);
    else this.edits.insert(start, `${text} `);
  }

  private addFirstToFlow(collection: YamlCollection, parts: readonly string[]): void {
    const start = entriesOf(collection)[0]?.start ?? 0;
    if (!this.edits.isFirstOnLine(start)) {
      const { comma } = this.printer.flowStyleOf(collection);
      this.edits.insert(start, parts.map((part) => part + comma).join(''));
      return;
    }
    const line = this.edits.lineStart(start);
    const indent = this.edits.text.slice(line, start);
    const lines = parts.map((part) => `${indent}${part},`);
    this.edits.insertLines(line, lines);
  }

  private addAfterFlowEntry(index: number, parts: readonly string[], collection: YamlCollection): void {
    const entries = entriesOf(collection);
    const entry = entries[index];
    if (entry === undefined) return;
    const { start, end } = entry;
    const comma = this.commaAfter(index, collection);
    const isOnOwnLine =
      this.edits.isFirstOnLine(start) &&
      this.edits.hasBreak(end, entries[index + 1]?.start ?? valueEndOf(collection) - 1) &&
      !this.edits.hasBreak(end, comma ?? end);
    if (!isOnOwnLine) {
      const style = this.printer.flowStyleOf(collection);
      this.edits.insert(end, parts.map((part) => style.comma + part).join(''));
      return;
    }
    const indent = this.edits.text.slice(this.edits.lineStart(start), start);
    if (comma === undefined) this.edits.insert(end, ',');
    this.edits.insertLines(
      this.edits.nextLine(comma ?? end),
      parts.map((part, at) => indent + part + (comma === undefined && at === parts.length - 1 ? '' : ',')),
    );
  }

  private removeFromFlow({ collection, changes }: CollectionPlan): void {
    let count = changes.length;
    const lastLeft = changes.findLastIndex((change) => !isDeleted(change));
    const [left, last] = [changes[lastLeft]?.entry, changes.at(-1)?.entry];
    const hasFinalComma = this.commaAfter(count - 1, collection) !== undefined;
    if (left !== undefined && last !== undefined && left !== last && !hasFinalComma) {
      // The last entry that is left loses its comma.
      if (this.edits.hasBreak(left.end, last.end)) this.deleteCommaAfter(lastLeft, collection);
      else {
        this.edits.replace(left.end, last.end, '');
        count = lastLeft + 1;
      }
    }
    for (const [index, change] of changes.slice(0, count).entries()) {
      if (isDeleted(change)) this.removeFlowEntry(index, collection);
    }
  }

  private removeFlowEntry(index: number, collection: YamlCollection): void {
    const entries = entriesOf(collection);
    const [entry, next] = [entries[index], entries[index + 1]];
    if (entry === undefined) return;
    const { start, end } = entry;
    const comma = this.commaAfter(index, collection);
    const isCommaNear = comma !== undefined && !this.edits.hasBreak(end, comma);
    const after = isCommaNear ? comma + 1 : end;
    const rest = this.edits.text.slice(after, this.edits.lineEnd(after));
    if (this.edits.isFirstOnLine(start) && /^\s*(?:#.*)?$/.test(rest) && after < valueEndOf(collection) - 1) {
      this.edits.deleteLines(start, after);
    } else if (isCommaNear && next !== undefined && /^[ \t]*$/.test(this.edits.text.slice(after, next.start))) {
      this.edits.replace(start, next.start, '');
      return;
    } else {
      const spaces = /[ \t]*$/.exec(this.edits.text.slice(this.edits.lineStart(start), start))?.[0] ?? '';
      this.edits.replace(start - spaces.length, after, '');
    }
    if (!isCommaNear) this.deleteCommaAfter(index, collection);
  }

  private deleteCommaAfter(index: number, collection: YamlCollection): void {
    const comma = this.commaAfter(index, collection);
    if (comma !== undefined) this.edits.replace(comma, comma + 1, '');
  }

  private commaAfter(index: number, collection: YamlCollection): number | undefined {
    const entries = entriesOf(collection);
    const start = entries[index]?.end ?? 0;
    const between = this.edits.text.slice(start, entries[index + 1]?.start ?? valueEndOf(collection) - 1);
    // Comments may contain commas too.
    const at = between.replace(/(?<=^|\s)#.*/g, (comment) => ' '.repeat(comment.length)).indexOf(',');
    return at === -1 ? undefined : start + at;
  }
}

/** Removed, with nothing in its place. */
function isDeleted({ value, added }: EntryChange): boolean {
  return value === undefined && added.length === 0;
}

function isBlock(node: Node): boolean {
  return isCollection(node) && !isFlow(node);
}
