import { type Client } from 'pg';
import { type ReplacePolicy } from '../../../domain/director.port.js';
import { type LStat } from '../../../domain/lstat.js';
import { type RestoreCounts, type RestoreOutcome, restoreSentence } from '../../../domain/restore-facts.js';
import { type TaskControl, type TaskLog } from '../task.js';
import { RestoreCanceled, reasonOf } from './skipped-file.js';
import { printablePath } from './target-path.js';

/** A file, folder or link to be restored. */
export interface ChosenEntry {
  readonly path: Buffer;
  readonly lstat: LStat;
  /** The run that recorded it. */
  readonly jobId: number;
}

/** What became of one entry, and why not where it failed. */
interface EntryOutcome {
  readonly entry: ChosenEntry;
  readonly outcome: RestoreOutcome;
  readonly reason: string | null;
}

/** The progress of a restore, and where it is reported. Each selected entry gets exactly one outcome. */
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

  /** Ends the run if a stop was requested. Call it only while nothing is half-done. */
  stopIfCanceled(): void {
    if (this.control.isCanceled()) throw new RestoreCanceled();
  }

  /** Runs the work for one path. A failure becomes an error line and null. `entry` is null if it was not selected. */
  attempt<Result>(path: Buffer, entry: ChosenEntry | null, act: () => Result): Result | null {
    this.control.current(path);
    try {
      return act();
    } catch (error) {
      this.reject(path, entry, error);
      return null;
    }
  }

  reject(path: Buffer, entry: ChosenEntry | null, error: unknown): void {
    const reason = reasonOf(error);
    this.firstReason ??= reason;
    this.log.warning(`Not restored: ${printablePath(path)}: ${reason}.`);
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

  /** Skipped by the replace policy. */
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

/** Listed entries per outcome of one restore. The counts cover all entries. */
const mostListed = 100_000;
const retentionDays = 90;
const batchRows = 1000;

/** As stored: failures are listed first. */
const outcomeNumbers: Readonly<Record<RestoreOutcome, number>> = { failed: 0, skipped: 1, restored: 2 };

interface Row {
  readonly place: number;
  readonly of: EntryOutcome;
}

/**
 * Stores the outcome of each entry in the catalog during the restore. A killed restore loses the last batch only. Batches use the
 * connection that the restore reads its pages from: the next page waits for them, so memory stays bounded.
 */
export class OutcomeList {
  private readonly listed: Record<RestoreOutcome, number> = { restored: 0, skipped: 0, failed: 0 };
  private rows: Row[] = [];
  private storing: Promise<void> = Promise.resolve();
  private failure: { readonly error: unknown } | null = null;

  constructor(
    private readonly client: Client,
    private readonly jobId: number,
  ) {}

  /** Deletes the lists of old restores; their counts stay in their logs. Times are those of the catalog, not of a clock. */
  async deleteExpired(): Promise<void> {
    await this.client.query(
      `DELETE FROM backup_console_restored WHERE jobid IN (
         SELECT old.jobid FROM job old, job own WHERE own.jobid = $1 AND old.type = 'R'
           AND old.starttime < own.schedtime - make_interval(days => ${retentionDays}))`,
      [this.jobId],
    );
  }

  add(of: EntryOutcome): void {
    this.listed[of.outcome] += 1;
    const place = this.listed[of.outcome];
    if (place > mostListed) return;
    this.rows.push({ place, of });
    if (this.rows.length >= batchRows) this.store();
  }

  /** Answers once all is stored; throws where it could not be. */
  async settle(): Promise<void> {
    if (this.rows.length > 0) this.store();
    await this.storing;
    if (this.failure !== null) throw this.failure.error;
  }

  private store(): void {
    const rows = this.rows;
    this.rows = [];
    this.storing = this.storing
      .then(() => this.insert(rows))
      .catch((error: unknown) => {
        this.failure ??= { error };
      });
  }

  private async insert(rows: readonly Row[]): Promise<void> {
    const entries = rows.map(({ of }) => of.entry);
    await this.client.query(
      `INSERT INTO backup_console_restored (jobid, outcome, place, sourcejobid, path, mode, size, modified, reason)
       SELECT $1, * FROM unnest($2::smallint[], $3::integer[], $4::integer[], $5::bytea[], $6::integer[], $7::bigint[],
         $8::bigint[], $9::text[])`,
      [
        this.jobId,
        rows.map(({ of }) => outcomeNumbers[of.outcome]),
        rows.map(({ place }) => place),
        entries.map(({ jobId }) => jobId),
        entries.map(({ path }) => path),
        entries.map(({ lstat }) => lstat.mode),
        entries.map(({ lstat }) => lstat.size),
        entries.map(({ lstat }) => lstat.mtime),
        rows.map(({ of }) => of.reason),
      ],
    );
  }
}
