import { type Capability } from './capabilities.js';
import { type Principal } from './principal.js';
import { Refusal } from './refusals.js';

/** What a caller has lost since the request came in: the whole credential, or a capability of the role; null: nothing. */
export type CallerLoss = 'credential' | Capability | null;

/**
 * Whether a caller may still go on. A request is checked once when it comes in; whatever stays open longer, such as a
 * stream, a wait or a body that trickles in, asks again at least every five seconds or before it acts.
 */
export abstract class CallerCheck {
  abstract lossOf(principal: Principal): Promise<CallerLoss>;

  async isStillValid(principal: Principal): Promise<boolean> {
    return (await this.lossOf(principal)) === null;
  }

  /** Refusal unauthenticated where session or token have ended, missing_capability where the role was narrowed. */
  async requireStillValid(principal: Principal): Promise<void> {
    const loss = await this.lossOf(principal);
    if (loss === null) return;
    if (loss === 'credential') throw new Refusal('unauthenticated', 'Sign in, or send a valid API token.');
    throw new Refusal('missing_capability', `Your role lost ${loss} while this request was open. Send it again.`, {
      requiredCapability: loss,
    });
  }
}
