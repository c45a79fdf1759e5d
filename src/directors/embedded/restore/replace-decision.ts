import { type ReplacePolicy } from '../../../domain/director.port.js';

/** Whether a backed-up version takes the place of what stands there. Times are nanoseconds since the epoch. */
export function replacesExisting(policy: ReplacePolicy, backedUpNs: bigint, existingNs: bigint): boolean {
  switch (policy) {
    case 'always':
      return true;
    case 'never':
      return false;
    case 'ifnewer':
      return backedUpNs > existingNs;
  }
}
