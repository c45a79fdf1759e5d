import { type Run, type RunStatus } from './run.js';
import { type FeedState } from './run-sync.js';

/** Ends that people are notified of. Who cancels a run knows; a time limit that cancels it has an event, which its log decides. */
export const toldEnds = ['completed', 'warning', 'error'] as const satisfies readonly RunStatus[];
export type ToldEnd = (typeof toldEnds)[number] | 'canceled';

/** Whether a run of this status may have an event. */
export function mayBeTold(status: RunStatus): status is ToldEnd {
  return status === 'canceled' || (toldEnds as readonly RunStatus[]).includes(status);
}

/**
 * Whether the end of a run may be told, which the log of a canceled one decides. `known` is the status on record before, absent for a run that was not on record;
 * `state` is how the catalog is followed once the run is. A Director seen for the first time brings history, which is not news.
 */
export function isNews(run: Run, known: RunStatus | undefined, state: FeedState): boolean {
  if (!mayBeTold(run.status)) return false;
  if (known !== undefined) return known !== run.status;
  if (run.jobId >= state.filledFrom) return true;
  const { historyUntil } = state;
  return historyUntil !== null && (run.endedAt ?? run.startedAt ?? run.queuedAt) > historyUntil;
}
