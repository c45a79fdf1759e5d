import { type Message } from './error-codes.js';

/** A backup that ended well, with the facts that chains need. */
export interface ChainRun {
  readonly jobId: number;
  /** The level's word. */
  readonly level: string;
  /** The data's own time (catalog column JobTDate, seconds): a later copy has the time of its original. */
  readonly dataTime: number;
  /** Its file records are gone from the catalog. */
  readonly isPurged: boolean;
  /** It read no file and ended with errors or warnings, so that no point may be promised on it. */
  readonly hasReadNoFile: boolean;
}

export interface RestoreChain<R extends ChainRun> {
  /** Oldest first; begins with the Full, unless none is left. */
  readonly runs: readonly R[];
  readonly hasFull: boolean;
  /** Purged runs that would belong to the chain: their data is not restored, though later runs build on it. */
  readonly lost: readonly R[];
  /** Fulls and Differentials that read no file: the chain passes over them, although the Director built on them. */
  readonly passedOver: readonly R[];
}

const fullLevels: ReadonlySet<string> = new Set(['Full', 'VirtualFull']);

function isFull(run: ChainRun): boolean {
  return fullLevels.has(run.level);
}

/** Sorts by the data's own time, then by id: the order in which later runs win over earlier ones. */
export function byDataTime(a: ChainRun, b: ChainRun): number {
  return a.dataTime - b.dataTime || a.jobId - b.jobId;
}

/** An Incremental that read no file adds nothing and hides nothing: it may stay. */
function isBase(run: ChainRun): boolean {
  return isFull(run) || run.level === 'Differential';
}

/**
 * The last Full up to the point, the last Differential after it, the Incrementals after both.
 * `sorted` are all good runs of one client and FileSet name, byDataTime.
 */
function pick<R extends ChainRun>(sorted: readonly R[]): readonly R[] {
  const full = sorted.findLastIndex(isFull);
  const differential = sorted.findLastIndex((run, index) => index > full && run.level === 'Differential');
  const increments = sorted.filter(
    (run, index) => index > Math.max(full, differential) && !isFull(run) && run.level !== 'Differential',
  );
  return [full, differential].flatMap((index) => sorted[index] ?? []).concat(increments);
}

/** What a restore of the state at `point` reads. `runs` come in any order; those after the point are left out. */
export function chainOf<R extends ChainRun>(runs: readonly R[], point: ChainRun): RestoreChain<R> {
  const sorted = runs.filter((run) => byDataTime(run, point) <= 0).sort(byDataTime);
  const usable = sorted.filter((run) => !(run.hasReadNoFile && isBase(run)));
  const kept = pick(usable.filter((run) => !run.isPurged));
  return {
    runs: kept,
    hasFull: kept.some(isFull),
    lost: pick(usable).filter((run) => run.isPurged),
    passedOver: pick(sorted).filter((run) => run.hasReadNoFile && isBase(run)),
  };
}

/** The volumes that one run was written to, as the catalog knows them. */
export interface RunMedia {
  readonly jobId: number;
  readonly volumes: number;
  /** Names of those that can't be read any more, with the catalog's status. */
  readonly unavailable: readonly { readonly volume: string; readonly status: string }[];
}

export const chainProblemCodes = [
  'no_full',
  'records_purged',
  'nothing_read',
  'no_volume_known',
  'volume_unavailable',
] as const;

/** Something that a restore of a chain would lack. */
export interface ChainProblem extends Message<(typeof chainProblemCodes)[number]> {
  readonly text: string;
}

export type Restorability = 'yes' | 'partial' | 'no';

/** Volumes in these states no longer have the run's data, or not reliably. */
export const lostMediaStatuses = ['Error', 'Purged', 'Recycle'] as const;
const lostVolumeStatuses: ReadonlySet<string> = new Set([...lostMediaStatuses, 'Missing']);

export function isVolumeLost(status: string): boolean {
  return lostVolumeStatuses.has(status);
}

/** How much of a chain can be restored, with a sentence for each thing that is missing. Runs without files need no volume. */
export function restorabilityOf(
  chain: RestoreChain<ChainRun & { readonly files: number }>,
  media: ReadonlyMap<number, RunMedia>,
): { readonly restorable: Restorability; readonly faults: readonly ChainProblem[] } {
  const faults: ChainProblem[] = [
    ...(chain.hasFull ? [] : [noFull]),
    ...chain.lost.map(recordsPurged),
    ...chain.passedOver.map(nothingRead),
    ...chain.runs.flatMap((run) => mediaReasons(run, media.get(run.jobId))),
  ];
  const readable = chain.runs.filter((run) => run.files === 0 || canReadAny(media.get(run.jobId)));
  if (readable.length === 0) return { restorable: 'no', faults };
  return { restorable: faults.length > 0 ? 'partial' : 'yes', faults };
}

function canReadAny(media: RunMedia | undefined): boolean {
  return media !== undefined && media.volumes > media.unavailable.length;
}

const noFull: ChainProblem = {
  code: 'no_full',
  params: {},
  text: 'No Full backup is left for this point. Only files that changed since then can be restored.',
};

function recordsPurged({ jobId, level }: ChainRun): ChainProblem {
  const text = `The file records of run ${jobId} (${level}) were purged from the catalog.`;
  return { code: 'records_purged', params: { jobId, level }, text };
}

function nothingRead({ jobId, level }: ChainRun): ChainProblem {
  const text = `Run ${jobId} (${level}) read no file and ended with errors or warnings. Files that changed before it may be missing.`;
  return { code: 'nothing_read', params: { jobId, level }, text };
}

function mediaReasons(
  { jobId, files }: ChainRun & { readonly files: number },
  media: RunMedia | undefined,
): ChainProblem[] {
  if (files === 0) return [];
  if (media === undefined || media.volumes === 0) {
    return [{ code: 'no_volume_known', params: { jobId }, text: `The catalog lists no volume for run ${jobId}.` }];
  }
  return media.unavailable.map(({ volume, status }) => ({
    code: 'volume_unavailable',
    params: { volume, jobId, status },
    text: `Volume "${volume}", which run ${jobId} needs, has status ${status}.`,
  }));
}
