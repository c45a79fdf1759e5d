import { type Protection } from './protection.js';
import { isWorse, type SilenceStatus } from './silence.js';

/** `lost`: no good backup of it can be restored any more. */
export const overdueCauses = ['time', 'backup', 'threshold', 'unmonitored', 'removed', 'lost'] as const;
export type OverdueCause = (typeof overdueCauses)[number];

/** What subscribers were last notified of for one job, and what that was decided from. */
export interface OverdueState {
  readonly status: SilenceStatus;
  readonly lastGoodAt: Date | null;
  readonly warnSeconds: number;
  readonly critSeconds: number;
}

export interface OverdueFacts {
  readonly protection: Protection;
  /** Its client's own silence covers it, its client has no other monitored job or is paused, or runs may be missing. */
  readonly isDelayed: boolean;
}

export interface OverdueChange {
  readonly status: SilenceStatus;
  readonly previousStatus: SilenceStatus;
  readonly cause: OverdueCause;
}

/** null: nothing to notify of. Pure, as the decision on a client's silence is. */
export function decideOverdue(before: OverdueState, { protection, isDelayed }: OverdueFacts): OverdueChange | null {
  const status = statusOf(protection, before);
  if (status === before.status) return null;
  if (isWorse(status, before.status)) {
    if (isDelayed) return null;
    return {
      status,
      previousStatus: before.status,
      cause: hasOtherThresholds(before, protection) ? 'threshold' : 'time',
    };
  }
  const cause = causeOfImprovement(before, protection);
  return cause === null ? null : { status, previousStatus: before.status, cause };
}

/** A job that is no longer configured is overdue no more; null where it was not. */
export function changeOfRemovedJob({ status }: OverdueState): OverdueChange | null {
  return status === 'ok' ? null : { status: 'ok', previousStatus: status, cause: 'removed' };
}

/** An unknown or pending state changes nothing: it is neither a beginning nor an end. */
function statusOf({ countsAs }: Protection, before: OverdueState): SilenceStatus {
  if (countsAs === null) return 'ok';
  return countsAs === 'neutral' || countsAs === 'unknown' ? before.status : countsAs;
}

/** By the clock alone no job improves: it may have stepped back. */
function causeOfImprovement(before: OverdueState, protection: Protection): OverdueCause | null {
  if (protection.countsAs === null) return 'unmonitored';
  const { lastGoodAt } = protection;
  if (lastGoodAt !== null && (before.lastGoodAt === null || lastGoodAt > before.lastGoodAt)) return 'backup';
  return hasOtherThresholds(before, protection) ? 'threshold' : null;
}

function hasOtherThresholds(before: OverdueState, { warnSeconds, critSeconds }: Protection): boolean {
  return before.warnSeconds !== warnSeconds || before.critSeconds !== critSeconds;
}
