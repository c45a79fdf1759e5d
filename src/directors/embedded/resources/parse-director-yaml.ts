import { type Alias, type Document, LineCounter, parseDocument, visit } from 'yaml';

/** director.yaml is not one YAML document, or one of its aliases cannot be followed. */
export class DirectorYamlError extends Error {
  /** Without the place and the lines of the file that the message shows. */
  readonly sentence: string;

  constructor(
    message: string,
    /** Counted from 1; null where the parser gives none. */
    readonly line: number | null,
    readonly column: number | null,
    cause?: unknown,
  ) {
    super(`director.yaml: ${message}`, { cause });
    this.sentence = message.replace(/ (?:at line \d+, column \d+:\n[^]*|\(line \d+, column \d+\))$/, '');
  }
}

export interface DirectorYaml {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
  /** The document as plain values, its aliases followed; null where it is empty. */
  readonly value: unknown;
}

/** The one way to parse director.yaml: an edit must understand a file exactly as the reader does. */
export function parseDirectorYaml(text: string): DirectorYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { logLevel: 'error', keepSourceTokens: true, lineCounter: lines });
  const [error] = document.errors;
  if (error) {
    const [place] = error.linePos ?? [];
    // The parser's own message recommends one of its functions.
    const message =
      error.code === 'MULTIPLE_DOCS'
        ? `has several YAML documents; the second begins in line ${place?.line}. Keep one`
        : error.message;
    throw new DirectorYamlError(message, place?.line ?? null, place?.col ?? null);
  }
  return { document, lines, value: valueOf(document, lines) };
}

/** Aliases are only followed here, so that one without an anchor is found after the text was accepted. */
function valueOf(document: Document, lines: LineCounter): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    const place = placeOfAlias(document, lines);
    const position = place === null ? '' : ` (line ${place.line}, column ${place.col})`;
    const message = `${(error as Error).message}. Put a value that starts with * in quotes${position}`;
    throw new DirectorYamlError(message, place?.line ?? null, place?.col ?? null, error);
  }
}

/** The first alias without an anchor before it. */
function placeOfAlias(document: Document, lines: LineCounter): { readonly line: number; readonly col: number } | null {
  let unresolved: Alias | null = null;
  visit(document, {
    Alias: (_, alias) => {
      if (alias.resolve(document) !== undefined) return undefined;
      unresolved = alias;
      return visit.BREAK;
    },
  });
  const range = (unresolved as Alias | null)?.range;
  return range ? lines.linePos(range[0]) : null;
}
