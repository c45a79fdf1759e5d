import { ApiProperty } from '@nestjs/swagger';
import { runStatuses } from '../../../domain/run.js';
import { PageTotal } from '../../../http/api-answers.js';
import { DirectorPageQuery } from '../../../http/page.dto.js';
import { InstantField, QueryWords } from '../../../http/query.decorators.js';
import { RunLinks, RunOutlier } from '../../runs/run-record.dto.js';

export class CalendarQuery extends DirectorPageQuery {
  /** Start of the time range. Default: a week before `until`, or without both the current week from Monday in UTC. */
  @InstantField()
  since?: Date;

  /** End of the time range, at most 62 days after `since`. Default: a week after `since`. */
  @InstantField()
  until?: Date;

  /** Return only these jobs, separated by commas. */
  @QueryWords()
  job?: string[];

  /** Return only these clients, separated by commas. */
  @QueryWords()
  client?: string[];
}

export const calendarStates = ['planned', 'late', 'missed', ...runStatuses] as const;
export type CalendarState = (typeof calendarStates)[number];

/** Run of a calendar entry. */
export class CalendarRun {
  /** Job id of the run. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, examples: [7] })
  jobId!: number;

  /**
   * Unique job name of Bacula.
   * @example 'BackupHome.2026-11-20_21.00.00_07'
   */
  uniqueName!: string;

  /** When the run was queued. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-20T21:00:00.000Z'] })
  queuedAt!: string;

  /** When the run started; null while it waits. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:00:01.000Z'] })
  startedAt!: string | null;

  /** When the run ended; null until then. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  endedAt!: string | null;

  /** Bytes saved or restored. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  bytes!: number;

  /** Unusual values; absent if there are none, or if the run has not been compared yet. */
  outliers?: RunOutlier[];

  /** Related resources. */
  links!: RunLinks;
}

/** Scheduled start with its run, or a run without a scheduled start. */
export class CalendarEntry {
  /** When its run was requested or, if that is later, due to start; for a start without a run, its scheduled time. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-20T21:00:00.000Z'] })
  at!: string;

  /**
   * Status of the run. Without a run: `planned` if it is in the future, `late` if it was due and has no run yet,
   * `missed` if no run started within an hour.
   */
  @ApiProperty({ enum: calendarStates, enumName: 'CalendarState', examples: ['completed'] })
  state!: CalendarState;

  /** Scheduled start; null if there was none or it is unknown. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:00:00.000Z'] })
  plannedAt!: string | null;

  /** Seconds from the scheduled to the actual start; null if either is unknown. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, examples: [1] })
  delaySeconds!: number | null;

  /**
   * Name of the job.
   * @example 'BackupHome'
   */
  job!: string;

  /**
   * Director of the job.
   * @example 'embedded'
   */
  director!: string;

  /** Client of the job. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['this-machine'] })
  client!: string | null;

  /**
   * Type of the job.
   * @example 'Backup'
   */
  type!: string;

  /** Level; null if there was no run and the schedule is no longer available. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Incremental'] })
  level!: string | null;

  /** The run; null if there was none. */
  @ApiProperty({ type: () => CalendarRun, nullable: true })
  run!: CalendarRun | null;
}

/** Time range for which all scheduled starts of a Director are known. A start that is not listed was not due. */
export class KnownPlan {
  /**
   * Name of the Director.
   * @example 'embedded'
   */
  director!: string;

  /** Start of the time range. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-16T00:00:00.000Z'] })
  from!: string;

  /** End of the time range. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-23T00:00:00.000Z'] })
  until!: string;
}

/** Entries sorted by `at`, oldest first. */
export class CalendarPage {
  /** Items of this page. */
  @ApiProperty({ type: () => [CalendarEntry] })
  items!: CalendarEntry[];

  /** Cursor of the next page; null on the last one. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  nextCursor!: string | null;

  /** Present only with `count=true`. */
  @ApiProperty({ type: () => PageTotal, required: false })
  total?: PageTotal;

  /**
   * Parts of the requested time range with known schedules. Outside of them, missed starts cannot be detected. Only on
   * the first page.
   */
  @ApiProperty({ type: () => [KnownPlan], required: false })
  known?: KnownPlan[];
}
