import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { conditionsOf, type ResolvedAuditFilter, SqlParams } from '../audit-filter.js';
import { AuditRecordEntity } from '../audit-record.entity.js';
import { advisoryLocks } from '../../../database/advisory-locks.js';
import { queryPrepared } from '../../../database/prepared-statement.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { genesisHash, type Seal, type SealedRecord, type SealedRow, sealedRecordOf } from './seals.js';

type Row = Record<string, unknown>;

const sealColumns = 's.seq AS seal_seq, s.record_id AS seal_record_id, s.record_hash AS seal_record_hash, s.hash AS seal_hash, s.sealed_at AS seal_sealed_at, s.key_id AS seal_key_id, s.signature AS seal_signature'; // prettier-ignore
const lastSeal = `SELECT ${sealColumns} FROM audit_seal s ORDER BY s.seq DESC LIMIT 1`;
/** Runs twice a second, so prepared. */
const unsealedStatement = `SELECT w.waiting, l.* FROM
  (SELECT EXISTS (SELECT FROM audit_unsealed u JOIN audit_record r ON r.id = u.record_id) AS waiting) w
  LEFT JOIN (${lastSeal}) l ON true`;

/** Which seals: `from` and `to` inclusive, by number; with a filter only those whose records it fits. */
export interface SealSpan {
  readonly from: number;
  readonly to: number;
  readonly filter?: ResolvedAuditFilter;
}

/** Marks and records that do not fit together. */
export interface InconsistentRecords {
  /** Records with neither a seal nor a mark that they wait for one. */
  readonly unmarked: readonly string[];
  /** Where the next batch starts; null: this was the last. */
  readonly next: string | null;
}

@Injectable()
export class SealsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The members that a record may have, in the order of the table's columns. */
  get recordMembers(): readonly string[] {
    return this.dataSource.getMetadata(AuditRecordEntity).columns.map(({ propertyName }) => propertyName);
  }

  /** Waits until no other process adds seals; the turn ends with the transaction. */
  async lockSealing(transaction: Transaction): Promise<void> {
    await transaction.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.auditSealing]);
  }

  /** The oldest records that wait for their seal. */
  async waiting(transaction: Transaction, limit: number): Promise<SealedRecord[]> {
    const rows: Row[] = await transaction.query(
      `SELECT r.* FROM audit_unsealed u JOIN audit_record r ON r.id = u.record_id
       ORDER BY u.marked_at, u.record_id LIMIT $1`,
      [limit],
    );
    return rows.map((row) => sealedRecordOf(row));
  }

  async last(transaction?: Transaction): Promise<Seal | null> {
    const [row]: Row[] = await (transaction ?? this.dataSource).query(lastSeal);
    return row ? sealOf(row) : null;
  }

  async at(seq: number): Promise<Seal | null> {
    const [row]: Row[] = await this.dataSource.query(`SELECT ${sealColumns} FROM audit_seal s WHERE s.seq = $1`, [seq]);
    return row ? sealOf(row) : null;
  }

  /** Whether records wait, and the newest seal. */
  async findUnsealed(): Promise<{ readonly isWaiting: boolean; readonly last: Seal | null }> {
    const [row] = await queryPrepared<Row>(this.dataSource, { name: 'seals_look', text: unsealedStatement }, []);
    return { isWaiting: row?.['waiting'] === true, last: row && row['seal_seq'] !== null ? sealOf(row) : null };
  }

  async insert(transaction: Transaction, seals: readonly Seal[]): Promise<void> {
    await transaction.query(
      `INSERT INTO audit_seal (seq, record_id, record_hash, hash, sealed_at, key_id, signature)
       SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::bytea[], $4::bytea[], $5::timestamptz[], $6::text[], $7::bytea[])`,
      [
        seals.map(({ seq }) => seq),
        seals.map(({ recordId }) => recordId),
        seals.map(({ recordHash }) => recordHash),
        seals.map(({ hash }) => hash),
        seals.map(({ sealedAt }) => sealedAt),
        seals.map(({ keyId }) => keyId),
        seals.map(({ signature }) => signature),
      ],
    );
    await transaction.query('DELETE FROM audit_unsealed WHERE record_id = ANY ($1)', [
      seals.map(({ recordId }) => recordId),
    ]);
  }

  /** The seals of the span with their records and the hash before, by number; read in one go, so a span of few thousand numbers. */
  async rows({ from, to, filter = {} }: SealSpan): Promise<SealedRow[]> {
    const values = new SqlParams();
    const span = `s.seq BETWEEN ${values.add(from)} AND ${values.add(to)}`;
    const conditions = [span, ...conditionsOf(filter, values)];
    const rows: Row[] = await this.dataSource.query(
      `SELECT ${sealColumns}, p.hash AS seal_previous_hash, record.* FROM audit_seal s
         LEFT JOIN audit_seal p ON p.seq = s.seq - 1 LEFT JOIN audit_record record ON record.id = s.record_id
       WHERE ${conditions.join(' AND ')} ORDER BY s.seq`,
      values.list,
    );
    return rows.map((row) => rowOf(row));
  }

  /** Reads the records of `limit` ids after `after`. One statement sees a record's mark or its seal, never neither. */
  async oddRecords(after: string | null, limit: number): Promise<InconsistentRecords> {
    const [row]: { last: string | null; unmarked: string[] }[] = await this.dataSource.query(
      `WITH page AS (SELECT id FROM audit_record WHERE id > $1 ORDER BY id LIMIT $2)
       SELECT (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last,
         ARRAY (SELECT p.id FROM page p
           WHERE NOT EXISTS (SELECT FROM audit_seal s WHERE s.record_id = p.id)
             AND NOT EXISTS (SELECT FROM audit_unsealed u WHERE u.record_id = p.id))::text[] AS unmarked`,
      [after ?? '00000000-0000-0000-0000-000000000000', limit],
    );
    return { unmarked: row?.unmarked ?? [], next: row?.last ?? null };
  }

  /** Marks without a record, and those of records that have waited for longer than the seconds. */
  async oddMarks(seconds: number, limit: number): Promise<{ readonly id: string; readonly isGone: boolean }[]> {
    return this.dataSource.query(
      `SELECT u.record_id AS id, r.id IS NULL AS "isGone" FROM audit_unsealed u LEFT JOIN audit_record r ON r.id = u.record_id
       WHERE r.id IS NULL OR u.marked_at < clock_timestamp() - make_interval(secs => $1) ORDER BY u.marked_at LIMIT $2`,
      [seconds, limit],
    );
  }

  /** Whether the role of the console could change or remove records: then PostgreSQL does not keep it from doing so. */
  async mayChangeRecords(): Promise<boolean> {
    const [row]: { may: boolean }[] = await this.dataSource.query(
      `SELECT bool_or(pg_has_role(relowner, 'MEMBER') OR has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE')) AS may
       FROM pg_class WHERE oid IN ('audit_record'::regclass, 'audit_seal'::regclass)`,
    );
    return row?.may !== false;
  }
}

function sealOf(row: Row): Seal {
  return {
    seq: Number(row['seal_seq']),
    recordId: row['seal_record_id'] as string,
    recordHash: row['seal_record_hash'] as Buffer,
    hash: row['seal_hash'] as Buffer,
    sealedAt: row['seal_sealed_at'] as Date,
    keyId: row['seal_key_id'] as string | null,
    signature: row['seal_signature'] as Buffer | null,
  };
}

function rowOf(row: Row): SealedRow {
  const seal = sealOf(row);
  const previousHash = row['seal_previous_hash'] as Buffer | null;
  return { ...seal, previousHash: seal.seq === 1 ? genesisHash : previousHash, record: recordOf(row) };
}

function recordOf(row: Row): SealedRecord | null {
  if (row['id'] === null) return null;
  const record: Row = {};
  for (const column in row) if (!column.startsWith('seal_')) record[column] = row[column];
  return sealedRecordOf(record);
}
