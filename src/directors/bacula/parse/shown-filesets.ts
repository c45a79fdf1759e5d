import { type DirectorFileset } from '../../../domain/job.js';

const filesetLine = /^FileSet: name=(.+?)(?: IgnoreFileSetChanges=\d+.*)?$/i;
/** A letter for each kind of line: I an included path, E an excluded one, R and W (with D, F or B behind) patterns, P a plugin. */
const ruleLine = /^\s+([A-Z]{1,2}) (.*)$/;

/** The filesets in the text of `show filesets`, by name. */
export function shownFilesets(text: string): ReadonlyMap<string, Omit<DirectorFileset, 'name'>> {
  const found = new Map<string, { include: string[]; exclude: string[]; hasPatterns: boolean }>();
  let fileset: { include: string[]; exclude: string[]; hasPatterns: boolean } | null = null;
  for (const line of text.split('\n')) {
    const name = filesetLine.exec(line.trimEnd())?.[1];
    if (name !== undefined) found.set(name, (fileset = { include: [], exclude: [], hasPatterns: false }));
    const [, kind = '', rule = ''] = ruleLine.exec(line.trimEnd()) ?? [];
    if (fileset === null || kind === '') continue;
    if (kind === 'I') fileset.include.push(rule);
    else if (kind === 'E') fileset.exclude.push(rule);
    else if (/^[RWPX]/.test(kind)) fileset.hasPatterns = true;
  }
  return found;
}
