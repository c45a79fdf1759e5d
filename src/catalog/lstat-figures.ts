/** Positions in LStat of the figures that lists and plans need. */
const modeField = 2;
const sizeField = 7;
const mtimeField = 11;
const linkField = 13;
const mtimeNsField = 16;

export interface LStatFigures {
  readonly mode: number;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modifiedMs: number;
  /** FileIndex of the first name of a hard link in the same job, else 0. */
  readonly linkFileIndex: number;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const valueOfCode = new Int8Array(128).fill(-1);
for (let value = 0; value < digits.length; value += 1) valueOfCode[digits.charCodeAt(value)] = value;

/**
 * Reads just these figures, with plain numbers and without splitting: a plan reads the LStat of each file of a chain,
 * where domain/lstat's complete and exact reading would take most of the time.
 * A figure beyond 2^53 comes out inexact and unsafe, which integerOf then refuses.
 */
export function figuresOf(lstat: string): LStatFigures {
  const figures = { mode: 0, size: 0, mtime: 0, mtimeNs: 0, link: 0 };
  let field = 0;
  let from = 0;
  while (from <= lstat.length && field <= mtimeNsField) {
    const space = lstat.indexOf(' ', from);
    const to = space === -1 ? lstat.length : space;
    if (field === modeField) figures.mode = integerIn(lstat, from, to);
    else if (field === sizeField) figures.size = integerIn(lstat, from, to);
    else if (field === mtimeField) figures.mtime = integerIn(lstat, from, to);
    else if (field === linkField) figures.link = integerIn(lstat, from, to);
    else if (field === mtimeNsField) figures.mtimeNs = integerIn(lstat, from, to);
    from = to + 1;
    field += 1;
  }
  const modifiedMs = figures.mtime * 1000 + Math.floor(figures.mtimeNs / 1_000_000);
  return { mode: figures.mode, size: figures.size, modifiedMs, linkFileIndex: figures.link };
}

function integerIn(text: string, from: number, to: number): number {
  const isNegative = text.charCodeAt(from) === 0x2d;
  let value = 0;
  for (let at = isNegative ? from + 1 : from; at < to; at += 1) {
    const digit = valueOfCode[text.charCodeAt(at)] ?? -1;
    if (digit < 0) break;
    value = value * 64 + digit;
  }
  return isNegative ? -value : value;
}
