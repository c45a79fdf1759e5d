/** One record of a status answer: field names in lower case with `_` for all other signs, values as text. */
export type FieldRecord = ReadonlyMap<string, string>;

/**
 * Parses the answer of `.status` in `.api 2`: blocks of `key=value` lines (Bacula 9), or one JSON document per section (since 11
 * with api_opts=j). Unreadable parts are left out: a partial status is better than none.
 */
export function fieldRecords(text: string): FieldRecord[] {
  const document = text.trimStart();
  return document.startsWith('{') ? recordsOfJson(document) : recordsOfBlocks(text);
}

function recordsOfBlocks(text: string): FieldRecord[] {
  return text
    .split(/\n[ \t]*\n/)
    .map(
      (block) =>
        new Map(
          block
            .split('\n')
            .map(fieldOfLine)
            .filter((field) => field !== null),
        ),
    )
    .filter(isRecord);
}

function fieldOfLine(line: string): [string, string] | null {
  const at = line.indexOf('=');
  return at <= 0 ? null : [fieldName(line.slice(0, at)), line.slice(at + 1).trim()];
}

function fieldName(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_');
}

/** Version 15 ends its answers with a block that only says whether there was an error. */
function isRecord(record: FieldRecord): boolean {
  return [...record.keys()].some((field) => field !== 'error' && field !== 'errmsg');
}

function recordsOfJson(text: string): FieldRecord[] {
  return documentsIn(text).flatMap((document) =>
    Object.entries(document)
      .filter(([member]) => member !== 'error' && member !== 'errmsg')
      .flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]))
      .filter((value): value is Record<string, unknown> => typeof value === 'object' && value !== null)
      .map(fieldsOfObject),
  );
}

/** Some answers are several documents, one a line, with lines of text between them. */
function documentsIn(text: string): Record<string, unknown>[] {
  const whole = parsed(text);
  if (whole !== null) return [whole];
  return text
    .split('\n')
    .map(parsed)
    .filter((document) => document !== null);
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The plain members of an object. */
export function fieldsOfObject(object: Record<string, unknown>): FieldRecord {
  const fields = Object.entries(object).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  return new Map(fields.map(([field, value]) => [fieldName(field), String(value)]));
}

/** A whole number of a record; null where it has none. Bacula 9 writes thousands with commas. */
export function numberIn(record: FieldRecord, field: string): number | null {
  const text = record.get(field)?.replaceAll(',', '') ?? '';
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}

/** The last second that a Date can represent. */
const lastSecond = 8_640_000_000_000;

/** A time of a record, given in seconds since 1970; null where it has none. */
export function timeIn(record: FieldRecord, field: string): Date | null {
  const seconds = numberIn(record, field);
  return seconds === null || seconds <= 0 || seconds > lastSecond ? null : new Date(seconds * 1000);
}
