import { type Capability, type Principal } from './principal.js';
import { AppError } from './error-codes.js';

/** What a caller has lost since the request came in: the whole credential, or a capability of the role; null: nothing. */
export type RevokedAccess = 'credential' | Capability | null;

/**
 * Whether a caller is still authorized. A request is checked once when it comes in. Anything that stays open longer, such as a stream,
 * a wait or a slow body, checks again at least every five seconds or before it acts.
 */
export abstract class CallerCheck<Tx = unknown> {
  abstract lossOf(principal: Principal): Promise<RevokedAccess>;

  /** The same within a transaction: until its end the caller keeps what they have now. */
  abstract lockedLossOf(transaction: Tx, principal: Principal): Promise<RevokedAccess>;

  /**
   * The first step of a transaction that grants rights: what the caller may do applies until the commit. Two of these run one
   * after the other. Errors as for requireStillValid.
   */
  async lock(transaction: Tx, principal: Principal): Promise<void> {
    reject(await this.lockedLossOf(transaction, principal));
  }

  async isStillValid(principal: Principal): Promise<boolean> {
    return (await this.lossOf(principal)) === null;
  }

  /** AppError unauthenticated where session or token have ended, missing_capability where the role was narrowed. */
  async requireStillValid(principal: Principal): Promise<void> {
    reject(await this.lossOf(principal));
  }
}

function reject(loss: RevokedAccess): void {
  if (loss === null) return;
  if (loss === 'credential') throw new AppError('unauthenticated', 'Sign in, or send a valid API token.');
  throw new AppError('missing_capability', `Your role lost ${loss} during this request. Send the request again.`, {
    requiredCapability: loss,
  });
}
