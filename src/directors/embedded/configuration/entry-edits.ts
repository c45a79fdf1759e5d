import { isMap, isSeq, type Node } from 'yaml';
import { type JsonValue } from './json-value.js';
import { type SourceEdits } from './source-edits.js';
import { hasText, isCollection, isFlow, startOf, type YamlCollection, type YamlEntry } from './yaml-entries.js';
import { type YamlPrinter } from './yaml-printer.js';

/** Nodes at the same place of other entries, the nearest first. They are only looked for where something new is printed. */
export type Samples = () => readonly Node[];

/** A key with its value, or an item of a list (key: null). */
export interface NewEntry {
  readonly key: string | null;
  readonly value: JsonValue;
}

/** What becomes of an entry: it remains, perhaps with another value, or is removed, perhaps with others in its place. */
export type EntryFate =
  | { readonly kind: 'keep'; readonly value: JsonValue }
  | { readonly kind: 'remove'; readonly instead: readonly NewEntry[] };

/** What becomes of a collection. */
export interface CollectionPlan {
  readonly collection: YamlCollection;
  readonly entries: readonly YamlEntry[];
  readonly fates: readonly EntryFate[];
  /** New entries after the entry of this index; -1: before the first. None is where the next entry is removed: they are instead of it. */
  readonly additions: ReadonlyMap<number, readonly NewEntry[]>;
  /** The mapping and its siblings: they show how keys look. */
  readonly maps: Samples;
  samplesAt(index: number, key: string | null): Samples;
}

/** Where a value is, as far as its text depends on it. */
export interface ValueContext {
  readonly isInFlow: boolean;
  readonly isInList: boolean;
  readonly maps: Samples;
}

/** Turns what becomes of entries into edits of the text. */
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

  carryOut(plan: CollectionPlan, parent: YamlEntry | undefined): void {
    const { collection, fates, additions } = plan;
    const remains = fates.some((fate) => fate.kind === 'keep' || fate.instead.length > 0) || additions.size > 0;
    if (fates.every(({ kind }) => kind === 'keep') && additions.size === 0) return;
    if (!remains) this.empty(plan, parent);
    else if (isFlow(collection)) this.editFlow(plan);
    else this.editBlock(plan);
  }

  // ---- Values

  private inlineText(entry: YamlEntry, value: JsonValue, samples: readonly Node[], { isInFlow }: ValueContext): string {
    if (typeof value === 'object' && value !== null) return this.printer.inline(value, samples, isInFlow);
    return this.printer.scalarLike(entry.node, value, samples, isInFlow);
  }

  /** What has to be between a key or dash without a value and its new value. */
  private valueMark(entry: YamlEntry, { isInFlow }: ValueContext): string {
    if (entry.hasColon) return ' ';
    if (isInFlow) return ': ';
    return `${this.edits.lineBreak(entry.headEnd)}${' '.repeat(this.edits.column(entry.start))}: `;
  }

  /** Leaves the key, and returns where the lines that follow it begin. */
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

  private empty({ collection, entries }: CollectionPlan, parent: YamlEntry | undefined): void {
    const text = isSeq(collection) ? '[]' : '{}';
    const [first] = entries;
    if (first === undefined) return;
    if (isFlow(collection)) return this.emptyFlow(collection, entries);
    const isInline = !this.edits.isFirstOnLine(first.start);
    if (isInline) this.edits.replace(first.start, first.end, text);
    else if (parent === undefined) throw new Error('No edit of director.yaml removes all of its sections.');
    else this.edits.insert(parent.headEnd, ` ${text}`);
    for (const entry of isInline ? entries.slice(1) : entries) {
      this.edits.deleteLines(entry.start, this.endWithComments(entry));
    }
  }

  private emptyFlow(collection: YamlCollection, entries: readonly YamlEntry[]): void {
    const [start, end] = [startOf(collection), collection.range?.[1] ?? 0];
    // `[key: value]`: the mapping has no braces.
    if (collection.srcToken === undefined) return this.edits.replace(start, end, '{}');
    const hasComment = entries.some((entry, index) => {
      const next = entries[index + 1]?.start ?? end - 1;
      return this.edits.text.slice(entry.end, next).includes('#');
    });
    const before = this.edits.text.slice(start + 1, entries[0]?.start);
    if (!hasComment && !before.includes('#')) return this.edits.replace(start + 1, end - 1, '');
    for (const [index, entry] of entries.entries()) {
      this.edits.replace(entry.start, entry.end, '');
      this.deleteCommaAfter(index, entries, end - 1);
    }
  }

  // ---- Block collections

  private editBlock(plan: CollectionPlan): void {
    const { entries, fates, additions } = plan;
    this.removeFromBlock(plan);
    for (const [index, fate] of fates.entries()) {
      const entry = entries[index];
      if (entry === undefined || fate.kind === 'keep' || fate.instead.length === 0) continue;
      const lines = fate.instead.flatMap((added) => this.blockLinesOf(added, index, plan));
      // A comment at the end of the removed entry explained that entry.
      this.edits.replace(entry.start, this.endWithComments(entry), this.linesAt(entry.start, lines));
    }
    for (const [index, added] of additions) this.addToBlock(index, added, plan);
  }

  private removeFromBlock({ entries, fates }: CollectionPlan): void {
    const isGone = (index: number): boolean => {
      const fate = fates[index];
      return fate?.kind === 'remove' && fate.instead.length === 0;
    };
    let index = 0;
    const [first] = entries;
    if (first !== undefined && isGone(0) && !this.edits.isFirstOnLine(first.start))
      index = this.removeInlineRun(entries, isGone);
    for (; index < entries.length; index += 1) {
      const entry = entries[index];
      if (entry === undefined || !isGone(index)) continue;
      this.edits.deleteLines(this.startWithBlankLine(entry, index, entries), this.endWithComments(entry));
    }
  }

  /** The first entries begin on the line of a dash, which remains. Returns the index of the first entry that is left to do. */
  private removeInlineRun(entries: readonly YamlEntry[], isGone: (index: number) => boolean): number {
    const count = entries.findIndex((_, index) => !isGone(index));
    const [first, last, next] = [entries[0], entries[count - 1], entries[count]];
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
  private startWithBlankLine(entry: YamlEntry, index: number, entries: readonly YamlEntry[]): number {
    const start = this.edits.lineStart(entry.start);
    const before = this.edits.lineStart(start - 1);
    // An empty line can also be the last one of a block scalar.
    if (before <= (entries[index - 1]?.end ?? start)) return entry.start;
    const next = this.edits.nextLine(this.endWithComments(entry));
    const isLast = index === entries.length - 1 || this.edits.isBlank(next, this.edits.nextLine(next));
    return isLast && this.edits.isBlank(before, start) ? before : entry.start;
  }

  private addToBlock(index: number, added: readonly NewEntry[], plan: CollectionPlan): void {
    const { entries } = plan;
    const neighbor = entries[Math.max(0, index)];
    if (neighbor === undefined) return;
    const indent = ' '.repeat(this.edits.column(neighbor.start));
    const lines = added.map((entry) => this.blockLinesOf(entry, index, plan));
    if (index === -1 && !this.edits.isFirstOnLine(neighbor.start)) {
      return this.edits.insert(neighbor.start, this.linesAt(neighbor.start, [...lines.flat(), '']));
    }
    const isSeparated = index !== -1 && this.isSeparatedByBlankLines(index, entries);
    const at =
      index === -1 ? this.edits.lineStart(neighbor.start) : this.edits.nextLine(this.endWithComments(neighbor));
    this.edits.insertLines(
      at,
      lines.flatMap((group) => [...(isSeparated ? [''] : []), ...group.map((line) => indent + line)]),
    );
  }

  private blockLinesOf({ key, value }: NewEntry, index: number, plan: CollectionPlan): readonly string[] {
    const samples = plan.samplesAt(index, key)();
    return key === null
      ? this.printer.itemLines(value, samples, [plan.collection])
      : this.printer.pairLines(key, value, plan.maps(), samples);
  }

  private isSeparatedByBlankLines(index: number, entries: readonly YamlEntry[]): boolean {
    const isLast = index === entries.length - 1;
    const [before, after] = isLast ? [entries[index - 1], entries[index]] : [entries[index], entries[index + 1]];
    if (before === undefined || after === undefined) return false;
    return /\n[ \t]*\r?\n/.test(this.edits.text.slice(before.end, after.start));
  }

  /** Including the comment lines below it that are indented more deeply: they are about something within the entry. */
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
    const { collection, entries, fates, additions } = plan;
    const close = (collection.range?.[1] ?? 0) - 1;
    for (const [index, fate] of fates.entries()) {
      const entry = entries[index];
      if (entry === undefined || fate.kind === 'keep' || fate.instead.length === 0) continue;
      const parts = fate.instead.map((added) => this.flowTextOf(added, index, plan));
      this.edits.replace(entry.start, entry.end, parts.join(this.printer.flowStyleOf(collection).comma));
    }
    this.removeFromFlow(plan, close);
    for (const [index, added] of additions) {
      const parts = added.map((entry) => this.flowTextOf(entry, index, plan));
      if (entries.length === 0) this.fillFlow(collection, parts);
      else if (index === -1) this.addFirstToFlow(parts, plan);
      else this.addToFlow(index, parts, plan, close);
    }
  }

  private flowTextOf({ key, value }: NewEntry, index: number, plan: CollectionPlan): string {
    const samples = plan.samplesAt(index, key)();
    return key === null
      ? this.printer.inline(value, samples, true)
      : this.printer.inlinePair(key, value, plan.maps(), this.printer.flowStyleOf(plan.collection));
  }

  private fillFlow(collection: YamlCollection, parts: readonly string[]): void {
    const [start, end] = [startOf(collection) + 1, (collection.range?.[1] ?? 0) - 1];
    const { comma, listPadding, mapPadding } = this.printer.flowStyleOf(undefined);
    const text = parts.join(comma);
    const padding = isMap(collection) ? mapPadding : listPadding;
    if (this.edits.isBlank(start, end)) this.edits.replace(start, end, padding + text + padding);
    else this.edits.insert(start, `${text} `);
  }

  private addFirstToFlow(parts: readonly string[], { collection, entries }: CollectionPlan): void {
    const start = entries[0]?.start ?? 0;
    if (!this.edits.isFirstOnLine(start)) {
      const { comma } = this.printer.flowStyleOf(collection);
      return this.edits.insert(start, parts.map((part) => part + comma).join(''));
    }
    const line = this.edits.lineStart(start);
    const indent = this.edits.text.slice(line, start);
    this.edits.insertLines(
      line,
      parts.map((part) => `${indent}${part},`),
    );
  }

  private addToFlow(
    index: number,
    parts: readonly string[],
    { collection, entries }: CollectionPlan,
    close: number,
  ): void {
    const entry = entries[index];
    if (entry === undefined) return;
    const { start, end } = entry;
    const comma = this.commaAfter(index, entries, close);
    const isOnOwnLine =
      this.edits.isFirstOnLine(start) &&
      this.edits.hasBreak(end, entries[index + 1]?.start ?? close) &&
      !this.edits.hasBreak(end, comma ?? end);
    if (!isOnOwnLine) {
      const style = this.printer.flowStyleOf(collection);
      return this.edits.insert(end, parts.map((part) => style.comma + part).join(''));
    }
    const indent = this.edits.text.slice(this.edits.lineStart(start), start);
    if (comma === undefined) this.edits.insert(end, ',');
    this.edits.insertLines(
      this.edits.nextLine(comma ?? end),
      parts.map((part, at) => indent + part + (comma === undefined && at === parts.length - 1 ? '' : ',')),
    );
  }

  private removeFromFlow({ entries, fates }: CollectionPlan, close: number): void {
    const isGone = (fate: EntryFate): boolean => fate.kind === 'remove' && fate.instead.length === 0;
    const lastLeft = fates.findLastIndex((fate) => !isGone(fate));
    let count = entries.length;
    const [left, last] = [entries[lastLeft], entries.at(-1)];
    if (
      left !== undefined &&
      last !== undefined &&
      left !== last &&
      this.commaAfter(count - 1, entries, close) === undefined
    ) {
      // The last entry that is left loses its comma.
      if (this.edits.hasBreak(left.end, last.end)) this.deleteCommaAfter(lastLeft, entries, close);
      else {
        this.edits.replace(left.end, last.end, '');
        count = lastLeft + 1;
      }
    }
    for (const [index, fate] of fates.slice(0, count).entries()) {
      if (isGone(fate)) this.removeFlowEntry(index, entries, close);
    }
  }

  private removeFlowEntry(index: number, entries: readonly YamlEntry[], close: number): void {
    const [entry, next] = [entries[index], entries[index + 1]];
    if (entry === undefined) return;
    const { start, end } = entry;
    const comma = this.commaAfter(index, entries, close);
    const isCommaNear = comma !== undefined && !this.edits.hasBreak(end, comma);
    const after = isCommaNear ? comma + 1 : end;
    const rest = this.edits.text.slice(after, this.edits.lineEnd(after));
    if (this.edits.isFirstOnLine(start) && /^\s*(?:#.*)?$/.test(rest) && after < close) {
      this.edits.deleteLines(start, after);
    } else if (isCommaNear && next !== undefined && /^[ \t]*$/.test(this.edits.text.slice(after, next.start))) {
      return this.edits.replace(start, next.start, '');
    } else {
      const spaces = /[ \t]*$/.exec(this.edits.text.slice(this.edits.lineStart(start), start))?.[0] ?? '';
      this.edits.replace(start - spaces.length, after, '');
    }
    if (!isCommaNear) this.deleteCommaAfter(index, entries, close);
  }

  private deleteCommaAfter(index: number, entries: readonly YamlEntry[], close: number): void {
    const comma = this.commaAfter(index, entries, close);
    if (comma !== undefined) this.edits.replace(comma, comma + 1, '');
  }

  private commaAfter(index: number, entries: readonly YamlEntry[], close: number): number | undefined {
    const start = entries[index]?.end ?? 0;
    const between = this.edits.text.slice(start, entries[index + 1]?.start ?? close);
    // Comments may contain commas too.
    const at = between.replace(/(?<=^|\s)#.*/g, (comment) => ' '.repeat(comment.length)).indexOf(',');
    return at === -1 ? undefined : start + at;
  }
}

function isBlock(node: Node): boolean {
  return isCollection(node) && !isFlow(node);
}
