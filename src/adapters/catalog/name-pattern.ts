import { type SearchQuery } from '../../domain/catalog.port.js';

/**
 * What a search text means, twice: as a coarse condition that PostgreSQL applies to raw bytes, and as the exact test
 * of a decoded name. The coarse one lets through everything that the exact one does, and little more.
 */
export interface NamePattern {
  readonly sql: SqlNameCondition;
  matches(name: string): boolean;
}

export interface SqlNameCondition {
  readonly operator: '=' | 'ILIKE' | '~*';
  readonly operand: Buffer;
}

/**
 * `*` any run of characters, `?` one character; everything else stands for itself in either letter case. Without
 * wildcards the text is looked for anywhere in the name, with wildcards it describes the whole name.
 * `exact`: the whole name, letter by letter, without wildcards.
 */
export function namePattern(query: SearchQuery): NamePattern {
  if (query.exact === true) {
    return { sql: { operator: '=', operand: Buffer.from(query.text) }, matches: (name) => name === query.text };
  }
  const characters = Array.from(query.text);
  const isWhole = characters.some((character) => character === '*' || character === '?');
  const exact = characters.map(exactPart).join('');
  const test = new RegExp(isWhole ? `^${exact}$` : exact, 'su');
  const sql = characters.every(isAscii) ? likeCondition(characters, isWhole) : regexCondition(characters, isWhole);
  return { sql, matches: (name) => test.test(name) };
}

function isAscii(character: string): boolean {
  return character < '\u0080';
}

/** ILIKE folds A–Z only in a catalog without encoding, which is all that a text of ASCII needs; it is faster than a regular expression. */
function likeCondition(characters: readonly string[], isWhole: boolean): SqlNameCondition {
  const parts = characters.map((character) => {
    if (character === '*') return '%';
    // One character is one to four bytes here; the exact test counts characters.
    if (character === '?') return '_%';
    return /[%_\\]/.test(character) ? `\\${character}` : character;
  });
  const pattern = parts.join('');
  return { operator: 'ILIKE', operand: Buffer.from(isWhole ? pattern : `%${pattern}%`) };
}

/** Bytes beyond ASCII have no letter case to PostgreSQL here, so each such letter becomes a choice of its spellings. */
function regexCondition(characters: readonly string[], isWhole: boolean): SqlNameCondition {
  const parts = characters.map((character) => {
    if (character === '*') return '.*';
    if (character === '?' || character === replacement) return '.{1,4}';
    if (isAscii(character)) return escaped(character);
    return `(?:${spellingsOf(character).join('|')})`;
  });
  const pattern = parts.join('');
  return { operator: '~*', operand: Buffer.from(isWhole ? `^${pattern}$` : pattern) };
}

const replacement = '\ufffd';

function exactPart(character: string): string {
  if (character === '*') return '.*';
  if (character === '?') return '.';
  if (!isAscii(character)) return `(?:${spellingsOf(character).join('|')})`;
  const other = /[a-z]/.test(character) ? character.toUpperCase() : character.toLowerCase();
  return other === character ? escaped(character) : `[${character}${other}]`;
}

/** Only characters that mean something are escaped: in PostgreSQL a backslash before a letter means something too. */
function escaped(character: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}

let spellingsOfFolded: Map<string, string[]> | undefined;

/** A letter beyond ASCII in all its cases, itself included. Letters whose other case is of another length stay alone. */
function spellingsOf(character: string): readonly string[] {
  spellingsOfFolded ??= collectSpellings();
  return spellingsOfFolded.get(folded(character)) ?? [character];
}

function collectSpellings(): Map<string, string[]> {
  const spellings = new Map<string, string[]>();
  for (let code = 0x80; code < 0x1f000; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const key = folded(character);
    if (key === character && character.toUpperCase() === character) continue;
    spellings.set(key, [...(spellings.get(key) ?? [key]).filter((known) => known !== character), character]);
  }
  return spellings;
}

/** Through the capital, so that both small sigmas are one letter. Never onto an ASCII letter: the Kelvin sign is no k. */
function folded(character: string): string {
  const upper = character.toUpperCase();
  const lower = isOneLetter(upper) ? upper.toLowerCase() : character.toLowerCase();
  return isOneLetter(lower) ? lower : character;
}

function isOneLetter(text: string): boolean {
  return Array.from(text).length === 1 && !isAscii(text);
}
