import { type ReplacePolicy } from '../../../domain/director.port.js';
import { type LStat } from '../../../domain/lstat.js';
import { type RestoreCounts, type RestoreOutcome, restoreSentence } from '../../../domain/restore-facts.js';
import { type TaskControl, type TaskLog } from '../task.js';
import { RestoreCanceled, reasonOf } from './skipped-file.js';
import { shownPath } from './target-path.js';

/** A file, folder or link that the restore is to bring back. */
export interface ChosenEntry {
  readonly path: Buffer;
  readonly lstat: LStat;
  /** The run that recorded it. */
  readonly jobId: number;
}

/** What became of one entry, and why not where it failed. */
export interface EntryOutcome {
  readonly entry: ChosenEntry;
  readonly outcome: RestoreOutcome;
  readonly reason: string | null;
}

/** What a restore has done so far, and where it says so. Each chosen entry gets exactly one outcome. */
export class RestoreFigures {
  bytes = 0;
  /** Set once the selection is known. */
  chosen = 0;
  private readonly counts: Record<RestoreOutcome, number> = { restored: 0, skipped: 0, failed: 0 };
  /** Files, links and special files restored or skipped: all but folders. */
  private contents = 0;
  private firstReason: string | null = null;

  constructor(
    private readonly control: TaskControl,
    private readonly log: TaskLog,
    private readonly onOutcome: (outcome: EntryOutcome) => void,
  ) {}

  get files(): number {
    return this.counts.restored;
  }

  read(): RestoreCounts {
    return { chosen: this.chosen, ...this.counts };
  }

  /** Ends the run where it is wished to stop. To be called only while nothing is half-done. */
  stopIfCanceled(): void {
    if (this.control.isCanceled()) throw new RestoreCanceled();
  }

  /** Does what belongs to one path. What goes wrong there becomes an error line and null. `entry` is null for what was not chosen. */
  attempt<Result>(path: Buffer, entry: ChosenEntry | null, act: () => Result): Result | null {
    this.control.current(path);
    try {
      return act();
    } catch (error) {
      this.refuse(path, entry, error);
      return null;
    }
  }

  refuse(path: Buffer, entry: ChosenEntry | null, error: unknown): void {
    const reason = reasonOf(error);
    this.firstReason ??= reason;
    this.log.warning(`Not restored: ${shownPath(path)}: ${reason}.`);
    if (entry !== null) this.note(entry, 'failed', reason);
  }

  passBytes(count: number): void {
    this.control.add(0, count);
  }

  restoreContent(entry: ChosenEntry, bytes: number): void {
    this.contents += 1;
    this.bytes += bytes;
    this.restoreFolder(entry);
  }

  restoreFolder(entry: ChosenEntry): void {
    this.control.add(1, 0);
    this.note(entry, 'restored', null);
  }

  /** The replace policy keeps what is there. */
  skipContent(entry: ChosenEntry): void {
    this.contents += 1;
    this.skipFolder(entry);
  }

  skipFolder(entry: ChosenEntry): void {
    this.note(entry, 'skipped', null);
  }

  /** A restore that restored nothing must not end as if all were well. */
  summarise(replace: ReplacePolicy): void {
    const text = `${restoreSentence({ ...this.read(), replace })}; ${this.bytes} bytes.`;
    if (this.counts.restored === 0 && this.chosen > 0) this.log.warning(text);
    else this.log.info(text);
  }

  /** The reason of a run that restored no content although it should have, or null. */
  get failure(): string | null {
    return this.contents === 0 ? this.firstReason : null;
  }

  private note(entry: ChosenEntry, outcome: RestoreOutcome, reason: string | null): void {
    this.counts[outcome] += 1;
    this.onOutcome({ entry, outcome, reason });
  }
}
