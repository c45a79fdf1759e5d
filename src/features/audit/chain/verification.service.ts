import { Injectable } from '@nestjs/common';
import { AppError } from '../../../domain/error-codes.js';
import { ChainCheck, type Finding } from './chain-check.js';
import { HeadKeys, type Head, headOf } from './chain-head.js';
import { ChainHeadMonitor } from './chain-head-monitor.service.js';
import { genesisHash, type Seal, type SealedRow } from './seals.js';
import { SealsRepository } from './seals.repository.js';

const page = 2_000;
const idsPage = 10_000;
/** Concurrent verifications in this process: each uses a connection and much of a core. */
const mostWalks = 2;
/** A record that waits longer than this for its seal was passed over. */
const patienceSeconds = 10;
const mostMarks = 100;

export interface SeqRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface HealthVerdict {
  readonly check: ChainCheck;
  /** The newest seal of the database. */
  readonly last: Seal | null;
  readonly mayChange: boolean;
}

interface Walk {
  readonly from: number;
  readonly to: number;
  readonly last: Seal | null;
  readonly signal: AbortSignal;
}

/** Walks the chain and compares it with the records, and with the head beside the database. */
@Injectable()
export class AuditVerification {
  private walks = 0;

  constructor(
    private readonly seals: SealsRepository,
    private readonly watch: ChainHeadMonitor,
    private readonly keys: HeadKeys,
  ) {}

  /** Inclusive numbers; without `to` it runs to the end and also searches for records outside the chain. Throws when the signal aborts. */
  async verify(range: SeqRange, signal: AbortSignal): Promise<HealthVerdict> {
    if (this.walks >= mostWalks) {
      const detail = 'The audit records are already being verified. Try again when that has finished.';
      throw new AppError('too_many_requests', detail, { retryAfterSeconds: 5 });
    }
    this.walks += 1;
    try {
      return await this.walk(range, signal);
    } finally {
      this.walks -= 1;
    }
  }

  private async walk({ from = 1, to }: SeqRange, signal: AbortSignal): Promise<HealthVerdict> {
    const findings: Finding[] = [];
    // Read before the newest seal: a head that is stored later would look like one that was cut off.
    const pinned = await this.pinnedHead(findings);
    const last = await this.seals.last();
    const check = new ChainCheck(from, await this.hashBefore(from));
    const end = Math.min(to ?? Number.MAX_SAFE_INTEGER, last?.seq ?? 0);
    await this.walkSeals(check, { from, to: end, last, signal });
    for (const fault of findings) check.add(fault);
    if (last) checkEnd(last, check);
    if (pinned) await this.checkHead(last, pinned, check);
    if (to === undefined) await this.checkOutside(check, signal);
    return { check, last, mayChange: await this.seals.mayChangeRecords() };
  }

  private async hashBefore(seq: number): Promise<Buffer | null> {
    return seq === 1 ? genesisHash : ((await this.seals.at(seq - 1))?.hash ?? null);
  }

  private async walkSeals(check: ChainCheck, walk: Walk): Promise<void> {
    const { from, to, last, signal } = walk;
    for (let at = from; at <= to; at += page) {
      signal.throwIfAborted();
      const rows = await this.seals.rows({ from: at, to: Math.min(at + page - 1, to) });
      for (const row of rows) check.take(row);
      const signed = rows.findLast(({ signature }) => signature !== null);
      this.checkSignature(signed, signed?.seq === last?.seq, check);
    }
    check.end(to);
  }

  private async pinnedHead(findings: Finding[]): Promise<Head | null> {
    try {
      const pinned = await this.watch.pinned();
      const fault = pinned && this.signatureError(pinned);
      if (!pinned || fault === null) return pinned;
      findings.push({
        kind: 'bad_signature',
        seq: pinned.seq,
        recordId: null,
        detail: `The head stored outside the database ${fault}`,
      });
    } catch {
      const detail =
        'The head stored outside the database, audit-head.json, cannot be read, so it is unknown whether the end of the chain was removed.';
      findings.push({ kind: 'bad_signature', seq: null, recordId: null, detail });
    }
    return null;
  }

  /**
   * One signature vouches for all seals before it, so the last one of a page is enough; within the chain also one of a key that
   * is forgotten, for a later one vouches for it.
   */
  private checkSignature(row: SealedRow | undefined, isLast: boolean, check: ChainCheck): void {
    const head = row && headOf(row);
    if (!row || !head || (!isLast && this.keys.check(head) === 'unknown_key')) return;
    const fault = this.signatureError(head);
    if (fault === null) return;
    check.add({ kind: 'bad_signature', seq: row.seq, recordId: row.recordId, detail: `Seal ${row.seq} ${fault}` });
  }

  /** null: it is signed by this installation. */
  private signatureError(head: Head): string | null {
    const verdict = this.keys.check(head);
    if (verdict === 'good') return null;
    if (verdict === 'bad') return 'has a signature that its key did not create.';
    return `is signed with the unknown key ${head.keyId}. If INSTANCE_KEY was changed, set INSTANCE_KEY_PREVIOUS to the previous key.`;
  }

  private async checkHead(last: Seal | null, pinned: Head, check: ChainCheck): Promise<void> {
    const lastSeq = last?.seq ?? 0;
    const saw = `This console saw seal ${pinned.seq} at ${pinned.at}`;
    if (pinned.seq > lastSeq) {
      const detail = `${saw}; the chain ends at ${lastSeq}: the seals after it were removed.`;
      check.add({ kind: 'cut_off', seq: lastSeq + 1, recordId: null, detail });
    } else if ((await this.seals.at(pinned.seq))?.hash.toString('hex') !== pinned.hash) {
      const detail = `${saw}, and it is a different seal now: the chain was truncated or rewritten, and then continued.`;
      check.add({ kind: 'rewritten', seq: pinned.seq, recordId: null, detail });
    }
  }

  /** Records that no seal knows of, and marks whose record is gone. */
  private async checkOutside(check: ChainCheck, signal: AbortSignal): Promise<void> {
    for (const { id, isGone } of await this.seals.oddMarks(patienceSeconds, mostMarks)) {
      const detail = isGone
        ? 'A record was removed before it was sealed.'
        : `A record has been waiting for its seal for more than ${patienceSeconds} seconds.`;
      check.add({ kind: isGone ? 'missing' : 'unsealed', seq: null, recordId: id, detail });
    }
    for (let after: string | null = null; ;) {
      signal.throwIfAborted();
      const { unmarked, next } = await this.seals.oddRecords(after, idsPage);
      const detail =
        'This record has no seal and is not waiting for one: it was inserted outside the console, or its seal was removed.';
      for (const id of unmarked) check.add({ kind: 'unsealed', seq: null, recordId: id, detail });
      if (next === null) return;
      after = next;
    }
  }
}

function checkEnd({ seq, signature }: Seal, check: ChainCheck): void {
  if (signature !== null) return;
  const detail = `The chain ends with seal ${seq}, which is not signed: the seals after it were removed.`;
  check.add({ kind: 'cut_off', seq, recordId: null, detail });
}
