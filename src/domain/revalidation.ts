import { type Capability, type Principal } from './principal.js';
import { AppError } from './error-codes.js';

/** What a caller has lost since the request came in: the whole credential, or a capability of the role; null: nothing. */
export type RevokedAccess = 'credential' | Capability | null;

/**
 * Whether a caller may still go on. A request is checked once when it comes in; whatever stays open longer, such as a
 * stream, a wait or a body that trickles in, asks again at least every five seconds or before it acts.
 */
export abstract class CallerCheck<Tx = unknown> {
  abstract lossOf(principal: Principal): Promise<RevokedAccess>;

  /** The same within a transaction: until its end nobody can take from the caller what is not lost now. */
  abstract heldLossOf(transaction: Tx, principal: Principal): Promise<RevokedAccess>;

  /**
   * To begin a transaction with that hands on rights: what the caller may do is what they may do when it is committed. Two of these
   * wait for each other. Refusals as for requireStillValid.
   */
  async hold(transaction: Tx, principal: Principal): Promise<void> {
    refuse(await this.heldLossOf(transaction, principal));
  }

  async isStillValid(principal: Principal): Promise<boolean> {
    return (await this.lossOf(principal)) === null;
  }

  /** AppError unauthenticated where session or token have ended, missing_capability where the role was narrowed. */
  async requireStillValid(principal: Principal): Promise<void> {
    refuse(await this.lossOf(principal));
  }
}

function refuse(loss: RevokedAccess): void {
  if (loss === null) return;
  if (loss === 'credential') throw new AppError('unauthenticated', 'Sign in, or send a valid API token.');
  throw new AppError('missing_capability', `Your role lost ${loss} during this request. Send the request again.`, {
    requiredCapability: loss,
  });
}
