import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { MayBeAbsent, QueryInteger } from '../../platform/http/query.decorators.js';
import { AuditFilterQuery } from '../audit.dto.js';
import { findingKinds } from './chain-check.js';
import { headOf } from './head.js';
import { type Verdict } from './verification.service.js';

/** Beyond any number of records, and below what a number holds exactly. */
const mostSeq = 999_999_999_999_999;

export class SealRangeQuery {
  /** The first seal, by its number. */
  @QueryInteger({ min: 1, max: mostSeq })
  from?: number;

  /** The last seal, by its number. */
  @QueryInteger({ min: 1, max: mostSeq })
  to?: number;
}

export class AuditExportQuery extends IntersectionType(SealRangeQuery, AuditFilterQuery) {
  /** ndjson: a line of JSON for each record, which scripts/verify-audit.js verifies; csv: for spreadsheets. */
  @ApiProperty({ enum: ['ndjson', 'csv'], required: false, default: 'ndjson' })
  @MayBeAbsent()
  @IsIn(['ndjson', 'csv'])
  format?: 'ndjson' | 'csv';
}

/** The newest seal. */
export class AuditHead {
  /** Its number: that of all sealed records. */
  @ApiProperty({ type: 'integer', minimum: 1, examples: [1204] })
  seq!: number;

  /** SHA-256 of the whole chain, hexadecimal. */
  hash!: string;

  /** When it was sealed. */
  @ApiProperty({ type: 'string', format: 'date-time' })
  at!: string;

  /** The key that signed it; null: it is not signed. */
  keyId!: string | null;

  /** Ed25519, Base64. */
  signature!: string | null;
}

/** Something that is otherwise than it was sealed. */
export class AuditFinding {
  /** What happened, as far as the chain shows it; docs/audit.md tells them apart. */
  @ApiProperty({ enum: findingKinds })
  kind!: (typeof findingKinds)[number];

  /** The number of the seal. */
  @ApiProperty({ type: 'integer', nullable: true, examples: [17] })
  seq!: number | null;

  /** The record. */
  recordId!: string | null;

  /** The same for a person. */
  detail!: string;
}

/** Whether the audit records are as they were written. */
export class AuditVerdict {
  /** true: nothing was found. */
  ok!: boolean;

  /** Seals that were checked. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1204] })
  checked!: number;

  /** The newest seal of the database; null: there is none. */
  @ApiProperty({ type: () => AuditHead, nullable: true })
  head!: AuditHead | null;

  /** PEM of the keys whose signatures count, the current one first. */
  publicKey!: string;

  /** Whether PostgreSQL keeps the console's own role from changing and removing records. */
  appendOnly!: boolean;

  /** What does not fit, at most 100. */
  @ApiProperty({ type: () => [AuditFinding] })
  findings!: AuditFinding[];

  /** Findings beyond these. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  moreFindings!: number;
}

export function verdictOf({ check, last, mayChange }: Verdict, publicKey: string): AuditVerdict {
  const unsigned = last && {
    seq: last.seq,
    hash: last.hash.toString('hex'),
    at: last.sealedAt.toISOString(),
    keyId: null,
    signature: null,
  };
  return {
    ok: check.findings.length === 0,
    checked: check.checked,
    head: last && (headOf(last) ?? unsigned),
    publicKey,
    appendOnly: !mayChange,
    findings: [...check.findings],
    moreFindings: check.more,
  };
}
