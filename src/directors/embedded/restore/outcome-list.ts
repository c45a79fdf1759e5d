import { type Client } from 'pg';
import { type RestoreOutcome } from '../../../domain/restore-facts.js';
import { type EntryOutcome } from './restore-progress.js';

/** Listed of each outcome of one restore. The counts are of all, whatever is listed. */
export const mostListed = 100_000;
const keptDays = 90;
const batchRows = 1000;

/** As stored: failures are listed first. */
export const outcomeNumbers: Readonly<Record<RestoreOutcome, number>> = { failed: 0, skipped: 1, restored: 2 };

interface Row {
  readonly place: number;
  readonly of: EntryOutcome;
}

/**
 * Stores what became of each entry in the catalog while the restore goes on. A restore that is killed loses the last batch only.
 * Batches go over the connection that the restore reads its pages from: the next page waits for them, so memory stays bounded.
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

  /** Drops the lists of old restores; what they counted stays in their logs. Times are those of the catalog, not of a clock. */
  async dropOld(): Promise<void> {
    await this.client.query(
      `DELETE FROM backup_console_restored WHERE jobid IN (
         SELECT old.jobid FROM job old, job own WHERE own.jobid = $1 AND old.type = 'R'
           AND old.starttime < own.schedtime - make_interval(days => ${keptDays}))`,
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
