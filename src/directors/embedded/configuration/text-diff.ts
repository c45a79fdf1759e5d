import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

/** Lines of context, as `diff -u` and Git print them. */
const context = 3;

/** A unified diff that `patch` and `git apply` accept; empty where the texts are the same. */
export function diffTexts(fileName: string, before: string, after: string): string {
  if (before === after) return '';
  return createTwoFilesPatch(`a/${fileName}`, `b/${fileName}`, before, after, undefined, undefined, {
    context,
    headerOptions: FILE_HEADERS_ONLY,
  });
}
