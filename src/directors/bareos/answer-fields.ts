import { type Fields, fieldsOf } from './json-reply.js';

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

/** The name of a resource; null where there is none, which Directors also say as `*None*`. */
export function nameIn(fields: Fields, key: string): string | null {
  const text = textIn(fields, key);
  return text === '*None*' ? null : text;
}

/** The names that `.jobs`, `.clients` and their like list, in the Director's order. */
export function namesIn(result: Fields, key: string): readonly string[] {
  const names = rowsIn(result, key).map((row) => textIn(row, 'name'));
  return [...new Set(names.filter((name) => name !== null))];
}
