import { ApiProperty } from '@nestjs/swagger';
import { runStatuses } from '../../domain/run.js';
import { PageTotal } from '../../platform/http/api-answers.js';
import { DirectorPageQuery } from '../../platform/http/page.dto.js';
import { InstantField, QueryWords } from '../../platform/http/query.decorators.js';
import { RunLinks, RunOutlier } from '../../runs/run-record.dto.js';

export class CalendarQuery extends DirectorPageQuery {
  /** From this time on; without it a week before `until`, without both the week of today, from Monday in UTC. */
  @InstantField()
  since?: Date;

  /** Up to this time, at most 62 days after `since`; without it a week after that. */
  @InstantField()
  until?: Date;

  /** Only these jobs, parted by commas. */
  @QueryWords()
  job?: string[];

  /** Only these clients, parted by commas. */
  @QueryWords()
  client?: string[];
}

export const calendarStates = ['planned', 'late', 'missed', ...runStatuses] as const;
export type CalendarState = (typeof calendarStates)[number];

/** The run behind an entry of the calendar. */
export class CalendarRun {
  /** Its number. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, examples: [7] })
  jobId!: number;

  /**
   * Bacula's own unique job name.
   * @example 'BackupHome.2026-11-20_21.00.00_07'
   */
  uniqueName!: string;

  /** When the Director took it. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-20T21:00:00.000Z'] })
  queuedAt!: string;

  /** When it started; null while it waits. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:00:01.000Z'] })
  startedAt!: string | null;

  /** When it ended; null until then. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  endedAt!: string | null;

  /** Bytes it saved or restored. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  bytes!: number;

  /** In what it is far from usual; absent where it is not, or is not compared yet. */
  outliers?: RunOutlier[];

  /** Where to go on from here. */
  links!: RunLinks;
}

/** A planned start, the run that came of it, or a run that nobody planned. */
export class CalendarEntry {
  /** When its run was requested, or was to start where that is later; of a start without a run, when it was planned for. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-20T21:00:00.000Z'] })
  at!: string;

  /**
   * How it stands: as its run does; or planned: it is still to come; late: it was due and no run is seen yet; missed: no run came
   * within an hour.
   */
  @ApiProperty({ enum: calendarStates, enumName: 'CalendarState', examples: ['completed'] })
  state!: CalendarState;

  /** When a schedule was to start it; null where none was, or that is not known. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:00:00.000Z'] })
  plannedAt!: string | null;

  /** From the planned time to the real start; null where either is not known. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, examples: [1] })
  delaySeconds!: number | null;

  /**
   * The job.
   * @example 'BackupHome'
   */
  job!: string;

  /**
   * Its Director.
   * @example 'embedded'
   */
  director!: string;

  /** The client. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['this-machine'] })
  client!: string | null;

  /**
   * Type of the job.
   * @example 'Backup'
   */
  type!: string;

  /** The level; null where no run came and the plan is no longer asked for. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Incremental'] })
  level!: string | null;

  /** The run; null where none came. */
  @ApiProperty({ type: () => CalendarRun, nullable: true })
  run!: CalendarRun | null;
}

/** A stretch of time of which every planned start of a Director is known: what does not stand here was not due. */
export class KnownPlan {
  /**
   * The Director.
   * @example 'embedded'
   */
  director!: string;

  /** From this time on. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-16T00:00:00.000Z'] })
  from!: string;

  /** Up to this time. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-23T00:00:00.000Z'] })
  until!: string;
}

/** Entries in the order of `at`, oldest first. */
export class CalendarPage {
  /** The entries of this page. */
  @ApiProperty({ type: () => [CalendarEntry] })
  items!: CalendarEntry[];

  /** Hand it in as `cursor` for the next page; null on the last one. */
  @ApiProperty({ type: 'string', nullable: true })
  nextCursor!: string | null;

  /** Only with `count=true`. */
  @ApiProperty({ type: () => PageTotal, required: false })
  total?: PageTotal;

  /** Within the span asked for, when the plan is known; elsewhere nobody knows what was missed. Only on the first page. */
  @ApiProperty({ type: () => [KnownPlan], required: false })
  known?: KnownPlan[];
}
