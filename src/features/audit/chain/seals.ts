import { hash } from 'node:crypto';

/** An audit record as it is sealed: each column that is not null, in camelCase, times as RFC 3339 in UTC. */
export type SealedRecord = Readonly<Record<string, unknown>>;

export interface Seal {
  readonly seq: number;
  readonly recordId: string;
  readonly recordHash: Buffer;
  readonly hash: Buffer;
  readonly sealedAt: Date;
  readonly keyId: string | null;
  readonly signature: Buffer | null;
}

/** A seal with its neighbors and its record. */
export interface SealedRow extends Seal {
  /** The hash of the seal before; null: there is none where one should be. */
  readonly previousHash: Buffer | null;
  /** null: it is gone. */
  readonly record: SealedRecord | null;
}

/** What the first seal follows. */
export const genesisHash: Buffer = Buffer.alloc(32);

/** JSON of RFC 8785: one text for one value, regardless of the order of its members. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = value as Record<string, unknown>;
  let text = '';
  for (const name of Object.keys(members).sort()) {
    if (members[name] === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(members[name])}`;
  }
  return `{${text}}`;
}

/** Of a database row. Null is left out, so that a later column changes no old record. */
export function sealedRecordOf(row: Readonly<Record<string, unknown>>): SealedRecord {
  const record: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    if (value === null) continue;
    record[memberOf(column)] = value instanceof Date ? value.toISOString() : value;
  }
  return record;
}

const members = new Map<string, string>();

function memberOf(column: string): string {
  const known = members.get(column);
  if (known !== undefined) return known;
  const member = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  members.set(column, member);
  return member;
}

export function hashOfRecord(record: SealedRecord): Buffer {
  return hash('sha256', canonicalJson(record), 'buffer');
}

/** `previous`: the hash of the seal before. */
export function hashOfSeal(previous: Buffer, seal: Pick<Seal, 'seq' | 'recordHash' | 'sealedAt'>): Buffer {
  const { seq, recordHash, sealedAt } = seal;
  const link = canonicalJson({ recordHash: recordHash.toString('hex'), sealedAt: sealedAt.toISOString(), seq });
  return hash('sha256', Buffer.concat([previous, Buffer.from(link)]), 'buffer');
}

/** Seals for these records, in their order, that follow `last`. None of them is signed. */
export function sealsAfter(
  last: Pick<Seal, 'seq' | 'hash'> | null,
  records: readonly SealedRecord[],
  at: Date,
): Seal[] {
  let { seq, hash: previous } = last ?? { seq: 0, hash: genesisHash };
  return records.map((record) => {
    seq += 1;
    const recordHash = hashOfRecord(record);
    previous = hashOfSeal(previous, { seq, recordHash, sealedAt: at });
    return {
      seq,
      recordId: record['id'] as string,
      recordHash,
      hash: previous,
      sealedAt: at,
      keyId: null,
      signature: null,
    };
  });
}
