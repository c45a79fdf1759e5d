import { type RecipientOutcome } from '../../domain/notification.js';
import { type Mail } from '../../domain/senders.port.js';

/** A refusal of one recipient, as the mail library reports it. */
export interface RecipientFault {
  readonly recipient?: string;
  readonly responseCode?: number;
}

/** Who of a mail's recipients is tried, and what is known of each of them after this try. */
export class MailRecipients {
  /** Those that neither accepted nor refused the mail on an earlier try. */
  readonly pending: readonly string[];
  private readonly known: ReadonlyMap<string, RecipientOutcome>;
  private readonly acceptedEarlier: boolean;

  constructor(private readonly mail: Pick<Mail, 'to' | 'earlier'>) {
    const earlier = mail.earlier ?? [];
    this.known = new Map(earlier.map((outcome) => [outcome.address, outcome]));
    this.acceptedEarlier = earlier.some(({ status }) => status === 'accepted');
    const isLeft = (address: string): boolean => (this.known.get(address)?.status ?? 'deferred') === 'deferred';
    const left = mail.to.filter(isLeft);
    // A server that refuses everyone is more likely set up wrongly than right.
    this.pending = left.length === 0 && !this.acceptedEarlier ? mail.to : left;
  }

  /**
   * What the server answered for each pending recipient. The library writes addresses its own way and keeps their order;
   * `sentTo` are its spellings. Undefined where two of ours are one of them, so that no answer is credited to the wrong one.
   */
  answered(sentTo: readonly string[], faults: readonly RecipientFault[]): RecipientOutcome[] | undefined {
    if (sentTo.length !== this.pending.length) return undefined;
    const byRecipient = new Map(faults.map((fault) => [fault.recipient, fault]));
    return this.pending.map((address, at) => {
      const fault = byRecipient.get(sentTo[at]);
      if (!fault) return { address, status: 'accepted', statusCode: 250 };
      const { responseCode = null } = fault;
      return {
        address,
        status: responseCode !== null && responseCode >= 500 ? 'refused' : 'deferred',
        statusCode: responseCode,
      };
    });
  }

  /** All recipients of the mail after a try with these answers. */
  after(answers: readonly RecipientOutcome[]): {
    readonly all: readonly RecipientOutcome[];
    readonly hasArrived: boolean;
  } {
    const known = new Map([...this.known, ...answers.map((answer) => [answer.address, answer] as const)]);
    const all = this.mail.to.map((address) => known.get(address)).filter((outcome) => outcome !== undefined);
    return { all, hasArrived: this.acceptedEarlier || answers.some(({ status }) => status === 'accepted') };
  }
}
