interface SourceEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Collects replacements in a text. All positions are those of the unchanged text. */
export class SourceEdits {
  /** With a final line break, so that every line can be deleted and followed by others; `apply` removes it again. */
  readonly text: string;
  private readonly hasFinalBreak: boolean;
  private readonly edits: SourceEdit[] = [];

  constructor(text: string) {
    this.hasFinalBreak = text === '' || text.endsWith('\n');
    this.text = this.hasFinalBreak ? text : text + (text.includes('\r\n') ? '\r\n' : '\n');
  }

  replace(start: number, end: number, text: string): void {
    this.edits.push({ start, end, text });
  }

  insert(at: number, text: string): void {
    this.replace(at, at, text);
  }

  /** Deletes every line from that of `start` to that of `end`. */
  deleteLines(start: number, end: number): void {
    this.replace(this.lineStart(start), this.nextLine(end), '');
  }

  insertLines(at: number, lines: readonly string[]): void {
    const lineBreak = this.lineBreak(at);
    this.insert(at, lines.map((line) => line + lineBreak).join(''));
  }

  apply(): string {
    // Insertions at one place stay in the order in which they were made, and before what is deleted there.
    const ordered = this.edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
    let result = '';
    let done = 0;
    for (const { start, end, text } of ordered) {
      // Deleted lines may overlap; a new text inside of a deleted one would be lost.
      if (start < done && text !== '') throw new Error(`Two edits of director.yaml overlap at offset ${start}.`);
      result += this.text.slice(done, Math.max(done, start)) + text;
      done = Math.max(done, end);
    }
    result += this.text.slice(done);
    return this.hasFinalBreak ? result : result.replace(/\r?\n$/, '');
  }

  lineStart(position: number): number {
    return this.text.lastIndexOf('\n', position - 1) + 1;
  }

  /** Before the line break, or at the end of the text. */
  lineEnd(position: number): number {
    const at = this.text.indexOf('\n', position);
    if (at === -1) return this.text.length;
    return at > position && this.text[at - 1] === '\r' ? at - 1 : at;
  }

  nextLine(position: number): number {
    const at = this.text.indexOf('\n', position);
    return at === -1 ? this.text.length : at + 1;
  }

  column(position: number): number {
    const start = this.lineStart(position);
    return position - start - (this.text[start] === '\uFEFF' ? 1 : 0);
  }

  /** Only indentation precedes it. */
  isFirstOnLine(position: number): boolean {
    return /^\uFEFF?[ \t]*$/.test(this.text.slice(this.lineStart(position), position));
  }

  isBlank(start: number, end: number): boolean {
    return /^\s*$/.test(this.text.slice(start, end));
  }

  /** That of the line before: some files mix both. */
  lineBreak(position: number): string {
    const before = this.text.lastIndexOf('\n', position - 1);
    const at = before === -1 ? this.text.indexOf('\n') : before;
    return at > 0 && this.text[at - 1] === '\r' ? '\r\n' : '\n';
  }

  hasBreak(start: number, end: number): boolean {
    return this.text.slice(start, end).includes('\n');
  }
}
