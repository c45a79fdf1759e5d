import { type Principal } from './principal.js';

/**
 * Whether a caller may still go on. A request is checked once when it comes in; whatever stays open longer, such as a
 * stream or a wait, asks again at least every five seconds.
 */
export abstract class CallerCheck {
  abstract isStillValid(principal: Principal): Promise<boolean>;
}
