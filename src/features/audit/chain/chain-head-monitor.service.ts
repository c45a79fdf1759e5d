import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { LOG } from '../../../platform/logging/log.js';
import { HeadKeys, type Head, headOf, PinnedHead } from './chain-head.js';
import { type Seal } from './seals.js';
import { SealsRepository } from './seals.repository.js';

class UnreadableHead extends Error {}

/**
 * Stores the newest head that this console saw, and never a later one that does not follow from it. If the database is cut off or
 * rewritten, this stays detectable however much is added afterwards.
 */
@Injectable()
export class ChainHeadMonitor {
  private newest: Head | null = null;
  private isRead = false;
  private complaint: string | null = null;

  constructor(
    private readonly seals: SealsRepository,
    private readonly keys: HeadKeys,
    private readonly file: PinnedHead,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** The head that is kept. Throws an Error that names the file where it cannot be read. */
  async pinned(): Promise<Head | null> {
    if (!this.isRead) {
      try {
        this.newest = await this.file.read();
      } catch (cause) {
        throw new UnreadableHead(`${this.file.file} cannot be read: ${(cause as Error).message}`, { cause });
      }
      this.isRead = true;
    }
    return this.newest;
  }

  /** Takes the newest seal of the database for the head, if it follows from the one that is kept. */
  async see(last: Seal | null): Promise<void> {
    try {
      const pinned = await this.pinned();
      const head = last && headOf(last);
      if (pinned?.hash === head?.hash) return;
      const fault = (await this.contradiction(pinned, last)) ?? this.signatureError(last, head);
      if (fault !== null) this.complain(fault);
      else if (head) await this.keep(head);
    } catch (error) {
      // The pinned head is unreadable, not the chain: sealing continues.
      if (!(error instanceof UnreadableHead)) throw error;
      this.complain(error.message);
    }
  }

  private async contradiction(pinned: Head | null, last: Seal | null): Promise<string | null> {
    if (pinned === null) return null;
    const stands = last !== null && last.seq >= pinned.seq ? await this.seals.at(pinned.seq) : null;
    if (stands?.hash.toString('hex') === pinned.hash) return null;
    return `Seal ${pinned.seq} of the audit records is missing or was replaced.`;
  }

  private signatureError(last: Seal | null, head: Head | null): string | null {
    if (last === null) return null;
    if (head === null) return `The newest seal of the audit records, ${last.seq}, is not signed.`;
    if (this.keys.check(head) === 'good') return null;
    return `The newest seal of the audit records, ${head.seq}, is signed with a different key.`;
  }

  private async keep(head: Head): Promise<void> {
    this.newest = head;
    this.complaint = null;
    try {
      await this.file.write(head);
    } catch (error) {
      this.complain(`Could not store the head of the audit chain: ${(error as Error).message}`);
    }
  }

  /** Once for each fault, not twice a second. */
  private complain(fault: string): void {
    if (fault === this.complaint) return;
    this.complaint = fault;
    this.log.error(
      { file: this.file.file },
      `${fault} For details, call GET /api/v1/admin/audit/verify (docs/operate/audit.md).`,
    );
  }
}
