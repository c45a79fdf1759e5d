import { expect, test } from '@jest/globals';
import { ChainCheck, type Finding } from './chain-check.js';
import { type Seal, type SealedRecord, sealsAfter } from './seals.js';

const at = new Date('2026-11-20T21:00:00Z');

interface Row extends Seal {
  record: SealedRecord | null;
}

/** Seven seals and their records. */
function chain(): Row[] {
  const records = Array.from({ length: 7 }, (_, index) => ({ id: `r${index + 1}`, action: 'test.add' }));
  return sealsAfter(null, records, at).map((seal, index) => ({ ...seal, record: records[index] ?? null }));
}

function findings(rows: readonly Row[], to = 7): string[] {
  const check = new ChainCheck();
  for (const row of [...rows].sort((a, b) => a.seq - b.seq)) check.take(row);
  check.end(to);
  return check.findings.map(({ kind, seq }: Finding) => `${kind} ${seq}`);
}

const changed = (seq: number, change: Partial<Row>): Row[] => chain().map((row) => (row.seq === seq ? { ...row, ...change } : row)); // prettier-ignore

function swapped(a: number, b: number, members: readonly (keyof Row)[]): Row[] {
  const rows = chain();
  const [one, other] = [rows[a - 1], rows[b - 1]] as [Row, Row];
  const taken = (from: Row): Partial<Row> => Object.fromEntries(members.map((member) => [member, from[member]]));
  return rows.map((row) =>
    row.seq === a ? { ...row, ...taken(other) } : row.seq === b ? { ...row, ...taken(one) } : row,
  );
}

test.each<[string, readonly Row[], readonly string[]]>([
  ['a whole chain', chain(), []],
  ['a changed record', changed(3, { record: { id: 'r3', action: 'test.other' } }), ['changed 3']],
  ['a changed first record', changed(1, { record: { id: 'r1', action: 'x' } }), ['changed 1']],
  ['a member more', changed(7, { record: { id: 'r7', action: 'test.add', ip: '::1' } }), ['changed 7']],
  ['a deleted record', changed(3, { record: null }), ['missing 3']],
  ['a deleted record and its seal', chain().filter(({ seq }) => seq !== 3), ['missing 3']],
  ['deleted first seals', chain().filter(({ seq }) => seq > 2), ['missing 1']],
  ['deleted last seals', chain().filter(({ seq }) => seq < 6), ['missing 6']],
  ['no seals', [], ['missing 1']],
  ['a changed time', changed(4, { sealedAt: new Date(0) }), ['renumbered 4']],
  ['a changed hash', changed(4, { hash: Buffer.alloc(32) }), ['renumbered 4']],
  ['a changed record with a hash of its own', changed(4, { recordHash: Buffer.alloc(32), record: null }), ['missing 4', 'renumbered 4']],
  ['records that were exchanged', swapped(2, 5, ['recordId', 'record']), ['renumbered 2', 'renumbered 5']],
  ['seals that were exchanged', swapped(2, 5, ['recordId', 'record', 'recordHash', 'hash']), ['renumbered 2', 'renumbered 5']],
  ['seals that were exchanged beside each other', swapped(4, 5, ['recordId', 'record', 'recordHash', 'hash']), ['renumbered 4', 'renumbered 5']],
])('reports %s', (_what, rows, expected) => {
  expect(findings(rows)).toEqual(expected);
}); // prettier-ignore

test('takes up in the middle, with and without the hash before', () => {
  const rows = chain().slice(3);
  for (const previous of [chain()[2]?.hash ?? null, null]) {
    const check = new ChainCheck(4, previous);
    for (const row of rows) check.take(row);
    check.end(7);
    expect([check.findings, check.checked]).toEqual([[], 4]);
  }
  const wrong = new ChainCheck(4, Buffer.alloc(32));
  for (const row of rows) wrong.take(row);
  expect(wrong.findings.map(({ seq }) => seq)).toEqual([4]);
});

test('keeps a hundred findings and counts the others', () => {
  const records = Array.from({ length: 150 }, (_, index) => ({ id: `r${index}` }));
  const check = new ChainCheck();
  for (const seal of sealsAfter(null, records, at)) check.take({ ...seal, record: { id: 'x' } });
  check.end(150);
  expect([check.findings.length, check.more, check.checked]).toEqual([100, 50, 150]);
});
