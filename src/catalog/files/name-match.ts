import { isAscii, spellingsOf } from '../../domain/case-folding.js';
import { escapedForExpression, type NamePattern } from '../../domain/name-pattern.js';

/**
 * A name pattern as a coarse condition that PostgreSQL applies to raw bytes: it lets through everything that the exact
 * test of a decoded name does, and little more.
 */
export interface NameMatch {
  readonly operator: '=' | 'ILIKE' | '~*';
  readonly operand: Buffer;
}

export function nameMatchOf({ characters, kind }: NamePattern): NameMatch {
  if (kind === 'exact') return { operator: '=', operand: Buffer.from(characters.join('')) };
  const isWhole = kind === 'whole';
  return characters.every(isAscii) ? likeMatch(characters, isWhole) : regexMatch(characters, isWhole);
}

/** ILIKE folds A–Z only in a catalog without encoding, which is all that a text of ASCII needs; it is faster than a regular expression. */
function likeMatch(characters: readonly string[], isWhole: boolean): NameMatch {
  const parts = characters.map((character) => {
    if (character === '*') return '%';
    // One character is one to four bytes here; the exact test counts characters.
    if (character === '?') return '_%';
    return /[%_\\]/.test(character) ? `\\${character}` : character;
  });
  const pattern = parts.join('');
  return { operator: 'ILIKE', operand: Buffer.from(isWhole ? pattern : `%${pattern}%`) };
}

const replacement = '\ufffd';

/** Bytes beyond ASCII have no letter case to PostgreSQL here, so each such letter becomes a choice of its spellings. */
function regexMatch(characters: readonly string[], isWhole: boolean): NameMatch {
  const parts = characters.map((character) => {
    if (character === '*') return '.*';
    if (character === '?' || character === replacement) return '.{1,4}';
    if (isAscii(character)) return escapedForExpression(character);
    return `(?:${spellingsOf(character).join('|')})`;
  });
  const pattern = parts.join('');
  return { operator: '~*', operand: Buffer.from(isWhole ? `^${pattern}$` : pattern) };
}
