import { type Principal } from './principal.js';

/** Asks again, during a long answer, whether the credential that began it still stands. */
export abstract class CallerCheck {
  abstract isStillValid(principal: Principal): Promise<boolean>;
}
