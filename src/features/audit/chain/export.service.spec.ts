import { expect, test } from '@jest/globals';
import { csvHead, csvLine } from './export.service.js';
import { genesisHash, type SealedRecord, type SealedRow, sealsAfter } from './seals.js';

const members = ['id', 'action', 'userAgent', 'changes'];

function line(record: SealedRecord): string {
  const [seal] = sealsAfter(null, [record], new Date('2026-11-20T21:00:00Z'));
  const row = { ...seal, previousHash: genesisHash, record } as SealedRow;
  return csvLine(row, members).replace(/[0-9a-f]{64}\r\n$/, 'HASH');
}

test('a line of CSV has the columns of the head, quoted where they must be', () => {
  expect(csvHead(members)).toBe('seq,sealedAt,id,action,userAgent,changes,hash\r\n');
  const record = { id: 'x', action: 'a,b', changes: { name: { to: 'say "yes"\n' } } };
  expect(line(record)).toBe('1,2026-11-20T21:00:00.000Z,x,"a,b",,"{""name"":{""to"":""say \\""yes\\""\\n""}}",HASH');
});

test.each(['=', '+', '-', '@', '\t', '\r'])('a cell that begins with %j is no formula', (sign) => {
  expect(line({ id: 'x', userAgent: `${sign}1+cmd` })).toMatch(/,"?'[=+\-@\t\r]1\+cmd"?,/);
});
