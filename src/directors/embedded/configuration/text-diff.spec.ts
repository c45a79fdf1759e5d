import { describe, expect, test } from '@jest/globals';
import { applyPatch } from 'diff';
import { diffTexts } from './text-diff.js';

describe('a diff', () => {
  test('has three lines around each change, as Git prints it', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\nh\n';
    expect(diffTexts('director.yaml', before, before.replace('e\n', 'E\n'))).toBe(
      '--- a/director.yaml\n+++ b/director.yaml\n@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n',
    );
  });

  test('of the same text is empty', () => {
    expect(diffTexts('director.yaml', 'a\n', 'a\n')).toBe('');
  });

  test('shows changed line breaks and a missing final one', () => {
    expect(diffTexts('f', 'a\r\nb', 'a\nb\n')).toBe(
      '--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\r\n-b\n\\ No newline at end of file\n+a\n+b\n',
    );
  });

  test.each([
    ['two lines', 'a\nb\nc', 'a\nB\nc\nd\n'],
    ['an empty file', '', 'a\n'],
    ['thousands of lines that have nothing in common', 'a\n'.repeat(5_000), `${'b\n'.repeat(5_000)}c`],
  ])('of %s leads from one text to the other', (_, before, after) => {
    expect(applyPatch(before, diffTexts('f', before, after))).toBe(after);
  });
});
