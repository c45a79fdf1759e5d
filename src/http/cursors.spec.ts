import { describe, expect, test } from '@jest/globals';
import { InstanceKey } from '../platform/security/secret-box.js';
import { Cursors } from './cursors.js';

const cursors = new Cursors(new InstanceKey('a secret of this installation'));
const context = { operation: 'listRuns', director: 'embedded', query: { status: ['error'], limit: 50 } };

describe('a cursor', () => {
  test('opens for the list it was created for, with any limit', () => {
    const cursor = cursors.seal([17, 'bacula', null], context);
    expect(cursors.open(cursor, { ...context, query: { status: ['error'], limit: 5 } })).toEqual([17, 'bacula', null]);
  });

  test.each([
    ['another operation', { ...context, operation: 'listJobs' }],
    ['another Director', { ...context, director: 'other' }],
    ['another filter', { ...context, query: { status: ['warning'] } }],
    ['another reading method', { ...context, method: 'mirror' }],
  ])('is rejected for %s', (_, other) => {
    expect(() => cursors.open(cursors.seal([1], context), other)).toThrow(
      expect.objectContaining({ code: 'cursor_mismatch' }),
    );
  });

  test.each(['', 'x', 'A'.repeat(40), `${cursors.seal([1], context)}A`])(
    'that is forged (%j) is rejected',
    (cursor) => {
      expect(() => cursors.open(cursor, context)).toThrow(expect.objectContaining({ code: 'cursor_mismatch' }));
    },
  );

  test('of another installation is rejected', () => {
    const foreign = new Cursors(new InstanceKey('another secret')).seal([1], context);
    expect(() => cursors.open(foreign, context)).toThrow(expect.objectContaining({ code: 'cursor_mismatch' }));
  });
});
