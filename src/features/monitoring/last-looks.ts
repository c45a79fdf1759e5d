import { type SilenceThresholds } from '../../domain/silence.js';

/** What a look at a Director finds that concerns all of its clients. */
export interface Surroundings {
  /** Its clients, and whether it uses each; null: it did not tell. */
  readonly listed: ReadonlyMap<string, boolean> | null;
  readonly thresholds: SilenceThresholds;
}

interface LastLook extends Surroundings {
  readonly atMs: number;
  readonly wholeAtMs: number;
}

/** The look of the minute, once and a half left out: somebody else may have had the turn. */
export const missedLookMs = 150_000;
/** So seldom all clients are looked at though nothing asks for it: a notice may have been lost. */
const wholeEveryMs = 3_600_000;

/** When this process last looked at each Director, and what it found; which looks must be whole follows from that. */
export class LastLooks {
  private readonly looks = new Map<string, LastLook>();
  private readonly wanted = new Set<string>();

  /** Times are of a clock that nobody sets, in milliseconds. */
  isWholeDue(director: string, { listed, thresholds }: Surroundings, nowMs: number): boolean {
    const last = this.looks.get(director);
    if (
      this.wanted.delete(director) ||
      !last ||
      nowMs - last.atMs > missedLookMs ||
      nowMs - last.wholeAtMs >= wholeEveryMs
    )
      return true;
    return !isSame(last.thresholds, thresholds) || (listed !== null && !isSameList(last.listed, listed));
  }

  note(director: string, found: Surroundings, isWhole: boolean, nowMs: number): void {
    const last = this.looks.get(director);
    const wholeAtMs = isWhole || !last ? nowMs : last.wholeAtMs;
    const { thresholds } = found;
    this.looks.set(director, { listed: found.listed ?? last?.listed ?? null, thresholds, atMs: nowMs, wholeAtMs });
  }

  /** Also where a look is under way now. */
  wantWhole(director: string): void {
    this.wanted.add(director);
  }
}

function isSame(a: SilenceThresholds, b: SilenceThresholds): boolean {
  return a.warnSeconds === b.warnSeconds && a.critSeconds === b.critSeconds;
}

function isSameList(a: ReadonlyMap<string, boolean> | null, b: ReadonlyMap<string, boolean>): boolean {
  if (a?.size !== b.size) return false;
  for (const [name, isEnabled] of b) if (a.get(name) !== isEnabled) return false;
  return true;
}
