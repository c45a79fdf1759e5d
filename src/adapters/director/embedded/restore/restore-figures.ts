import { type TaskControl, type TaskLog } from '../task.js';
import { RestoreCanceled, reasonOf } from './refused-file.js';
import { shownPath } from './target-path.js';

/** What a restore has done so far, and where it says so. */
export class RestoreFigures {
  files = 0;
  bytes = 0;
  kept = 0;
  refused = 0;
  /** Files, links and special files restored: all but folders. */
  contents = 0;
  private firstReason: string | null = null;

  constructor(
    private readonly control: TaskControl,
    private readonly log: TaskLog,
  ) {}

  /** Ends the run where it is wished to stop. To be called only while nothing is half-done. */
  stopIfCanceled(): void {
    if (this.control.isCanceled()) throw new RestoreCanceled();
  }

  /** Does what belongs to one path. What goes wrong there becomes an error line and null. */
  attempt<Result>(path: Buffer, act: () => Result): Result | null {
    this.control.current(path);
    try {
      return act();
    } catch (error) {
      this.refuse(path, error);
      return null;
    }
  }

  refuse(path: Buffer, error: unknown): void {
    const reason = reasonOf(error);
    this.firstReason ??= reason;
    this.refused += 1;
    this.log.warning(`Not restored: ${shownPath(path)}: ${reason}.`);
  }

  passBytes(count: number): void {
    this.control.add(0, count);
  }

  countContent(bytes: number): void {
    this.contents += 1;
    this.bytes += bytes;
    this.countFolder();
  }

  countFolder(): void {
    this.files += 1;
    this.control.add(1, 0);
  }

  summarise(): void {
    this.log.info(
      `Restored ${this.files} files and folders, ${this.bytes} bytes; ${this.kept} stayed as they were by the replace ` +
        `policy; ${this.refused} were refused.`,
    );
  }

  /** The reason of a run that restored nothing although it should have, or null. */
  get failure(): string | null {
    return this.contents === 0 && this.kept === 0 ? this.firstReason : null;
  }
}
