import { createHash } from 'node:crypto';

const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Directions, soft hyphens, tags and other characters that show nothing and mislead; the two joiners are letters' own. */
const unseen = /(?![\u200c\u200d])\p{Cf}/gu;
const halves = /\p{Cs}/gu;
const spaces = / {2,}/g;
const lineEnds = /\r\n|[\n\r\u2028\u2029]/;

/**
 * A text of a stranger as one line that cannot break out of its place: no line breaks, no control characters, no characters that
 * turn the direction, no halves of characters. At most `limit` UTF-16 units long, with an ellipsis where it was longer.
 */
export function oneLine(text: string, limit: number): string {
  return bounded(text, limit, (beginning) => harmless(beginning).replace(spaces, ' ').trim());
}

/** The lines of a text as they are printed: each like `oneLine`, but with its columns. Empty ones are left out. */
export function printedLines(text: string, limit: number): string[] {
  return text
    .split(lineEnds)
    .map((line) => bounded(line, limit, (beginning) => harmless(beginning).trimEnd()))
    .filter((line) => line !== '');
}

function bounded(text: string, limit: number, read: (beginning: string) => string): string {
  // Far more than can remain; it keeps a text of megabytes from being searched to its end.
  const beginning = text.slice(0, limit * 4 + 256);
  const line = read(beginning);
  return beginning.length < text.length ? clip(`${line}…`, limit) : clip(line, limit);
}

function harmless(text: string): string {
  return text.replace(breaks, ' ').replace(unseen, '').replace(halves, '\uFFFD');
}

/** The first `limit` UTF-16 units, the last an ellipsis where something is left out; never half a character. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const beginning = text.slice(0, limit - 1);
  return `${/[\uD800-\uDBFF]$/.test(beginning) ? beginning.slice(0, -1) : beginning}…`;
}

const digestLength = 32;

/**
 * A key for services that bound its length. Short plain keys stay as they are; of all others the beginning is kept and a digest
 * added, for two subjects must never become one incident.
 */
export function boundedKey(key: string, limit: number): string {
  if (key === oneLine(key, limit)) return key;
  return `${oneLine(key, limit - digestLength - 1)}#${digestOf(key)}`;
}

/** A hash of 32 hexadecimal digits, also of a text that is no valid Unicode. */
export function digestOf(text: string): string {
  return createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, digestLength);
}

/** Lines of at most `width` characters, broken between words; longer words stay whole if `keep` is set, else are broken. */
export function wrap(text: string, width: number, indent = '', keep: (word: string) => boolean = isAddress): string[] {
  const room = width - indent.length;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((word) => (keep(word) ? [word] : pieces(word, room)))) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => `${indent}${each}`);
}

function isAddress(word: string): boolean {
  return /^https?:\/\//.test(word);
}

function pieces(word: string, room: number): string[] {
  if (word.length <= room) return [word];
  const result: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece.length + character.length > room) {
      result.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...result, piece];
}
