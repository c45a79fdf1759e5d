export type Fields = Readonly<Record<string, unknown>>;

/** What a Director answers in JSON mode. */
export interface JsonAnswer {
  /** Of a failure too, where the Director gave one. */
  readonly result: Fields;
  /** Its words for a failure, fit to be shown; empty where it gave none. null: it did not fail. */
  readonly failure: string | null;
}

const maxTextLength = 1_000;
const longestRead = 8_000;

/** null where the text is anything but exactly one answer. */
export function parseReply(text: string): JsonAnswer | null {
  const document = fieldsOf(parsed(text.replace(/\0+$/, '')));
  if (document === null || typeof document['jsonrpc'] !== 'string') return null;
  const error = fieldsOf(document['error']);
  if (error === null) {
    const result = fieldsOf(document['result']);
    return result === null ? null : { result, failure: null };
  }
  const data = fieldsOf(error['data']) ?? {};
  return { result: fieldsOf(data['result']) ?? {}, failure: messagesOf(fieldsOf(data['messages']) ?? {}) };
}

/** null where the value is no object. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Errors first; a Director that fails without them may have warned or informed instead. */
function messagesOf(messages: Fields): string {
  for (const kind of ['error', 'warning', 'info']) {
    const lines = messages[kind];
    const words = Array.isArray(lines)
      ? sanitizeMessage(lines.filter((line) => typeof line === 'string').join(' '))
      : '';
    if (words !== '') return words;
  }
  return '';
}

/** Without places in the Director's source, SQL, rules of equal signs, line ends, and what could be used to log in. */
export function sanitizeMessage(text: string): string {
  const words = text
    .slice(0, longestRead)
    .replaceAll(/\[md5\][0-9a-f]{32}/gi, '[md5]…')
    .replaceAll(/\b[\w-]{1,60}\.(?:cc|cpp|c|h):\d{1,6}[: ]*/g, '')
    .replaceAll(/\b(?:SELECT|INSERT|UPDATE|DELETE) [^\n]*?(?=: ?ERR=|\n|$)/g, '…')
    .replaceAll(/^=+$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return words.length <= maxTextLength ? words : `${words.slice(0, maxTextLength)} …`;
}

/**
 * The rows under a key. The same list comes as an array, as an object of arrays (by pool), and as an empty object where nothing was
 * found; all of it is rows here.
 */
export function rowsIn(result: Fields, key: string): readonly Fields[] {
  const value = result[key];
  const lists = Array.isArray(value)
    ? [value as unknown[]]
    : Object.values(fieldsOf(value) ?? {}).filter(Array.isArray);
  return lists.flatMap((list) => (list as unknown[]).map(fieldsOf)).filter((row) => row !== null);
}

/** The text of a field; numbers come as text in some answers and as numbers in others. null where it is empty or not there. */
export function textIn(fields: Fields, key: string): string | null {
  const value = fields[key];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** A whole number, however it is written; null where there is none. */
export function wholeIn(fields: Fields, key: string): number | null {
  const text = textIn(fields, key);
  const value = text !== null && /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}

/** true, 1, "1" and "yes" are yes, their opposites no; null where it is neither. */
export function yesIn(fields: Fields, key: string): boolean | null {
  const value = fields[key];
  if (typeof value === 'boolean') return value;
  const text = textIn(fields, key)?.toLowerCase() ?? '';
  if (['true', '1', 'yes'].includes(text)) return true;
  return ['false', '0', 'no'].includes(text) ? false : null;
}

/** The name of a resource; null if there is none, which Directors also write as `*None*`. */
export function nameIn(fields: Fields, key: string): string | null {
  const text = textIn(fields, key);
  return text === '*None*' ? null : text;
}

/** The names that `.jobs`, `.clients` and their like list, in the Director's order. */
export function namesIn(result: Fields, key: string): readonly string[] {
  const names = rowsIn(result, key).map((row) => textIn(row, 'name'));
  return [...new Set(names.filter((name) => name !== null))];
}
