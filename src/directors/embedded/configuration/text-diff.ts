import { createTwoFilesPatch, FILE_HEADERS_ONLY, formatPatch } from 'diff';

/** Lines of context, as `diff -u` and Git print them. */
const context = 3;

/** The time to find the smallest diff grows with the square of the changed lines: these take a second. */
const mostChangedLines = 2_000;

/** A unified diff that `patch` and `git apply` accept; empty if the texts are the same. */
export function diffTexts(fileName: string, before: string, after: string): string {
  if (before === after) return '';
  const [oldName, newName] = [`a/${fileName}`, `b/${fileName}`];
  const smallest = createTwoFilesPatch(oldName, newName, before, after, undefined, undefined, {
    context,
    maxEditLength: mostChangedLines,
    headerOptions: FILE_HEADERS_ONLY,
  });
  return smallest ?? replaceAll(oldName, newName, linesOf(before), linesOf(after));
}

/** For files with little in common: correct, but not the smallest diff. */
function replaceAll(
  oldFileName: string,
  newFileName: string,
  before: readonly string[],
  after: readonly string[],
): string {
  const lines = [...before.flatMap((line) => patchLines('-', line)), ...after.flatMap((line) => patchLines('+', line))];
  const hunk = { oldStart: 1, oldLines: before.length, newStart: 1, newLines: after.length, lines };
  const headers = { oldHeader: undefined, newHeader: undefined };
  return formatPatch({ oldFileName, newFileName, ...headers, hunks: [hunk] }, FILE_HEADERS_ONLY);
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function patchLines(mark: '-' | '+', line: string): readonly string[] {
  return line.endsWith('\n') ? [mark + line.slice(0, -1)] : [mark + line, '\\ No newline at end of file'];
}
