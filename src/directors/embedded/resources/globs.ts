import { isUtf8 } from 'node:buffer';
import {
  anyOne,
  anyRun,
  anyText,
  charactersOf,
  type GlobToken,
  matchesGlob,
  optionalPair,
} from '../../../domain/name-pattern.js';

/**
 * Exclude patterns of a fileset, matched against raw names. `*` matches anything within one name, `**` anything across folders,
 * `?` one character, or one byte of invalid UTF-8. A pattern without a slash matches a name at any depth. One with a slash matches
 * the whole path, from the root if it begins with a slash and else from any folder. A final slash limits it to folders.
 */
export interface ExcludePattern {
  matches(path: Buffer, isFolder: boolean): boolean;
  /** Whether a pattern such as `/run/*` excludes all that a folder contains. The path has no final slash. */
  matchesContentOf(folder: Buffer): boolean;
}

interface CompiledPattern {
  readonly tokens: readonly GlobToken[];
  /** Part of each text that matches: a search for it takes a small part of the time, and rules out nearly every text. */
  readonly literal: string;
  readonly foldersOnly: boolean;
  /** It has no slash: the last name of the path decides. */
  readonly isName: boolean;
}

export function compileExcludes(patterns: readonly string[]): ExcludePattern {
  const compiled = patterns.map(compile);
  const contents = patterns
    .filter((pattern) => contentMark.test(pattern))
    .map((one) => compile(one.replace(contentMark, '')));
  return {
    matches: (path, isFolder) => matchesAny(compiled, path, isFolder),
    matchesContentOf: (folder) => matchesAny(contents, folder, true),
  };
}

/** What ends a pattern that matches each name in a folder. */
const contentMark = /\/\*+$/;

function matchesAny(patterns: readonly CompiledPattern[], path: Buffer, isFolder: boolean): boolean {
  if (patterns.length === 0) return false;
  const whole = textOf(path);
  const name = whole.slice(whole.lastIndexOf('/') + 1);
  return patterns.some(({ tokens, literal, foldersOnly, isName }) => {
    const text = isName ? name : whole;
    return (isFolder || !foldersOnly) && text.includes(literal) && matchesGlob(tokens, charactersOf(text), '/');
  });
}

function compile(pattern: string): CompiledPattern {
  const foldersOnly = pattern.endsWith('/');
  const body = foldersOnly ? pattern.slice(0, -1) : pattern;
  const isName = !body.includes('/') && !body.includes('**');
  const tokens = tokensOf(isName || body.startsWith('/') ? body : `**/${body}`);
  return { tokens, literal: longestLiteral(body), foldersOnly, isName };
}

/** The slash after `**` may be absent from the text, and belongs to the wildcard. */
function longestLiteral(body: string): string {
  const literals = body.split(/(?:\*\*\/)+|\*+|\?/);
  return literals.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
}

function tokensOf(body: string): GlobToken[] {
  // A repeated wildcard means the same once.
  return (body.match(/(?:\*\*\/)+|\*+|[^]/gu) ?? []).flatMap((mark): GlobToken[] => {
    if (mark.endsWith('*/')) return [optionalPair, anyText, '/'];
    if (mark.startsWith('*')) return [mark === '*' ? anyRun : anyText];
    return [mark === '?' ? anyOne : mark];
  });
}

/** Each byte that is part of no character becomes a half of a surrogate pair, which no pattern contains. */
function textOf(path: Buffer): string {
  if (isUtf8(path)) return path.toString('utf8');
  let text = '';
  for (let at = 0; at < path.length;) {
    const length = [1, 2, 3, 4].find((bytes) => at + bytes <= path.length && isUtf8(path.subarray(at, at + bytes)));
    text +=
      length === undefined ? String.fromCharCode(0xdc00 + path.readUInt8(at)) : path.toString('utf8', at, at + length);
    at += length ?? 1;
  }
  return text;
}
