import { setImmediate } from 'node:timers/promises';
import {
  type KeptReason,
  type PreviewedStart,
  type RetentionPreview,
} from '../../../domain/configuration-reader.port.js';
import { levelLetters } from '../../../domain/job.js';
import { type KeepRules } from '../../../domain/keep-rules.js';
import { type BackupLevel, type PoolResource } from '../resources/resources.js';
import { expiry, type RetainedRun } from '../volumes/retention.js';
import { type DraftedSchedule, DraftedStarts, firstStarts } from './preview-schedule.js';

export interface DraftedRetention extends DraftedSchedule, Pick<PoolResource, 'retentionSeconds' | 'keep'> {}

const years = 2;
/** What is calculated between two pauses, in which other requests are answered. */
const step = { ms: 7 * 86_400_000, starts: 50 };
const limitMs = 10_000;
/** An hourly schedule has fewer in two years; with a weekly Full also in all its chains together. */
const most = { runs: 20_000, chained: 2_000_000 };
const pool = 'preview';

/**
 * Which runs of two years would be kept at their end. To decide it once, at the end, gives what deciding it every day does: a run
 * that is kept at the end for being the newest of a period, or for one that builds upon it, was kept on every day before for the same
 * reason. Each run has a volume of its own, because how much a run writes is unknown.
 */
export async function previewRetention(draft: DraftedRetention, since: Date): Promise<RetentionPreview> {
  const end = new Date(since);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  const { starts, isCut } = await startsUntil(draft, since, end);
  const until = isCut ? (starts.at(-1)?.at ?? since) : end;
  const { timezone, retentionSeconds, keep } = draft;
  const isExpired = ({ at }: PreviewedStart): boolean =>
    retentionSeconds !== null && at.getTime() + retentionSeconds * 1000 < until.getTime();
  const runs = starts.map(runOf);
  const volumes = starts.map((start, index) => ({ mediaId: index, isExpired: isExpired(start), isDamaged: false }));
  const keepRules = new Map<string, KeepRules>(keep === null ? [] : [[pool, keep]]);
  const { kept } = expiry(runs, volumes, { inUse: [], keepRules, timezone, now: until });
  const shown = starts.flatMap((start, index) => {
    const reasons = (kept.get(index) ?? []).filter((reason): reason is KeptReason => reason !== 'in_use');
    return reasons.length > 0 ? [{ ...start, reasons }] : [];
  });
  return { timezone, since, until, runs: starts.length, kept: shown.toReversed() };
}

interface Starts {
  readonly starts: readonly PreviewedStart[];
  /** Whether there are too many of them until the end. */
  readonly isCut: boolean;
}

async function startsUntil(draft: DraftedSchedule, since: Date, end: Date): Promise<Starts> {
  // Each step would search for the others again, until the end of time.
  const occurring = (await firstStarts(draft, since)).filter(({ at }) => at !== null && at < end);
  const drafted = new DraftedStarts({ ...draft, starts: occurring.map(({ start }) => start) });
  const starts: PreviewedStart[] = [];
  const endMs = performance.now() + limitMs;
  const chains = new ChainLengths();
  for (let after = since; ;) {
    const until = new Date(Math.min(end.getTime(), after.getTime() + step.ms));
    const next = drafted.between(after, until, step.starts);
    for (const start of next) {
      // Without a Full before it, a run becomes one.
      const first = starts.length === 0 ? { ...start, level: 'Full' } : start;
      if (starts.length >= most.runs || chains.add(first.level) > most.chained) return { starts, isCut: true };
      starts.push(first);
    }
    const last = next.length < step.starts ? undefined : next.at(-1);
    if (last === undefined && until >= end) return { starts, isCut: false };
    // A start at the end of a step belongs to the next one, which begins after a time.
    after = last?.at ?? new Date(until.getTime() - 1);
    if (performance.now() >= endMs) return { starts, isCut: true };
    await setImmediate();
  }
}

/** How many runs the chains of a series have together. */
class ChainLengths {
  private sum = 0;
  private sinceFull = 0;

  add(level: string): number {
    if (level === 'Full') this.sinceFull = 1;
    else if (level === 'Differential') this.sinceFull = 2;
    else this.sinceFull += 1;
    this.sum += this.sinceFull;
    return this.sum;
  }
}

function runOf({ at, level }: PreviewedStart, index: number): RetainedRun {
  const seconds = Math.floor(at.getTime() / 1000);
  const letter = levelLetters[level as BackupLevel] ?? 'I';
  const one = { jobId: index, group: 'preview', job: 'preview', pool, isGood: true, volumes: [index] };
  return { ...one, level: letter, at: seconds, startedAt: seconds };
}
