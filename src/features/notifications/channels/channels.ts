import { type Channel } from '../../../domain/channel.js';
import { type Transaction } from '../../../database/unit-of-work.js';

/** The channels there are, as those who send need them. */
export abstract class Channels {
  /** With their secrets opened; those whose secrets cannot be opened are left out and named in the log. */
  abstract all(): Promise<readonly Channel[]>;
  abstract find(id: string): Promise<Channel | null>;
  /** The receiver is gone for good. Audited; nothing more is sent until somebody resumes the channel. */
  abstract disable(transaction: Transaction, id: string): Promise<void>;
  /** `since` null: it arrives again. Answers whether this changed anything. */
  abstract markFailing(transaction: Transaction, id: string, since: Date | null): Promise<boolean>;
  /** Calls back, in every process, after channels were added, changed or removed. Returns the way to stop it. */
  abstract onChange(listener: () => void): () => void;
}
