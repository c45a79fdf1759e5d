/** Runs without a client run one at a time, beside those of any client. */
export const noClient = '';

/** What decides when a queued run may start. */
export interface QueuedRun {
  readonly jobId: number;
  readonly client: string;
  /** Lower goes first. */
  readonly priority: number;
  /** Not before this time; null: immediately. */
  readonly notBefore: Date | null;
}

/** Runs of different clients go side by side, up to this number: they share one machine's disks and processors. */
const mostRunsAtOnce = 4;

export type WaitReason = 'time' | 'client' | 'slot';

function byPriorityThenAge(a: QueuedRun, b: QueuedRun): number {
  return a.priority - b.priority || a.jobId - b.jobId;
}

/** Which queued runs start now: one per client, by priority, then by age. */
export function startableRuns(
  queued: readonly QueuedRun[],
  runningClients: readonly string[],
  now: Date,
): readonly QueuedRun[] {
  const busy = new Set(runningClients);
  const starting: QueuedRun[] = [];
  for (const run of [...queued].sort(byPriorityThenAge)) {
    if (busy.has(run.client) || (run.notBefore && run.notBefore > now)) continue;
    if (runningClients.length + starting.length >= mostRunsAtOnce) break;
    busy.add(run.client);
    starting.push(run);
  }
  return starting;
}

/** Why a queued run waits. */
export function waitReason(run: QueuedRun, runningClients: readonly string[], now: Date): WaitReason {
  if (run.notBefore && run.notBefore > now) return 'time';
  return runningClients.includes(run.client) ? 'client' : 'slot';
}

/** How many of the queued runs start before this one, in the current state; if its own client is busy, those of its client. */
export function runsAhead(
  run: QueuedRun,
  queued: readonly QueuedRun[],
  runningClients: readonly string[],
  now: Date,
): number {
  const reason = waitReason(run, runningClients, now);
  if (reason === 'time') return 0;
  return queued.filter(
    (other) =>
      byPriorityThenAge(other, run) < 0 &&
      (reason === 'client' ? other.client === run.client : !runningClients.includes(other.client)) &&
      waitReason(other, runningClients, now) !== 'time',
  ).length;
}
