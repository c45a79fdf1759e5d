import { type Run, type RunStatus } from './run.js';

/**
 * How the console's own record of runs follows a Director's catalog. All of it rests on job ids and unique names alone: clocks
 * differ and are set back, runs end out of order, and ids start over with a new or a restored catalog.
 */
export interface FeedState {
  /** Counts the id spaces that the Director has had; rows keep the one in which they were first seen. */
  readonly generation: number;
  /** Ids from this one on are counted anew in this generation; runs below it may be known from earlier ones. */
  readonly generationFrom: number;
  /** The highest id read; null: the catalog was never read. */
  readonly mark: number | null;
  /** All runs of the catalog from this id up to the mark are on record; 0: all there are. */
  readonly filledFrom: number;
  /** When the catalog was last read through to its newest run; null: never. */
  readonly readAt: Date | null;
  /** Where ids started over: what the new id space already held is told of only if it ended after this. null: it is all history. */
  readonly historyUntil: Date | null;
}

/** Higher than any job id: nothing is filled. */
const beyondAllIds = 2 ** 31;

export const unreadFeed: FeedState = {
  generation: 1,
  generationFrom: 1,
  mark: null,
  filledFrom: beyondAllIds,
  readAt: null,
  historyUntil: null,
};

/** What identifies a run for good, and the number that it goes by now. */
export interface RunIdentity {
  readonly jobId: number;
  readonly uniqueName: string;
}

export interface KnownIdentity extends RunIdentity {
  readonly generation: number;
}

/** Ids are given before their rows can be seen, and not seen in their order: so many below the mark are read again each time. */
export const overlapIds = 100;

/**
 * Read the runs after this id. At first sight the overlap is read as well: whatever of it comes up later could not be seen then,
 * so that it is no history.
 */
export function readAfter({ mark }: FeedState, newest: number): number {
  return Math.max(0, Math.min(mark ?? newest, newest) - overlapIds);
}

/**
 * The state after these runs were read. `newest` is the highest id that the catalog had before, where the whole of what is new
 * was read for; null where some runs were read by their ids.
 */
export function stateAfter(
  state: FeedState,
  read: readonly RunIdentity[],
  known: readonly KnownIdentity[],
  newest: number | null,
): FeedState {
  if (state.mark === null) {
    return newest === null ? state : { ...state, mark: newest, filledFrom: above(readAfter(state, newest)) };
  }
  const names = namesOf(state, known);
  const others = read.filter(({ jobId, uniqueName }) => isAnother(names.get(jobId), uniqueName));
  const hasRewound = newest !== null && newest < state.mark;
  if (others.length > 0 || hasRewound) return restarted(state, read, others, names, newest);
  const highest = Math.max(state.mark, ...read.map(({ jobId }) => jobId));
  return newest === null ? state : { ...state, mark: highest };
}

/** Ids came again: with other runs, or there are fewer of them than there were. */
function restarted(
  state: FeedState,
  read: readonly RunIdentity[],
  others: readonly RunIdentity[],
  names: ReadonlyMap<number, ReadonlySet<string>>,
  newest: number | null,
): FeedState {
  const highest = Math.max(newest ?? 0, ...read.map(({ jobId }) => jobId));
  const generation = state.generation + 1;
  const isSameBelow = read.some(({ jobId, uniqueName }) => names.get(jobId)?.has(uniqueName) === true);
  // Where nothing is as it was, all of the catalog may be another one.
  if (!isSameBelow) {
    const anew = { ...unreadFeed, generation, readAt: state.readAt, historyUntil: historyUntil(state) };
    // Some runs read by their ids tell nothing of how many there are: the next look begins as at first sight.
    return newest === null ? anew : { ...anew, mark: highest, filledFrom: above(highest) };
  }
  const lowest = Math.min(highest + 1, ...others.map(({ jobId }) => jobId));
  return { ...state, generation, generationFrom: lowest, mark: highest };
}

/** By how much the clocks of Director and console may differ where ids do not tell. Rather an hour told twice than an end untold. */
const clockSlackMs = 3_600_000;

function historyUntil({ readAt }: FeedState): Date | null {
  return readAt === null ? null : new Date(readAt.getTime() - clockSlackMs);
}

/** What is still to be filled where nothing up to this id is on record; nothing where there are no runs. */
function above(newest: number): number {
  return newest === 0 ? 0 : newest + 1;
}

function namesOf(state: FeedState, known: readonly KnownIdentity[]): ReadonlyMap<number, ReadonlySet<string>> {
  const names = new Map<number, Set<string>>();
  for (const { jobId, uniqueName, generation } of known) {
    if (generation !== state.generation && jobId >= state.generationFrom) continue;
    names.set(jobId, (names.get(jobId) ?? new Set()).add(uniqueName));
  }
  return names;
}

function isAnother(names: ReadonlySet<string> | undefined, uniqueName: string): boolean {
  return names !== undefined && !names.has(uniqueName);
}

/** Those of the unfinished that the catalog no longer has: nobody will see their end. `found` is what it has under their ids. */
export function lostOf(unfinished: readonly RunIdentity[], found: readonly RunIdentity[]): RunIdentity[] {
  const names = new Set(found.map(({ uniqueName }) => uniqueName));
  return unfinished.filter(({ uniqueName }) => !names.has(uniqueName));
}

const busyMs = 1_000;
const quietMs = 1_500;
const longestPauseMs = 30_000;

/** How long to wait before the catalog is looked at again. */
export function pauseMs(look: { readonly failures: number; readonly unfinished: number }): number {
  if (look.failures > 0) return Math.min(longestPauseMs, busyMs * 2 ** (look.failures - 1));
  return look.unfinished > 0 ? busyMs : quietMs;
}

/** Ends that people are notified of. Who cancels a run knows; a time limit that cancels it has an event, which its log decides. */
export const notifiableStatuses = ['completed', 'warning', 'error'] as const satisfies readonly RunStatus[];
export type NotifiableEnd = (typeof notifiableStatuses)[number] | 'canceled';

/** Whether a run of this status may have an event. */
export function mayBeTold(status: RunStatus): status is NotifiableEnd {
  return status === 'canceled' || (notifiableStatuses as readonly RunStatus[]).includes(status);
}

/**
 * Whether the end of a run may be told, which the log of a canceled one decides. `known` is the status on record before, absent for a run that was not on record;
 * `state` is how the catalog is followed once the run is. A Director seen for the first time brings history, which is not news.
 */
export function isNewlyCompleted(run: Run, known: RunStatus | undefined, state: FeedState): boolean {
  if (!mayBeTold(run.status)) return false;
  if (known !== undefined) return known !== run.status;
  if (run.jobId >= state.filledFrom) return true;
  const { historyUntil } = state;
  return historyUntil !== null && (run.endedAt ?? run.startedAt ?? run.queuedAt) > historyUntil;
}
