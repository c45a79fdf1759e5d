import { type Pool } from 'pg';
import { type Clock } from '../../../domain/clock.js';
import { catalogTime } from '../catalog-connection.js';

/** Lines buffered while the database is away; a run with more loses the oldest of them. */
const mostWaiting = 5_000;
const linesAtOnce = 500;

interface Line {
  readonly at: Date;
  readonly text: string;
}

/** One run's log in the catalog: lines are stored in order, several in one statement if they come fast. */
export class RunLog {
  private waiting: Line[] = [];
  private storing: Promise<void> | null = null;
  private warnings = 0;
  private stored = 0;

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly director: string,
    readonly jobId: number,
  ) {}

  /** Warnings and errors so far: the run's JobErrors. */
  get errors(): number {
    return this.warnings;
  }

  /** Lines that can be read in the catalog so far. */
  get storedLines(): number {
    return this.stored;
  }

  info(text: string): void {
    this.add(text);
  }

  /** Counts as one of the run's errors; an empty text counts without a line. */
  warning(text: string): void {
    this.warnings += 1;
    if (text !== '') this.add(`Warning: ${text}`);
  }

  fatal(text: string): void {
    this.warnings += 1;
    this.add(`Fatal error: ${text}`);
  }

  /** Stores all lines so far. Throws where the database is away; the lines stay for the next try. */
  flush(): Promise<void> {
    this.storing ??= this.store().finally(() => (this.storing = null));
    return this.storing;
  }

  private add(text: string): void {
    this.waiting.push({ at: this.clock.now(), text: `${this.director}-dir JobId ${this.jobId}: ${text.trimEnd()}\n` });
    if (this.waiting.length > mostWaiting) this.waiting.shift();
    // A failure shows at the run's end, whose flush tries again.
    this.flush().catch(() => undefined);
  }

  private async store(): Promise<void> {
    while (this.waiting.length > 0) {
      const lines = this.waiting.slice(0, linesAtOnce);
      await this.insert(lines);
      this.stored += lines.length;
      const stored = new Set(lines);
      this.waiting = this.waiting.filter((line) => !stored.has(line));
    }
  }

  private async insert(lines: readonly Line[]): Promise<void> {
    await this.pool.query(
      `INSERT INTO log (jobid, "time", logtext)
       SELECT $1, at::timestamp, text FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS l (at, text, n) ORDER BY n`,
      [this.jobId, lines.map((line) => catalogTime(line.at)), lines.map((line) => line.text)],
    );
  }
}
