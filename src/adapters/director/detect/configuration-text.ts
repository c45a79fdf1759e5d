/** One resource of a Bacula or Bareos configuration: its kind, and its directives, all named in lower case without spaces. */
export interface ConfiguredResource {
  readonly kind: string;
  /** Only those of the resource itself, not of blocks nested in it. The last one of a name stands. */
  readonly directives: ReadonlyMap<string, string>;
}

type Token = { readonly kind: 'word' | 'text'; readonly text: string } | { readonly kind: '{' | '}' | '=' | 'end' };

/**
 * Reads resources as the Directors themselves do: names of directives are compared without case and blanks, values end at `;`, a line
 * end or a brace, texts stand in double quotes with `\` before a quote, `#` begins a comment. Lines of `@` are the caller's to follow.
 */
export function readResources(text: string): ConfiguredResource[] {
  const tokens = tokensOf(text);
  const resources: ConfiguredResource[] = [];
  let words: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.kind === 'word' || token?.kind === 'text') words.push(token.text);
    else if (token?.kind === '{') {
      const end = endOfBlock(tokens, at);
      resources.push({ kind: nameOf(words), directives: directivesIn(tokens.slice(at + 1, end)) });
      at = end;
      words = [];
    } else words = [];
  }
  return resources;
}

function directivesIn(tokens: readonly Token[]): ReadonlyMap<string, string> {
  const lines = linesOf(tokens);
  const directives = lines.flatMap((line): [string, string][] => {
    const equals = line.findIndex(({ kind }) => kind === '=');
    const [name, value] = [textsIn(line.slice(0, equals)), textsIn(line.slice(equals + 1))];
    return equals > 0 && value.length > 0 ? [[nameOf(name), value.join(' ')]] : [];
  });
  return new Map(directives);
}

/** Tokens between two ends, without blocks and what stands before a block on its line. */
function linesOf(tokens: readonly Token[]): Token[][] {
  const lines: Token[][] = [[]];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.kind === '{') {
      at = endOfBlock(tokens, at);
      lines[lines.length - 1] = [];
    } else if (token?.kind === 'end') lines.push([]);
    else if (token) lines.at(-1)?.push(token);
  }
  return lines;
}

function textsIn(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => (token.kind === 'word' || token.kind === 'text' ? [token.text] : []));
}

/** Where the block that opens here closes; the end of all where it does not. */
function endOfBlock(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    const kind = tokens[at]?.kind;
    if (kind === '{') depth += 1;
    if (kind === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return tokens.length;
}

function nameOf(words: readonly string[]): string {
  return words.join('').toLowerCase();
}

const pieces = /#[^\n]*|"((?:\\.|[^"\\])*)"|([{}=])|([;\n])|([^\s"{}=;#]+)/g;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const [, quoted, sign, end, word] of text.matchAll(pieces)) {
    if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted.replaceAll(/\\(.)/g, '$1') });
    else if (sign !== undefined) tokens.push({ kind: sign as '{' | '}' | '=' });
    else if (end !== undefined) tokens.push({ kind: 'end' });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
  }
  return tokens;
}
