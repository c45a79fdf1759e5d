const mostBytes = 127;
/** Controls, line separators, halves of surrogate pairs, and marks that make a line read otherwise than it is. */
const unreadable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * What is wrong with the name of a resource, as a sentence without its subject; null where it can be used. Names go into logs,
 * addresses and filters; file names are made from them by fileSafe, so that a slash does no harm here.
 */
export function resourceNameFault(name: string): string | null {
  if (unreadable.test(name)) return 'may hold no control or direction characters';
  if (name.trim() !== name) return 'may not begin or end with a blank';
  // Filters take several names parted by commas; an address resolves . and .. before anyone sees them.
  if (name.includes(',')) return 'may hold no comma, which parts the names in a filter';
  if (name === '.' || name === '..') return 'may not be . or .., which no address can hold';
  const bytes = Buffer.byteLength(name);
  return bytes > mostBytes ? `takes ${bytes} bytes; it may take ${mostBytes}` : null;
}
