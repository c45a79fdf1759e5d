import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '../../database/unit-of-work.js';

/** Clocks of two machines may differ so much without anything being wrong. */
export const toleratedSeconds = 300;

interface DatedColumns {
  readonly table: string;
  /** The date that was the present when the row was written. */
  readonly anchor: string;
  /** Dates that were computed from it keep their distance to it. */
  readonly others?: readonly string[];
  readonly also?: string;
}

const evaluateAgain = `due_at = '-infinity', revision = nextval('client_silence_revision')`;

const dated: readonly DatedColumns[] = [
  {
    table: 'run',
    anchor: 'ended_at',
    others: ['queued_at', 'scheduled_at', 'started_at'],
    also: `future_end_at = COALESCE(future_end_at, ended_at), changed = nextval('run_changed_seq')`,
  },
  { table: 'last_success', anchor: 'ended_at' },
  { table: 'job_outcome', anchor: 'good_at' },
  { table: 'job_outcome', anchor: 'failed_at' },
  { table: 'job_protection', anchor: 'first_seen_at', others: ['first_start_at'] },
  { table: 'job_protection', anchor: 'told_good_at' },
  { table: 'job_threshold', anchor: 'updated_at' },
  { table: 'client_silence', anchor: 'last_success_at', also: evaluateAgain },
  { table: 'client_silence', anchor: 'first_seen_at', also: evaluateAgain },
  { table: 'client_silence', anchor: 'since' },
  { table: 'client_threshold', anchor: 'updated_at', others: ['paused_until'] },
  { table: 'silence_evaluation_run', anchor: 'evaluated_at' },
  { table: 'session', anchor: 'created_at', others: ['last_seen_at', 'idle_expires_at', 'expires_at'] },
  { table: 'session', anchor: 'last_seen_at', others: ['idle_expires_at'] },
  { table: 'one_time_link', anchor: 'created_at', others: ['expires_at'] },
  { table: 'login_throttle', anchor: 'last_failed_at' },
  { table: 'known_address', anchor: 'last_used_at' },
  { table: 'run_order', anchor: 'created_at' },
  { table: 'delivery', anchor: 'created_at', others: ['due_at', 'leased_until', 'deadline', 'ended_at'] },
  { table: 'delivery_attempt', anchor: 'at', others: ['next_try_at'] },
  { table: 'delivery_streak', anchor: 'since' },
  { table: 'delivery_incident', anchor: 'opened_at' },
  { table: 'delivery_group', anchor: 'last_at' },
  { table: 'notification_channel', anchor: 'failing_since' },
];

/** Brings stored dates back to the present after the clock was ahead and was set right. */
@Injectable()
export class FutureDates {
  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Replaces every stored date in the future by `now`. `now` must be trusted. Returns whether there was any. */
  async bringBack(now: Date): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(`SELECT 1 FROM clock_state WHERE latest_at > ${limit('$1')}`, [
      now,
    ]);
    if (rows.length === 0) return false;
    await this.unitOfWork.run(async (transaction) => {
      // The tries made ahead of time show which retries they planned.
      await transaction.query(
        `UPDATE delivery d SET due_at = $1 WHERE status = 'waiting' AND due_at > $1 AND EXISTS (
           SELECT FROM delivery_attempt a WHERE a.delivery_id = d.id AND a.at > ${limit('$1')})`,
        [now],
      );
      await transaction.query(
        `UPDATE delivery SET leased_until = $1 WHERE status = 'sending' AND leased_until > $1::timestamptz + interval '1 day'`,
        [now],
      );
      for (const columns of dated) await transaction.query(textOf(columns), [now]);
      await transaction.query('UPDATE clock_state SET latest_at = $1', [now]);
    });
    return true;
  }
}

function limit(now: string): string {
  return `${now}::timestamptz + make_interval(secs => ${toleratedSeconds})`;
}

function textOf({ table, anchor, others = [], also }: DatedColumns): string {
  const moved = others.map((column) => `${column} = ${column} - (${anchor} - $1::timestamptz)`);
  const set = [`${anchor} = $1`, ...moved, ...(also === undefined ? [] : [also])];
  return `UPDATE ${table} SET ${set.join(', ')} WHERE ${anchor} > ${limit('$1')}`;
}
