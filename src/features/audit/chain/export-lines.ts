import { csvRow } from '../../../http/csv-answer.js';
import { type SealedRow } from './seals.js';

/** A seal and its record as one line of JSON, with all that it takes to verify it without the database. */
export function jsonLine(row: SealedRow): string {
  const { seq, sealedAt, record, recordHash, previousHash, hash, keyId, signature } = row;
  const line = {
    seq,
    sealedAt: sealedAt.toISOString(),
    record,
    recordHash: recordHash.toString('hex'),
    previousHash: previousHash?.toString('hex') ?? null,
    hash: hash.toString('hex'),
    ...(keyId === null ? {} : { keyId, signature: signature?.toString('base64') }),
  };
  return `${JSON.stringify(line)}\n`;
}

export function csvHead(recordMembers: readonly string[]): string {
  return csvRow(['seq', 'sealedAt', ...recordMembers, 'hash']);
}

export function csvLine({ seq, sealedAt, record, hash }: SealedRow, recordMembers: readonly string[]): string {
  const cells = recordMembers.map((member) => textOf(record?.[member]));
  return csvRow([String(seq), sealedAt.toISOString(), ...cells, hash.toString('hex')]);
}

function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
