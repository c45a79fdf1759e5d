/** `?`: one character, but not the separator. */
export const anyOne = Symbol('?');
/** `*`: any characters without the separator, also none. */
export const anyRun = Symbol('*');
/** `**`: any characters, also none. */
export const anyText = Symbol('**');
/** The two tokens that follow may be left out together. */
export const optionalPair = Symbol('optional');

/** A character that stands for itself, or one of the above. */
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
