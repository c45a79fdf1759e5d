import { type Run } from './run.js';
import { type Volume } from './volumes.js';

/**
 * Which runs a change of a volume forgets: all on it, those whose retention is over, or those that the Director has named.
 * `deleted`: all on it, and no copy elsewhere takes the place of one.
 */
export type ForgetChoice = 'all' | 'deleted' | 'expired' | { readonly runs: readonly number[] };

/** The client and the fileset whose runs form chains with each other. */
export interface BackupGroup {
  readonly client: string;
  readonly fileset: string;
}

/** A run that would be forgotten. */
export interface AffectedRun extends BackupGroup {
  readonly jobId: number;
  readonly files: number;
  readonly bytes: number;
  /** It has data on other volumes too. */
  readonly isPartly: boolean;
  /** A copy elsewhere takes its place. */
  readonly isCopied: boolean;
  readonly isUnfinished: boolean;
}

/** A backup that ended well and whose files are recorded; they come in the order of the data's time. */
export interface RecordedBackup extends BackupGroup {
  readonly jobId: number;
  /** The level's word. */
  readonly level: string;
  /** Seconds since the epoch. */
  readonly dataTime: number;
  /** On a volume that is lost or faulty: no Full to count on. */
  readonly isUnreadable: boolean;
}

export interface LostBackups extends BackupGroup {
  readonly runs: number;
  /** Restore points that are gone. */
  readonly pointsLost: number;
  /** Restore points that stay but build upon a run that is gone. */
  readonly pointsBroken: number;
  /** The data's time of the newest point that is gone. */
  readonly newestLostAt: Date | null;
  /** Full backups that can still be read afterwards. */
  readonly remainingFulls: number;
  /** A Full goes, and no other is left: nothing of it can be restored as a whole any more. */
  readonly removesLastFull: boolean;
}

export interface ForgettingLoss {
  /** Ascending. */
  readonly jobids: readonly number[];
  /** Those of them that have not ended: as long as there is one nothing may be forgotten. */
  readonly unfinished: readonly number[];
  readonly partlyElsewhere: number;
  readonly copiedElsewhere: number;
  readonly files: number;
  readonly bytes: number;
  readonly pointsLost: number;
  readonly pointsBroken: number;
  /** Those that lose their last Full come first, then by name. */
  readonly groups: readonly LostBackups[];
}

/** What would be lost, and what it is counted from. */
export interface VolumeImpact extends ForgettingLoss {
  readonly volume: Volume;
}

/** What would be lost with one run. */
export interface RunImpact extends ForgettingLoss {
  readonly run: Run;
}

/** The content of one group's chain after the runs read so far. */
interface Group {
  readonly loss: { -readonly [Member in keyof LostBackups]: LostBackups[Member] };
  lostFulls: number;
  isFullGone: boolean;
  isDifferentialGone: boolean;
  areIncrementsGone: boolean;
}

const fullLevels: ReadonlySet<string> = new Set(['Full', 'VirtualFull']);

/** Counts the losses, one backup after the other: memory grows with the clients, not with the history. */
export class ImpactTally {
  private readonly groups = new Map<string, Group>();
  private readonly gone = new Set<number>();

  constructor(private readonly leaving: readonly AffectedRun[]) {
    for (const run of leaving) {
      this.groupOf(run).loss.runs += 1;
      if (!run.isCopied) this.gone.add(run.jobId);
    }
  }

  /** Of all backups of the clients that lose something, each once, in the order of the data's time. */
  add(run: RecordedBackup): void {
    const group = this.groups.get(keyOf(run));
    if (!group) return;
    const isGone = this.gone.has(run.jobId);
    const isOnLost = advance(group, run, isGone);
    if (isGone) {
      group.loss.pointsLost += 1;
      group.loss.newestLostAt = new Date(run.dataTime * 1000);
    } else if (isOnLost) group.loss.pointsBroken += 1;
    if (!fullLevels.has(run.level)) return;
    if (isGone) group.lostFulls += 1;
    else if (!run.isUnreadable) group.loss.remainingFulls += 1;
  }

  result(): ForgettingLoss {
    const groups = [...this.groups.values()].map(({ loss, lostFulls }) => ({
      ...loss,
      removesLastFull: lostFulls > 0 && loss.remainingFulls === 0,
    }));
    const sum = (figure: (group: LostBackups) => number) => groups.reduce((total, group) => total + figure(group), 0);
    return {
      jobids: idsOf(this.leaving),
      unfinished: idsOf(this.leaving.filter(({ isUnfinished }) => isUnfinished)),
      partlyElsewhere: this.leaving.filter(({ isPartly }) => isPartly).length,
      copiedElsewhere: this.leaving.filter(({ isCopied }) => isCopied).length,
      files: this.leaving.reduce((total, { files }) => total + files, 0),
      bytes: this.leaving.reduce((total, { bytes }) => total + bytes, 0),
      pointsLost: sum(({ pointsLost }) => pointsLost),
      pointsBroken: sum(({ pointsBroken }) => pointsBroken),
      groups: groups.sort(worstFirst),
    };
  }

  private groupOf(run: BackupGroup): Group {
    const key = keyOf(run);
    const known = this.groups.get(key);
    if (known) return known;
    const { client, fileset } = run;
    const nothing = {
      runs: 0,
      pointsLost: 0,
      pointsBroken: 0,
      newestLostAt: null,
      remainingFulls: 0,
      removesLastFull: false,
    };
    const chain = { lostFulls: 0, isFullGone: false, isDifferentialGone: false, areIncrementsGone: false };
    const made = { loss: { client, fileset, ...nothing }, ...chain };
    this.groups.set(key, made);
    return made;
  }
}

/** Returns whether the run builds upon one that is gone. */
function advance(group: Group, { level }: RecordedBackup, isGone: boolean): boolean {
  if (fullLevels.has(level)) {
    group.isFullGone = isGone;
    group.isDifferentialGone = false;
    group.areIncrementsGone = false;
    return false;
  }
  if (level === 'Differential') {
    group.isDifferentialGone = isGone;
    group.areIncrementsGone = false;
    return group.isFullGone;
  }
  const isOnLost = group.isFullGone || group.isDifferentialGone || group.areIncrementsGone;
  group.areIncrementsGone ||= isGone;
  return isOnLost;
}

function idsOf(runs: readonly AffectedRun[]): readonly number[] {
  return runs.map(({ jobId }) => jobId).sort((a, b) => a - b);
}

function keyOf({ client, fileset }: BackupGroup): string {
  return `${client}\n${fileset}`;
}

function worstFirst(a: LostBackups, b: LostBackups): number {
  if (a.removesLastFull !== b.removesLastFull) return a.removesLastFull ? -1 : 1;
  return keyOf(a) < keyOf(b) ? -1 : 1;
}
