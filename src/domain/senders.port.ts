import { type SmtpServer } from './channel.js';
import { type RecipientOutcome, type SendCode, type SendOutcome } from './notification.js';

/** One POST of one body. */
export interface WebhookPost {
  /** http or https. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Mail {
  /** Named in the header on every try. */
  readonly to: readonly string[];
  /** Results of earlier tries. Recipients that were accepted or refused do not get the mail again. */
  readonly earlier?: readonly RecipientOutcome[];
  readonly from: string;
  /** Without angle brackets; the same on every try. */
  readonly messageId: string;
  readonly date: Date;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Why an address is not connected to. */
export interface TargetRejection {
  readonly code: SendCode;
  readonly detail: string;
}

/** Never throws for what the other side does, and answers within its limit of 15 seconds. */
export abstract class WebhookSender {
  abstract post(post: WebhookPost, signal: AbortSignal): Promise<SendOutcome>;
  /** Whether an address is certainly rejected. No name is resolved. */
  abstract knownRejection(host: string, port: number): TargetRejection | null;
}

/** Never throws for what the other side does, and answers within its limit of 30 seconds. */
export abstract class MailSender {
  /** `server` null: the installation's own. */
  abstract send(mail: Mail, server: SmtpServer | null, signal: AbortSignal): Promise<SendOutcome>;
  /** The sender's address of the installation, or null where no server is set up. */
  /** Whether an address is certainly rejected. No name is resolved. */
  abstract knownRejection(host: string, port: number): TargetRejection | null;
  abstract readonly ownAddress: string | null;
}
