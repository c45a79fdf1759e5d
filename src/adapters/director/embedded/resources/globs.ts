/**
 * Exclude patterns of a fileset, matched against raw names: each byte is taken as one character, so that names that are not
 * UTF-8 match too. `*` stands for anything within one name, `**` for anything across folders, `?` for one byte.
 * A pattern without a slash matches a name at any depth; one with a slash matches the whole path, from the root where it begins
 * with a slash and else from any folder. A final slash limits it to folders.
 */
export interface ExcludePattern {
  matches(path: Buffer, isFolder: boolean): boolean;
}

export function compileExcludes(patterns: readonly string[]): ExcludePattern {
  const compiled = patterns.map(compile);
  return {
    matches: (path, isFolder) => {
      const text = path.toString('latin1');
      return compiled.some((pattern) => (isFolder || !pattern.foldersOnly) && pattern.expression.test(text));
    },
  };
}

function compile(pattern: string): { readonly expression: RegExp; readonly foldersOnly: boolean } {
  const foldersOnly = pattern.endsWith('/');
  const body = foldersOnly ? pattern.slice(0, -1) : pattern;
  const source = sourceOf(Buffer.from(body, 'utf8').toString('latin1'));
  const start = body.startsWith('/') ? '^' : '(?:^|/)';
  return { expression: new RegExp(`${start}${source}$`, 's'), foldersOnly };
}

function sourceOf(body: string): string {
  return body.replace(/\*\*\/|\*\*|\*|\?|[\\^$.|+()[\]{}]/g, (mark) => {
    switch (mark) {
      case '**/':
        return '(?:.*/)?';
      case '**':
        return '.*';
      case '*':
        return '[^/]*';
      case '?':
        return '[^/]';
      default:
        return `\\${mark}`;
    }
  });
}
