import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';

const bufferedBytes = 256 * 1024;

/** The run's list of SHA-256 sums in the format of `sha256sum`, kept in a file while it grows. */
export class Manifest {
  private descriptor: number | null = null;
  private lines: string[] = [];
  private buffered = 0;
  private written = 0;

  constructor(private readonly spoolFile: string) {}

  /** `name` as the archive has it, for that is what the unpacked file is called. */
  add(sum: string, name: string): void {
    const line = manifestLine(sum, name);
    this.lines.push(line);
    this.buffered += line.length;
    if (this.buffered >= bufferedBytes) this.spool();
  }

  /** Size in bytes of all lines so far. */
  size(): number {
    this.spool();
    return this.written;
  }

  *chunks(chunkBytes: number): Generator<Buffer, void> {
    this.spool();
    for (let at = 0; at < this.written && this.descriptor !== null;) {
      const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, this.written - at));
      const count = readSync(this.descriptor, buffer, 0, buffer.length, at);
      if (count === 0) throw new Error(`The manifest spool file ${this.spoolFile} was truncated by another process.`);
      at += count;
      yield buffer.subarray(0, count);
    }
  }

  remove(): void {
    if (this.descriptor !== null) closeSync(this.descriptor);
    this.descriptor = null;
    rmSync(this.spoolFile, { force: true });
  }

  private spool(): void {
    if (this.lines.length === 0) return;
    this.descriptor ??= openSync(this.spoolFile, 'w+', 0o600);
    const data = Buffer.from(this.lines.join(''), 'utf8');
    for (let from = 0; from < data.length;)
      from += writeSync(this.descriptor, data, from, data.length - from, this.written + from);
    this.written += data.length;
    this.lines = [];
    this.buffered = 0;
  }
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r' };

/** As GNU coreutils writes it: a line whose name was escaped begins with a backslash. */
function manifestLine(sum: string, name: string): string {
  const escaped = name.replace(/[\\\n\r]/g, (character) => escapes[character] ?? character);
  return `${escaped === name ? '' : '\\'}${sum}  ${escaped}\n`;
}
