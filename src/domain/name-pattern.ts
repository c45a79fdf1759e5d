import { foldText } from './case-folding.js';

/** `?`: one character, but not the separator. */
export const anyOne = Symbol('?');
/** `*`: any characters without the separator, also none. */
export const anyRun = Symbol('*');
/** `**`: any characters, also none. */
export const anyText = Symbol('**');
/** The two tokens that follow may be left out together. */
export const optionalPair = Symbol('optional');

/** A literal character, or one of the above. */
export type GlobToken = string | typeof anyOne | typeof anyRun | typeof anyText | typeof optionalPair;

/**
 * Whether the pattern describes the whole text. All ways to match are followed at the same time, so that it takes at most
 * (pattern + 1) × (text + 1) steps: no pattern can keep the process busy, as it can with a regular expression.
 */
export function matchesGlob(tokens: readonly GlobToken[], text: ArrayLike<string>, separator: string | null): boolean {
  const end = tokens.length;
  const enteredAt = new Int32Array(end + 1).fill(-1);
  let active: number[] = [];

  function enter(states: number[], first: number, at: number): void {
    for (let state = first; enteredAt[state] !== at; state += 1) {
      enteredAt[state] = at;
      states.push(state);
      const token = tokens[state];
      if (token === optionalPair) enter(states, state + 3, at);
      else if (token !== anyRun && token !== anyText) return;
    }
  }

  enter(active, 0, 0);
  for (let at = 0; at < text.length && active.length > 0; at += 1) {
    const character = text[at];
    const next: number[] = [];
    for (const state of active) {
      const token = tokens[state];
      if (token === anyText || (token === anyRun && character !== separator)) enter(next, state, at + 1);
      else if (token === character || (token === anyOne && character !== separator)) enter(next, state + 1, at + 1);
    }
    active = next;
  }
  return active.includes(end);
}

/** The characters of a text by index: the text itself, unless some of them take two places in it. */
export function charactersOf(text: string): ArrayLike<string> {
  return /[\ud800-\udfff]/.test(text) ? Array.from(text) : text;
}

/** What a search text means. */
export interface NamePattern {
  /** The characters of the text, wildcards included. */
  readonly characters: readonly string[];
  readonly kind: 'exact' | 'whole' | 'part';
  /** The test of a decoded name; the index may return more. */
  matches(name: string): boolean;
}

/** Maximum number of wildcards in a name, runs of `*` counted once. */
export const mostWildcards = 16;

/**
 * `*` any run of characters, `?` one character; everything else is literal in either letter case. Without wildcards the text
 * matches anywhere in the name, with wildcards the whole name. `exact`: the whole name, literally, without wildcards.
 */
export function namePattern(query: { readonly text: string; readonly exact?: boolean }): NamePattern {
  const { text } = query;
  if (query.exact === true) return { characters: Array.from(text), kind: 'exact', matches: (name) => name === text };
  const characters = Array.from(text.replaceAll(/\*+/g, '*'));
  if (!characters.some(isWildcard)) {
    const folded = foldText(text);
    return { characters, kind: 'part', matches: (name) => foldText(name).includes(folded) };
  }
  const tokens = characters.map(tokenOf);
  return { characters, kind: 'whole', matches: (name) => matchesGlob(tokens, charactersOf(foldText(name)), null) };
}

/** How many wildcards a text has, runs of `*` counted once. */
export function countWildcards(text: string): number {
  return text.match(/\*+|\?/g)?.length ?? 0;
}

function isWildcard(character: string): boolean {
  return character === '*' || character === '?';
}

function tokenOf(character: string): GlobToken {
  if (character === '*') return anyText;
  return character === '?' ? anyOne : foldText(character);
}

/** Only characters that mean something are escaped: in PostgreSQL a backslash before a letter means something too. */
export function escapedForExpression(character: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}

/** Whether a name contains a text, ignoring case. The text has no wildcards. */
export function holds(name: string, text: string): boolean {
  return foldText(name).includes(foldText(text));
}

/** The separator of folded names; a name that contains it has this character instead. */
const lineBreakInName = '\u0001';

/** A decoded name as a line of the index of names: folded, without line breaks. */
export function foldedLine(name: string): string {
  const folded = foldText(name);
  return folded.includes('\n') ? folded.replaceAll('\n', lineBreakInName) : folded;
}

/**
 * The texts that every text of folded lines, each between two line breaks, must contain if one of its names matches: the parts
 * without wildcards, with the line break if the name must begin or end there. None: the pattern has no literal.
 */
export function needlesOf({ characters, kind }: NamePattern): string[] {
  const whole = foldedLine(characters.join(''));
  if (kind === 'part') return whole === '' ? [] : [whole];
  if (kind === 'exact') return [`\n${whole}\n`];
  const runs: string[] = [];
  let run = '\n';
  for (const one of characters) {
    if (isWildcard(one)) runs.push(run);
    run = isWildcard(one) ? '' : run + foldedLine(one);
  }
  return [...runs, `${run}\n`].filter((text) => text !== '' && text !== '\n');
}

/** The longest of the needles. Empty: there is none. */
export function needleOf(pattern: NamePattern): string {
  return needlesOf(pattern).reduce((longest, one) => (one.length > longest.length ? one : longest), '');
}
