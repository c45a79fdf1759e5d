import { Injectable } from '@nestjs/common';
import { type Actor } from '../../../domain/actor.js';
import { type AuditFilter } from '../audit-filter.js';
import { AuditRecorder } from '../audit-recorder.js';
import { AuditRecordsRepository } from '../audit-records.repository.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { AuditSealer } from './sealer.service.js';
import { SealsRepository, type SealSpan } from './seals.repository.js';
import { csvRow } from '../../../http/csv-answer.js';
import { type SealedRow } from './seals.js';

/** A seal and its record as one line of JSON, with all that it takes to verify it without the database. */
function jsonLine(row: SealedRow): string {
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

/** Seals read at a time. Bounds memory and the duration of a statement for any number of records. */
const page = 1_000;

export type ExportFormat = 'ndjson' | 'csv';

/** The export request; without bounds everything, without members in the filter every record. */
export interface ExportRequest {
  readonly format: ExportFormat;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly filter: AuditFilter;
}

@Injectable()
export class AuditExport {
  constructor(
    private readonly seals: SealsRepository,
    private readonly sealer: AuditSealer,
    private readonly audit: AuditRecorder,
    private readonly records: AuditRecordsRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The text of the export, page by page as it is taken; all records up to now are in it, and that of the export itself. */
  async begin(actor: Actor, { format, from, to, filter }: ExportRequest): Promise<AsyncGenerator<string>> {
    const given = Object.entries<unknown>({ format, from, to, ...filter }).filter(([, value]) => value !== undefined);
    const changes = Object.fromEntries(given.map(([member, value]) => [member, { to: value }]));
    await this.unitOfWork.run((transaction) =>
      this.audit.record(transaction, { actor, action: 'audit.export', target: 'audit:records', changes }),
    );
    await this.sealer.sealAll();
    const last = (await this.seals.last())?.seq ?? 0;
    const resolved = await this.records.resolve(filter);
    return this.pages(format, { from: from ?? 1, to: Math.min(to ?? last, last), filter: resolved });
  }

  private async *pages(format: ExportFormat, span: SealSpan): AsyncGenerator<string> {
    const members = this.seals.recordMembers;
    if (format === 'csv') yield csvHead(members);
    for (let from = span.from; from <= span.to; from += page) {
      const rows = await this.seals.rows({ ...span, from, to: Math.min(from + page - 1, span.to) });
      if (format === 'csv') yield rows.map((row) => csvLine(row, members)).join('');
      else yield rows.map((row) => jsonLine(row)).join('');
    }
  }
}
