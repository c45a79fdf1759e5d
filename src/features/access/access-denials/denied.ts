import { type Actor } from '../../../domain/actor.js';
import { type RefusalCode } from '../../../domain/errors.js';
import { type AuditAction, type AuditOutcome } from '../../audit/audit-actions.js';

/** SHA-256 of a secret of our shape that was shown and is not accepted. */
export interface PresentedSecret {
  readonly kind: 'token' | 'session';
  readonly hash: Buffer;
}

/** Something that was refused for who asked, or a password that was wrong. */
export interface Denied {
  readonly action: Extract<AuditAction, 'request.denied' | 'session.create' | 'user.password' | 'user.link.redeem'>;
  readonly outcome: Exclude<AuditOutcome, 'success'>;
  readonly code: RefusalCode;
  readonly requiredCapability: string | null;
  readonly target: string;
  readonly targetName?: string;
  readonly actor: Actor;
  readonly at: Date;
  readonly presented: PresentedSecret | null;
}
