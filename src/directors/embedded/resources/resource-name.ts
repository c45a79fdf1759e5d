const mostBytes = 127;
/** Controls, line separators, halves of surrogate pairs, and marks that make a line read otherwise than it is. */
const unreadable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * What is wrong with the name of a resource, as a sentence without its subject; null where it can be used. Names go into logs,
 * addresses and filters; file names are made from them by fileSafe, so that a slash does no harm here.
 */
export function resourceNameFault(name: string): string | null {
  if (unreadable.test(name)) return 'must not contain control or text-direction characters';
  if (name.trim() !== name) return 'must not start or end with a space';
  // Filters take several names parted by commas; an address resolves . and .. before anyone sees them.
  if (name.includes(',')) return 'must not contain a comma, which separates names in a filter';
  if (name === '.' || name === '..') return 'must not be . or .., which a URL cannot contain';
  const bytes = Buffer.byteLength(name);
  return bytes > mostBytes ? `has ${bytes} bytes; the maximum is ${mostBytes}` : null;
}
