import { describe, expect, test } from '@jest/globals';
import { undoneBetween } from './configuration-changes.service.js';

const step = (baseRevision: string, resultRevision: string) => ({ baseRevision, resultRevision });
const [b, c] = [step('B', 'C'), step('C', 'D')];

describe('the changes that a revert would undo too', () => {
  test('are none where the result of the change is in force', () => {
    expect(undoneBetween(step('A', 'B'), 'B', [])).toEqual([]);
  });

  test('are those that followed, oldest first', () => {
    expect(undoneBetween(step('A', 'B'), 'D', [b, c])).toEqual([b, c]);
  });

  test('leave out what was taken back, and taken back again', () => {
    const again = step('C', 'B');
    expect(undoneBetween(step('A', 'B'), 'C', [b, c, step('D', 'C')])).toEqual([b]);
    expect(undoneBetween(step('A', 'B'), 'D', [b, again, b, c])).toEqual([b, c]);
    expect(undoneBetween(step('A', 'B'), 'B', [b, again])).toEqual([]);
  });
});
