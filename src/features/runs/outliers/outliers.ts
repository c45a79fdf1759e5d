/** The ways in which a backup can differ from its baseline: it takes too long, or it saved too little. */
export const outlierKinds = ['slow', 'small'] as const;
export type OutlierKind = (typeof outlierKinds)[number];

/** Seconds for `slow`, bytes for `small`. */
export interface Outlier {
  readonly kind: OutlierKind;
  readonly usual: number;
  readonly value: number;
}

/** What of a run is compared. */
export interface ComparedRun {
  readonly seconds: number;
  readonly bytes: number;
}

/** A run that is compared, with its level's word. */
export interface BaselineRun extends ComparedRun {
  readonly level: string;
  /** Of an Incremental: since the good backup before it started, of any level. null: there was none. */
  readonly sinceGoodSeconds?: number | null;
  /** Usually between the starts of two runs of its level; null where there were too few. */
  readonly usualGapSeconds?: number | null;
}

/** How many earlier good runs of the same job, client and level make the baseline. */
export const runsComparedWith = 10;
/** With fewer runs there is no baseline. */
export const fewestCompared = 3;
/** A run that takes this many times its baseline is slow. */
export const slowFactor = 3;
/** Shorter durations depend more on the load of the machine than on the backup. */
export const minSlowSeconds = 30;
/** A run that saved no more than this part of its usual size is small. */
export const smallRatio = 0.5;

/** An Incremental that starts after less than this part of the usual time has less to save than usual. */
const soonPart = 0.5;

/** Levels at which all files are read, so that a smaller size means that fewer are saved. */
export const wholeLevels = ['Full', 'VirtualFull', 'Base'] as const;
const readsAll: ReadonlySet<string> = new Set(wholeLevels);

/** Outliers of a good run that has ended. `earlier`: the good runs before it, of the same job, client and level. */
export function outliersOf(run: BaselineRun, earlier: readonly ComparedRun[]): Outlier[] {
  const baseline = baselineOf(earlier);
  if (baseline.length < fewestCompared) return [];
  const usualBytes = medianOf(baseline.map(({ bytes }) => bytes));
  // Where most Incrementals find nothing changed, one more that does is no news.
  const isUsuallyEmpty = !readsAll.has(run.level) && medianOf(earlier.map(({ bytes }) => bytes)) === 0;
  const isExplained = isSoon(run) || (run.bytes === 0 && isUsuallyEmpty);
  const isSmall = usualBytes > 0 && run.bytes <= usualBytes * smallRatio && !isExplained;
  return [
    ...slowOutlier(run.seconds, earlier),
    ...(isSmall ? [{ kind: 'small', usual: usualBytes, value: run.bytes } as const] : []),
  ];
}

/** A run started manually between scheduled ones, or soon after one, saves the changes of a shorter time. */
function isSoon({ sinceGoodSeconds = null, usualGapSeconds = null }: BaselineRun): boolean {
  return sinceGoodSeconds !== null && usualGapSeconds !== null && sinceGoodSeconds < usualGapSeconds * soonPart;
}

/** The usual time between starts, given newest first. */
export function usualGapOf(starts: readonly number[]): number | null {
  const gaps = starts.slice(1).map((start, index) => (starts[index] ?? start) - start);
  return gaps.length < fewestCompared - 1 ? null : medianOf(gaps);
}

/** Of a run that may not have ended: it has taken `seconds` so far. */
export function slowOutlier(seconds: number, earlier: readonly ComparedRun[]): Outlier[] {
  const baseline = baselineOf(earlier);
  if (baseline.length < fewestCompared) return [];
  const usual = medianOf(baseline.map((run) => run.seconds));
  const isSlow = seconds >= usual * slowFactor && seconds - usual >= minSlowSeconds;
  return isSlow ? [{ kind: 'slow', usual, value: seconds }] : [];
}

/** Median duration of good runs; null if there are too few. */
export function baselineSeconds(earlier: readonly ComparedRun[]): number | null {
  const baseline = baselineOf(earlier);
  return baseline.length < fewestCompared
    ? null
    : Math.max(0, Math.round(medianOf(baseline.map((run) => run.seconds))));
}

/** Runs that saved nothing are left out: a median of both kinds could be 0. */
function baselineOf(earlier: readonly ComparedRun[]): readonly ComparedRun[] {
  const saved = earlier.filter(({ bytes }) => bytes > 0);
  return saved.length > 0 ? saved : earlier;
}

/** Of an even number the lower of the two in the middle, so that it is a value that was there. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
