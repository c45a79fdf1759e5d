export type Fields = Readonly<Record<string, unknown>>;

/** What a Director answers in JSON mode. */
export interface JsonAnswer {
  /** Of a failure too, where the Director gave one. */
  readonly result: Fields;
  /** Its words for a failure, fit to be shown; empty where it gave none. null: it did not fail. */
  readonly failure: string | null;
}

const longestWords = 1_000;
const longestRead = 8_000;

/** null where the text is anything but exactly one answer. */
export function readAnswer(text: string): JsonAnswer | null {
  const document = fieldsOf(parsed(text.replace(/\0+$/, '')));
  if (document === null || typeof document['jsonrpc'] !== 'string') return null;
  const error = fieldsOf(document['error']);
  if (error === null) {
    const result = fieldsOf(document['result']);
    return result === null ? null : { result, failure: null };
  }
  const data = fieldsOf(error['data']) ?? {};
  return { result: fieldsOf(data['result']) ?? {}, failure: wordsOf(fieldsOf(data['messages']) ?? {}) };
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
function wordsOf(messages: Fields): string {
  for (const kind of ['error', 'warning', 'info']) {
    const lines = messages[kind];
    const words = Array.isArray(lines) ? shownWords(lines.filter((line) => typeof line === 'string').join(' ')) : '';
    if (words !== '') return words;
  }
  return '';
}

/** Without places in the Director's source, SQL, rules of equal signs, line ends, and what could be used to log in. */
export function shownWords(text: string): string {
  const words = text
    .slice(0, longestRead)
    .replaceAll(/\[md5\][0-9a-f]{32}/gi, '[md5]…')
    .replaceAll(/\b[\w-]{1,60}\.(?:cc|cpp|c|h):\d{1,6}[: ]*/g, '')
    .replaceAll(/\b(?:SELECT|INSERT|UPDATE|DELETE) [^\n]*?(?=: ?ERR=|\n|$)/g, '…')
    .replaceAll(/^=+$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return words.length <= longestWords ? words : `${words.slice(0, longestWords)} …`;
}
