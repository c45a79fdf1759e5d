import { type Run, type RunStatus } from './run.js';
import { type FeedState } from './run-feed.js';

/** Ends that people are told of. Whoever cancels a run knows. */
export const toldEnds = ['completed', 'warning', 'error'] as const satisfies readonly RunStatus[];
export type ToldEnd = (typeof toldEnds)[number];

export function isTold(status: RunStatus): status is ToldEnd {
  return (toldEnds as readonly RunStatus[]).includes(status);
}

/**
 * Whether the end of a run is to be told. `known` is the status on record before, absent for a run that was not on record;
 * `state` is how the catalog is followed once the run is. A Director seen for the first time brings history, which is not news.
 */
export function isNews(run: Run, known: RunStatus | undefined, state: FeedState): boolean {
  if (!isTold(run.status)) return false;
  if (known !== undefined) return known !== run.status;
  if (run.jobId >= state.filledFrom) return true;
  const { historyUntil } = state;
  return historyUntil !== null && (run.endedAt ?? run.startedAt ?? run.queuedAt) > historyUntil;
}
