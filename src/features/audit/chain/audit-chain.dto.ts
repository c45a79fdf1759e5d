import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { MayBeAbsent, QueryInteger } from '../../../http/query.decorators.js';
import { AuditFilterQuery } from '../audit.dto.js';
import { findingKinds } from './chain-check.js';
import { headOf } from './chain-head.js';
import { type HealthVerdict } from './verification.service.js';

/** More than any number of records, and less than 2^53. */
const mostSeq = 999_999_999_999_999;

export class SealRangeQuery {
  /** Number of the first seal. */
  @QueryInteger({ min: 1, max: mostSeq })
  from?: number;

  /** Number of the last seal. */
  @QueryInteger({ min: 1, max: mostSeq })
  to?: number;
}

export class AuditExportQuery extends IntersectionType(SealRangeQuery, AuditFilterQuery) {
  /** `ndjson`: one JSON object per record, for scripts/verify-audit.js. `csv`: for spreadsheets. */
  @ApiProperty({ enum: ['ndjson', 'csv'], required: false, default: 'ndjson' })
  @MayBeAbsent()
  @IsIn(['ndjson', 'csv'])
  format?: 'ndjson' | 'csv';
}

/** Newest seal of the audit chain. */
export class AuditHead {
  /** Sequence number of the seal, which is also the number of sealed records. */
  @ApiProperty({ type: 'integer', minimum: 1, examples: [1204] })
  seq!: number;

  /** SHA-256 of the whole chain, in hexadecimal. */
  hash!: string;

  /** When the record was sealed. */
  @ApiProperty({ type: 'string', format: 'date-time' })
  at!: string;

  /** Key that signed the seal; null if it is not signed. */
  keyId!: string | null;

  /** Ed25519 signature, in Base64. */
  signature!: string | null;
}

/** Difference between the audit records and their seals. */
export class AuditFinding {
  /** Kind of difference, as far as the chain can determine it. See docs/operate/audit.md. */
  @ApiProperty({ enum: findingKinds })
  kind!: (typeof findingKinds)[number];

  /** Number of the seal. */
  @ApiProperty({ type: 'integer', nullable: true, examples: [17] })
  seq!: number | null;

  /** Id of the audit record. */
  recordId!: string | null;

  /** Description of the difference. */
  detail!: string;
}

/** Whether the audit records are unchanged. */
export class AuditVerdict {
  /** True if no difference was found. */
  ok!: boolean;

  /** Number of seals checked. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1204] })
  checked!: number;

  /** Newest seal in the database; null if there is none. */
  @ApiProperty({ type: () => AuditHead, nullable: true })
  head!: AuditHead | null;

  /** PEM of the accepted signing keys, the current one first. */
  publicKey!: string;

  /** Whether PostgreSQL prevents the console's role from changing and deleting records. */
  appendOnly!: boolean;

  /** Differences found, at most 100. */
  @ApiProperty({ type: () => [AuditFinding] })
  findings!: AuditFinding[];

  /** All findings, also those that are not shown. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  findingCount!: number;

  /** Whether there are more findings than are shown. */
  hasMoreFindings!: boolean;
}

export function verdictOf({ check, last, mayChange }: HealthVerdict, publicKey: string): AuditVerdict {
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
    findingCount: check.findings.length + check.more,
    hasMoreFindings: check.more > 0,
  };
}
