import { type Run, type RunStatus } from './run.js';

/**
 * How the console's own record of runs follows a Director's catalog. All of it rests on job ids and unique names alone: clocks
 * differ and are set back, runs end out of order, and ids start over with a new or a restored catalog.
 */
export interface RunSyncState {
  /** Counts the id spaces that the Director has had; rows keep the one in which they were first seen. */
  readonly generation: number;
  /** Ids from this one on belong to this generation; runs below it may be known from earlier ones. */
  readonly generationFrom: number;
  /** The highest id read; null: the catalog was never read. */
  readonly mark: number | null;
  /** All runs of the catalog from this id up to the mark are stored; 0: all there are. */
  readonly filledFrom: number;
  /** When the catalog was last read through to its newest run; null: never. */
  readonly readAt: Date | null;
  /** When ids started over: existing runs of the new id space are reported only if they ended after this. null: all of them are history. */
  readonly historyUntil: Date | null;
}

/** Higher than any job id: nothing is filled. */
const beyondAllIds = 2 ** 31;

export const unreadState: RunSyncState = {
  generation: 1,
  generationFrom: 1,
  mark: null,
  filledFrom: beyondAllIds,
  readAt: null,
  historyUntil: null,
};

/** The permanent identity of a run, and its current id. */
export interface RunIdentity {
  readonly jobId: number;
  readonly uniqueName: string;
}

export interface KnownIdentity extends RunIdentity {
  readonly generation: number;
}

/** Ids are assigned before their rows are visible, and not in their order: this many below the mark are read again each time. */
export const overlapIds = 100;

/**
 * Read the runs after this id. The first poll reads the overlap as well: runs that appear in it later could not be seen then, so
 * they are not history.
 */
export function readAfter({ mark }: RunSyncState, newest: number): number {
  return Math.max(0, Math.min(mark ?? newest, newest) - overlapIds);
}

/**
 * The state after these runs were read. `newest` is the highest id of the catalog before a complete read of new runs; null if some
 * runs were read by their ids.
 */
export function stateAfter(
  state: RunSyncState,
  read: readonly RunIdentity[],
  known: readonly KnownIdentity[],
  newest: number | null,
): RunSyncState {
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
  state: RunSyncState,
  read: readonly RunIdentity[],
  others: readonly RunIdentity[],
  names: ReadonlyMap<number, ReadonlySet<string>>,
  newest: number | null,
): RunSyncState {
  const highest = Math.max(newest ?? 0, ...read.map(({ jobId }) => jobId));
  const generation = state.generation + 1;
  const isSameBelow = read.some(({ jobId, uniqueName }) => names.get(jobId)?.has(uniqueName) === true);
  // Where nothing is as it was, all of the catalog may be another one.
  if (!isSameBelow) {
    const restarted = { ...unreadState, generation, readAt: state.readAt, historyUntil: historyUntil(state) };
    // Single runs read by their ids do not show how many there are: the next poll starts as the first one.
    return newest === null ? restarted : { ...restarted, mark: highest, filledFrom: above(highest) };
  }
  const lowest = Math.min(highest + 1, ...others.map(({ jobId }) => jobId));
  return { ...state, generation, generationFrom: lowest, mark: highest };
}

/**
 * How far the clocks of Director and console may differ if ids do not decide. Better to report an end of the last hour twice than
 * not at all.
 */
const clockSlackMs = 3_600_000;

function historyUntil({ readAt }: RunSyncState): Date | null {
  return readAt === null ? null : new Date(readAt.getTime() - clockSlackMs);
}

/** What must still be filled if no run up to this id is stored; nothing if there are no runs. */
function above(newest: number): number {
  return newest === 0 ? 0 : newest + 1;
}

function namesOf(state: RunSyncState, known: readonly KnownIdentity[]): ReadonlyMap<number, ReadonlySet<string>> {
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

/** The unfinished runs that the catalog no longer has: their end will not be seen. `found` is what it has under their ids. */
export function lostOf(unfinished: readonly RunIdentity[], found: readonly RunIdentity[]): RunIdentity[] {
  const names = new Set(found.map(({ uniqueName }) => uniqueName));
  return unfinished.filter(({ uniqueName }) => !names.has(uniqueName));
}

const busyMs = 1_000;
const quietMs = 1_500;
const longestPauseMs = 30_000;

/** The delay until the next poll of the catalog. */
export function pauseMs(sync: { readonly failures: number; readonly unfinished: number }): number {
  if (sync.failures > 0) return Math.min(longestPauseMs, busyMs * 2 ** (sync.failures - 1));
  return sync.unfinished > 0 ? busyMs : quietMs;
}

/** Ends that people are notified of. Who cancels a run knows; a time limit that cancels it has an event, which its log decides. */
export const notifiableStatuses = ['completed', 'warning', 'error'] as const satisfies readonly RunStatus[];
export type NotifiableEnd = (typeof notifiableStatuses)[number] | 'canceled';

/** Whether a run of this status may have an event. */
export function isNotifiableRun(status: RunStatus): status is NotifiableEnd {
  return status === 'canceled' || (notifiableStatuses as readonly RunStatus[]).includes(status);
}

/**
 * Whether the end of a run becomes an event; for a canceled one its log decides. `known` is the stored status before, absent for a
 * run that was not stored; `state` is the sync state after the run. A Director seen for the first time brings history, which
 * causes no events.
 */
export function isNewlyCompleted(run: Run, known: RunStatus | undefined, state: RunSyncState): boolean {
  if (!isNotifiableRun(run.status)) return false;
  if (known !== undefined) return known !== run.status;
  if (run.jobId >= state.filledFrom) return true;
  const { historyUntil } = state;
  return historyUntil !== null && (run.endedAt ?? run.startedAt ?? run.queuedAt) > historyUntil;
}
