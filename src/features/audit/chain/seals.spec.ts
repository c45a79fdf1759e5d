import { describe, expect, test } from '@jest/globals';
import { canonicalJson, hashOfRecord, sealedRecordOf, sealsAfter } from './seals.js';

describe('a sealed record', () => {
  test('has one text, regardless of the order of its members', () => {
    const one = { b: [1, { z: null, a: 'ä"\n' }], a: 1e21, c: undefined };
    const other = { a: 1e21, b: [1, { a: 'ä"\n', z: null }] };
    expect(canonicalJson(one)).toBe('{"a":1e+21,"b":[1,{"a":"ä\\"\\n","z":null}]}');
    expect(canonicalJson(other)).toBe(canonicalJson(one));
  });

  test('leaves out null, so that a column that is added later changes no old record', () => {
    const row = { id: 'x', actor_role: 'admin', at: new Date('2026-11-20T21:00:00Z'), changes: { a: { to: null } } };
    const record = sealedRecordOf({ ...row, added_later: null });
    expect(record).toEqual({
      id: 'x',
      actorRole: 'admin',
      at: '2026-11-20T21:00:00.000Z',
      changes: { a: { to: null } },
    });
    expect(hashOfRecord(record)).toEqual(hashOfRecord(sealedRecordOf(row)));
  });

  test('shows each difference of a member, its name or its type by another hash', () => {
    const records = [{ a: '1' }, { a: 1 }, { b: '1' }, { a: '1', b: '' }, { a: ['1'] }, { a: { '1': 1 } }];
    expect(new Set(records.map((record) => hashOfRecord(record).toString('hex'))).size).toBe(records.length);
  });
});

test('seals count on from the last one, and each hash follows from the one before', () => {
  const at = new Date('2026-11-20T21:00:00Z');
  const records = ['a', 'b', 'c'].map((id) => ({ id }));
  const all = sealsAfter(null, records, at);
  const apart = sealsAfter(all[0] ?? null, records.slice(1), at);
  expect(all.map(({ seq, recordId }) => [seq, recordId])).toEqual([[1, 'a'], [2, 'b'], [3, 'c']]); // prettier-ignore
  expect(apart).toEqual(all.slice(1));
  // The format is a promise: exports of today must verify tomorrow.
  expect(all[2]?.hash.toString('hex')).toBe('91df85411ba51001c32310eba4e78e6f1b3cb43bf21996f93d3e56aa36f33526');
});
