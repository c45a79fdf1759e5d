/** A successful backup run whose files are still recorded. */
export interface RetainedRun {
  readonly jobId: number;
  /** Client and fileset: the runs that form chains with each other. */
  readonly group: string;
  readonly level: string;
  /** The data's time, seconds since the epoch. */
  readonly at: number;
  readonly volumes: readonly number[];
}

export interface VolumeAge {
  readonly mediaId: number;
  /** Its retention since the last write is over. */
  readonly isExpired: boolean;
  readonly isDamaged: boolean;
}

export interface Expiry {
  readonly volumes: readonly number[];
  /** Runs that cannot be restored any more without these volumes. */
  readonly runs: readonly number[];
}

interface ChainedRun extends RetainedRun {
  /** What a restore of this run reads, itself last. */
  readonly chain: readonly RetainedRun[];
}

/**
 * Decides which volumes may be recycled. An expired volume is retained as long as a chain needs it: the newest chain of each
 * group, the newest one that can still be restored, and the chain of each run on a volume that has not expired. `inUse` runs are
 * retained too.
 */
export function expiry(runs: readonly RetainedRun[], volumes: readonly VolumeAge[], inUse: readonly number[]): Expiry {
  const expired = new Set(volumes.filter((volume) => volume.isExpired).map(({ mediaId }) => mediaId));
  const damaged = new Set(volumes.filter((volume) => volume.isDamaged).map(({ mediaId }) => mediaId));
  const chained = chainsOf(runs);
  const needed = new Set<number>(inUse);
  for (const run of chained) {
    const isYoung = run.volumes.some((mediaId) => !expired.has(mediaId));
    if (isYoung || inUse.includes(run.jobId)) need(needed, run);
  }
  for (const run of newestOf(chained, damaged)) need(needed, run);
  const neededVolumes = new Set(runs.filter(({ jobId }) => needed.has(jobId)).flatMap((run) => run.volumes));
  const leaving = new Set([...expired].filter((mediaId) => !neededVolumes.has(mediaId)));
  const broken = (run: RetainedRun): boolean => run.volumes.some((mediaId) => leaving.has(mediaId));
  return {
    volumes: [...leaving],
    runs: chained.filter((run) => run.chain.some(broken)).map(({ jobId }) => jobId),
  };
}

/** The runs that cannot be restored as a whole without this volume: those on it, and those that build upon them. */
export function runsThatNeed(runs: readonly RetainedRun[], mediaId: number): readonly number[] {
  const isOnIt = (run: RetainedRun): boolean => run.volumes.includes(mediaId);
  return chainsOf(runs).flatMap((run) => (run.chain.some(isOnIt) ? [run.jobId] : []));
}

/** The later runs that cannot be restored as a whole without this one. */
export function runsBuiltOn(runs: readonly RetainedRun[], jobId: number): readonly number[] {
  const isBase = (run: RetainedRun): boolean => run.jobId === jobId;
  return chainsOf(runs).flatMap((run) => (!isBase(run) && run.chain.some(isBase) ? [run.jobId] : []));
}

function need(needed: Set<number>, run: ChainedRun): void {
  for (const { jobId } of run.chain) needed.add(jobId);
}

/** Ascending by the data's time, each with its chain. */
function chainsOf(runs: readonly RetainedRun[]): readonly ChainedRun[] {
  const current = new Map<string, readonly RetainedRun[]>();
  return [...runs]
    .sort((a, b) => a.at - b.at || a.jobId - b.jobId)
    .map((run) => {
      const chain = [...baseOf(current.get(run.group) ?? [], run.level), run];
      current.set(run.group, chain);
      return { ...run, chain };
    });
}

function baseOf(before: readonly RetainedRun[], level: string): readonly RetainedRun[] {
  if (level === 'F') return [];
  return level === 'D' ? before.filter((run) => run.level === 'F') : before;
}

/** Of each group the newest run, and the newest that can be restored, where that is another. */
function newestOf(chained: readonly ChainedRun[], damaged: ReadonlySet<number>): readonly ChainedRun[] {
  const newest = new Map<string, ChainedRun>();
  const restorable = new Map<string, ChainedRun>();
  for (const run of chained) {
    newest.set(run.group, run);
    const isWhole = run.chain.every(({ volumes }) => !volumes.some((mediaId) => damaged.has(mediaId)));
    if (isWhole && run.chain[0]?.level === 'F') restorable.set(run.group, run);
  }
  return [...newest.values(), ...restorable.values()];
}
