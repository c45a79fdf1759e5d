/**
 * Bacula's text of a file's attributes (catalog column LStat): sixteen integers, each in positional base 64 with the
 * digits A–Z a–z 0–9 + /, most significant first, `-` before a negative one.
 * The embedded Director adds two: nanoseconds of mtime and ctime. Readers that know sixteen fields ignore them.
 */
export interface LStat {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly mode: number;
  readonly nlink: number;
  readonly uid: number;
  readonly gid: number;
  readonly rdev: bigint;
  readonly size: number;
  readonly blksize: number;
  readonly blocks: number;
  /** Seconds since the epoch. */
  readonly atime: number;
  readonly mtime: number;
  readonly ctime: number;
  /** FileIndex of the first name of a hard link in the same job; 0 for that first name and for all else. */
  readonly linkFileIndex: number;
  readonly flags: number;
  readonly stream: number;
  /** Nanoseconds within the second; 0 where a Director does not record them. */
  readonly mtimeNs: number;
  readonly ctimeNs: number;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const valueOfDigit = new Map(Array.from(digits, (digit, value) => [digit, BigInt(value)]));

export function encodeInteger(value: bigint): string {
  if (value < 0n) return `-${encodeInteger(-value)}`;
  let text = '';
  let rest = value;
  do {
    text = (digits[Number(rest & 63n)] ?? '') + text;
    rest >>= 6n;
  } while (rest > 0n);
  return text;
}

/** The same for a number; most fields are small, and arithmetic on bigints would be half the cost of a file's record. */
function encodeNumber(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) return encodeInteger(BigInt(value));
  let text = digits.charAt(value % 64);
  for (let rest = Math.floor(value / 64); rest > 0; rest = Math.floor(rest / 64))
    text = digits.charAt(rest % 64) + text;
  return text;
}

/** Reads one integer; a character outside the alphabet ends it, as Bacula's own reader does. */
export function decodeInteger(text: string): bigint {
  const negative = text.startsWith('-');
  let value = 0n;
  for (const character of negative ? text.slice(1) : text) {
    const digit = valueOfDigit.get(character);
    if (digit === undefined) break;
    value = (value << 6n) + digit;
  }
  return negative ? -value : value;
}

const numberOfCode: readonly number[] = Array.from({ length: 128 }, (_, code) =>
  digits.indexOf(String.fromCharCode(code)),
);
/** So many digits always fit into a safe integer. */
const safeDigits = 8;

function decodeNumber(text: string): number {
  if (text.length > safeDigits || text.startsWith('-')) return Number(decodeInteger(text));
  let value = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = numberOfCode[text.charCodeAt(at)] ?? -1;
    if (digit < 0) break;
    value = value * 64 + digit;
  }
  return value;
}

const fieldOrder = [
  'dev', 'ino', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'size', 'blksize', 'blocks',
  'atime', 'mtime', 'ctime', 'linkFileIndex', 'flags', 'stream', 'mtimeNs', 'ctimeNs',
] as const satisfies readonly (keyof LStat)[]; // prettier-ignore

const wideFields: ReadonlySet<keyof LStat> = new Set<keyof LStat>(['dev', 'ino', 'rdev']);

export function encodeLStat(stat: LStat): string {
  return fieldOrder
    .map((field) => {
      const value = stat[field];
      return typeof value === 'bigint' ? encodeInteger(value) : encodeNumber(value);
    })
    .join(' ');
}

export function decodeLStat(text: string): LStat {
  const words = text.trim().split(' ');
  const entries = fieldOrder.map((field, index) => {
    const word = words[index] ?? 'A';
    return [field, wideFields.has(field) ? decodeInteger(word) : decodeNumber(word)] as const;
  });
  return Object.fromEntries(entries) as unknown as LStat;
}

const typeMask = 0o170000;

export function entryTypeOfMode(mode: number): 'file' | 'folder' | 'symlink' | 'other' {
  switch (mode & typeMask) {
    case 0o100000:
      return 'file';
    case 0o040000:
      return 'folder';
    case 0o120000:
      return 'symlink';
    default:
      return 'other';
  }
}
