import { type FileKey } from '../../domain/name-index.port.js';
import { type NamePattern } from '../../domain/name-pattern.js';
import { detailsAt } from './name-block.js';

export interface BlockHit extends FileKey {
  readonly line: number;
}

const lineBreak = 10;

/**
 * The names of a block that match, those behind `afterLine` (-1: all). A folder's own name is not in the details, so its folded
 * line decides, and lets it through where the line cannot tell.
 */
export function hitsOf(
  folded: string,
  details: Buffer,
  needle: string,
  pattern: NamePattern,
  afterLine: number,
): BlockHit[] {
  const lines = linesWith(folded, needle).filter(({ line }) => line > afterLine);
  if (lines.length === 0) return [];
  const entries = detailsAt(
    details,
    lines.map(({ line }) => line),
  );
  return entries.flatMap(({ pathId, name }, index) => {
    const { line, start } = lines[index] ?? { line: -1, start: 0 };
    const isHit =
      name.length > 0
        ? pattern.matches(name.toString('utf8'))
        : mayBeFolder(folded.slice(start, folded.indexOf('\n', start)), pattern);
    return isHit ? [{ line, pathId: String(pathId), name }] : [];
  });
}

/** Another letter case or a line break in the name is no longer to be seen in its line. */
function mayBeFolder(line: string, pattern: NamePattern): boolean {
  return pattern.kind === 'exact' || line.includes('\u0001') || pattern.matches(line);
}

/** Which lines of a block's text the needle lies in, and where they start. A needle may hold the line breaks around a line. */
export function linesWith(folded: string, needle: string): { readonly line: number; readonly start: number }[] {
  const lines: { line: number; start: number }[] = [];
  const lead = needle.startsWith('\n') ? 1 : 0;
  let line = -1;
  let counted = 0;
  for (let at = folded.indexOf(needle); at !== -1;) {
    for (; counted < at + lead; counted += 1) if (folded.charCodeAt(counted) === lineBreak) line += 1;
    const inLine = at + lead;
    if (inLine === 0) {
      at = folded.indexOf(needle, 1);
      continue;
    }
    if (inLine >= folded.length) break;
    lines.push({ line, start: folded.lastIndexOf('\n', inLine - 1) + 1 });
    const end = folded.indexOf('\n', inLine);
    if (end === -1) break;
    at = folded.indexOf(needle, lead === 1 ? end : end + 1);
  }
  return lines;
}
