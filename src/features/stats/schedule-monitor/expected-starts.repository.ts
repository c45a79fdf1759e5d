import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type PlannedRun } from '../../../domain/job.js';
import { EventRecorder } from '../../events/event-recorder.js';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { seriesKey } from '../../runs/store/run-list.sql.js';
import { missedEvent, type MissedStart } from './missed-event.js';

/** The planned starts read from a Director. */
export interface PlanRead {
  readonly director: string;
  /** The plan is known from here on. */
  readonly from: Date;
  /** And up to here. */
  readonly until: Date;
  readonly starts: readonly PlannedRun[];
}

/** A run is taken for the start that was planned so much after it, or so much before. */
export const earlyToleranceSeconds = 600;
/** How long after a planned start it is decided whether it was missed. */
export const lateToleranceSeconds = 3_600;
/** Longer than what the picture of the last days shows. */
const retentionDays = 100;
/** A clock that is ahead deletes nothing that is not old by the last plausible time. */
const plausibleNow = 'LEAST($2::timestamptz, (SELECT believed_at FROM clock_state))';
/** Runs of a series, such as a job for a client at a level, that are checked for a planned start. */
const maxRunsScanned = 2_000;

/** Whether a run came of the planned start `p`. */
export const hasRun = `EXISTS (
  SELECT FROM (SELECT ${seriesKey} AS key FROM run_series s
    WHERE s.director = p.director AND s.job = p.job AND s.client = p.client) series
  CROSS JOIN LATERAL (SELECT queued_at, scheduled_at FROM run WHERE ${seriesKey} = series.key
    ORDER BY generation DESC, job_id DESC LIMIT ${maxRunsScanned}) r
  WHERE ${isNear('r.queued_at')} OR ${isNear('r.scheduled_at')})`;

/** The run of the planned start `p`: of those queued near it the nearest. Reads only that job's runs of these hours. */
export const nearestRun = `(SELECT r.unique_name
  FROM run_span s JOIN run r ON r.director = s.director AND r.job = p.job COLLATE "default" AND r.generation = s.generation
    AND r.job_id BETWEEN s.low AND s.high
  WHERE s.director = p.director AND s.hours = 1
    AND s.starts_at > p.at - make_interval(secs => ${earlyToleranceSeconds + 3_600})
    AND s.starts_at <= p.at + make_interval(secs => ${lateToleranceSeconds})
    AND coalesce(r.client, '') = p.client AND ${isNear('r.queued_at')}
  ORDER BY abs(date_part('epoch', r.queued_at - p.at)), r.generation, r.job_id LIMIT 1)`;

/** Planned starts, as they come due. */
@Injectable()
export class ExpectedStarts {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventRecorder,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** A start that is no longer planned is deleted: it was never missed. */
  async keep({ director, from, until, starts }: PlanRead): Promise<void> {
    const rows = JSON.stringify(starts.map(({ at, job, client }) => ({ at, job, client })));
    await this.unitOfWork.run(async (transaction) => {
      await transaction.query(
        `DELETE FROM planned_start p WHERE director = $1 AND at >= $2 AND at < $3 AND unique_name IS NULL AND NOT EXISTS (
           SELECT FROM json_to_recordset($4::json) AS s(at timestamptz(3), job text, client text)
           WHERE s.at = p.at AND s.job = p.job AND s.client = p.client)`,
        [director, from, until, rows],
      );
      await transaction.query(
        `INSERT INTO planned_start (director, at, job, client, missed)
         SELECT $1, s.at, s.job, s.client, false
         FROM json_to_recordset($2::json) AS s(at timestamptz(3), job text, client text) ON CONFLICT DO NOTHING`,
        [director, rows],
      );
      await extendMonitoring(transaction, director, from, until);
    });
  }

  /**
   * Decides for each planned start that is old enough which run it started, or that it was missed. Waits for the run sync if that
   * is behind. Each missed start has its event in the same transaction.
   */
  async settle(director: string, now: Date): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const [missed]: [MissedStart[], number] = await transaction.query(
        `WITH due AS MATERIALIZED (
           SELECT p.at, p.job, p.client, ${hasRun} AS has_run
           FROM planned_start p JOIN run_sync_state f ON f.director = p.director
           WHERE p.director = $1 AND NOT p.missed AND p.unique_name IS NULL AND p.at < $2::timestamptz - make_interval(secs => ${lateToleranceSeconds})
             AND f.read_at > p.at + make_interval(secs => ${lateToleranceSeconds})
         ), met AS (
           UPDATE planned_start p SET unique_name = coalesce(${nearestRun}, '') FROM due
           WHERE p.director = $1 AND due.has_run AND p.at = due.at AND p.job = due.job AND p.client = due.client
         )
         UPDATE planned_start p SET missed = true FROM due WHERE p.director = $1 AND NOT due.has_run
           AND p.at = due.at AND p.job = due.job AND p.client = due.client
         RETURNING p.at, p.job, p.client`,
        [director, now],
      );
      for (const start of missed) {
        await this.events.record(
          transaction,
          missedEvent({ director, ...start }, lateToleranceSeconds, this.settings.baseUrl),
        );
      }
      await transaction.query(
        `DELETE FROM planned_start WHERE director = $1 AND at < ${plausibleNow} - make_interval(days => ${retentionDays})`,
        [director, now],
      );
      await transaction.query(
        `DELETE FROM schedule_monitor_state WHERE director = $1 AND until_at < ${plausibleNow} - make_interval(days => ${retentionDays})`,
        [director, now],
      );
    });
  }
}

function isNear(time: string): string {
  return `${time} BETWEEN p.at - make_interval(secs => ${earlyToleranceSeconds}) AND p.at + make_interval(secs => ${lateToleranceSeconds})`;
}

/** Extends the known range if the schedule was known until now; else a new one begins. */
async function extendMonitoring(transaction: EntityManager, director: string, from: Date, until: Date): Promise<void> {
  const [, changed]: [unknown, number] = await transaction.query(
    `UPDATE schedule_monitor_state SET until_at = $3 WHERE director = $1 AND from_at = (
       SELECT max(from_at) FROM schedule_monitor_state WHERE director = $1 AND until_at >= $2)`,
    [director, from, until],
  );
  if (changed > 0) return;
  await transaction.query(
    `INSERT INTO schedule_monitor_state (director, from_at, until_at) VALUES ($1, $2, $3)
     ON CONFLICT (director, from_at) DO UPDATE SET until_at = excluded.until_at`,
    [director, from, until],
  );
}
