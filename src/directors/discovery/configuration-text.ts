/** One resource of a Bacula or Bareos configuration. Names of kinds and directives are in lower case without blanks. */
export interface ConfiguredResource {
  readonly kind: string;
  /** Those of nested blocks as `diraddresses/ip/addr`. Of repeated names the last counts, in nested blocks the first. */
  readonly directives: ReadonlyMap<string, string>;
}

export type Token =
  | { readonly kind: 'word' | 'text'; readonly text: string }
  | { readonly kind: '{' | '}' | '=' | 'end' }
  /** An include of another file, or of the output of a program (`|program`). */
  | { readonly kind: 'include'; readonly name: string };

/** Needed values are not deeper, and a hostile file could nest without an end. */
const deepestNamed = 4;

/**
 * The tokens of a text as Bacula's own lexer cuts them: values end at `;`, a line end or a brace, texts are in double quotes with `\`
 * before what it would else mean, `#` begins a comment, and `@` at the beginning of a word an include. Takes linear time.
 */
export function* tokensIn(text: string): Generator<Token> {
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length;) {
    const { token, end } = pieceAt(text, at);
    if (token) yield token;
    at = end;
  }
}

/** A token with where it ends; null for blanks and comments. */
interface Piece {
  readonly token: Token | null;
  readonly end: number;
}

const signs: ReadonlyMap<string, Token> = new Map<string, Token>([
  ...(['{', '}', '='] as const).map((kind) => [kind, { kind }] as const),
  ...['\n', ';'].map((sign) => [sign, { kind: 'end' }] as const),
]);

function pieceAt(text: string, at: number): Piece {
  const sign = text.charAt(at);
  const token = signs.get(sign);
  if (token) return { token, end: at + 1 };
  if (sign === '#') return { token: null, end: indexOf(text, '\n', at) };
  if (sign === '"') return quotedAt(text, at);
  if (sign === '@') return includeAt(text, at + 1);
  if (/\s/.test(sign)) return { token: null, end: at + 1 };
  const end = nextOf(/[\s"{}=;#]/g, text, at);
  return { token: { kind: 'word', text: text.slice(at, end) }, end };
}

/**
 * Reads resources as the Directors themselves do: names are compared without case and blanks, and line ends mean nothing before `{`.
 * Includes are the caller's to replace.
 */
export function* resourcesIn(tokens: Iterable<Token>): Generator<ConfiguredResource> {
  const reader = new ResourceReader();
  for (const token of tokens) {
    const resource = reader.accept(token);
    if (resource) yield resource;
  }
  const cutOff = reader.end();
  if (cutOff) yield cutOff;
}

class ResourceReader {
  /** Names of the blocks that are open; the first is the kind of the resource. */
  private readonly path: string[] = [];
  private directives = new Map<string, string>();
  /** Before `=` the name, behind it the value. */
  private words: string[] = [];
  private name: string | null = null;

  /** The resource that this token ends. */
  accept(token: Token): ConfiguredResource | null {
    if (token.kind === '}') return this.close();
    if ('text' in token) this.words.push(token.text);
    else if (token.kind === '=') this.equals();
    else if (token.kind === '{') this.open();
    // A line without a value continues: its block, or its `=`, may be on the next.
    else if (token.kind === 'end' && this.name !== null && this.words.length > 0) this.keep(this.words);
    return null;
  }

  /** The resource that was never closed. */
  end(): ConfiguredResource | null {
    this.path.length = Math.min(this.path.length, 1);
    return this.close();
  }

  private open(): void {
    this.path.push(this.name ?? nameOf(this.words));
    this.clear();
  }

  private equals(): void {
    // In addresses directives follow each other without an end: `addr = 192.0.2.1 port = 9101`.
    const isNext = this.name !== null && this.path[1] === 'diraddresses' && this.words.length > 1;
    const name = isNext ? this.words.slice(-1) : this.words;
    if (isNext) this.keep(this.words.slice(0, -1));
    else if (this.name !== null) return;
    this.name = nameOf(name);
    this.words = [];
  }

  private close(): ConfiguredResource | null {
    if (this.name !== null && this.words.length > 0) this.keep(this.words);
    this.clear();
    const kind = this.path.pop();
    if (kind === undefined || this.path.length > 0) return null;
    const { directives } = this;
    this.directives = new Map();
    return { kind, directives };
  }

  private keep(value: readonly string[]): void {
    const { path, name } = this;
    if (path.length > 0 && path.length <= deepestNamed && name !== null) {
      const key = [...path.slice(1), name].join('/');
      if (path.length === 1 || !this.directives.has(key)) this.directives.set(key, value.join(' '));
    }
    this.clear();
  }

  private clear(): void {
    this.name = null;
    this.words = [];
  }
}

function quotedAt(
  text: string,
  open: number,
): { readonly token: Extract<Token, { text: string }>; readonly end: number } {
  const special = /["\\]/g;
  const parts: string[] = [];
  for (let at = open + 1; ;) {
    const next = nextOf(special, text, at);
    parts.push(text.slice(at, next));
    if (text[next] !== '\\') return { token: { kind: 'text', text: parts.join('') }, end: next + 1 };
    parts.push(text.charAt(next + 1));
    at = next + 2;
  }
}

/** A name in quotes may contain blanks; the quotes end it. */
function includeAt(text: string, start: number): Piece {
  const end = nextOf(/[\s"{};,#]/g, text, start);
  const name = text.slice(start, end);
  if (text[end] !== '"') return { token: { kind: 'include', name }, end };
  const quoted = quotedAt(text, end);
  return { token: { kind: 'include', name: name + quoted.token.text }, end: quoted.end };
}

/** Where the next of these signs is, or the end. */
function nextOf(signs: RegExp, text: string, from: number): number {
  signs.lastIndex = from;
  return signs.exec(text)?.index ?? text.length;
}

function indexOf(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from);
  return at < 0 ? text.length : at;
}

function nameOf(words: readonly string[]): string {
  return words.join('').toLowerCase();
}
