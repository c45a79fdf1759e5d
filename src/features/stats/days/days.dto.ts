import { ApiProperty } from '@nestjs/swagger';
import { type DayOutcome, dayOutcomes } from '../duration-buckets.js';

/** Day of a client. */
export class ClientDay {
  /** Date in UTC. */
  @ApiProperty({ type: 'string', format: 'date', examples: ['2026-11-20'] })
  day!: string;

  /**
   * Worst outcome of the day. `missed`: a scheduled start had no run. `canceled`: all runs were canceled.
   * `pending`: a start is in the future or has no run yet. `noneDue`: nothing was scheduled. `unknown`: nothing
   * ran, and the schedule of that day is unknown.
   */
  @ApiProperty({ enum: dayOutcomes, enumName: 'DayOutcome', examples: ['completed'] })
  outcome!: DayOutcome;

  /** Runs queued on this day, including unfinished ones. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [4] })
  runs!: number;

  /** Number of these runs that succeeded. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [4] })
  completed!: number;

  /** Number of these runs that ended with warnings. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  warning!: number;

  /** Number of these runs that failed. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  error!: number;

  /** Number of these runs that were canceled. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  canceled!: number;

  /** Scheduled starts without a run. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  missed!: number;
}

/** Last days of one client, oldest first. */
export class ClientDays {
  /**
   * Name of the client.
   * @example 'this-machine'
   */
  client!: string;

  /**
   * Director of the client.
   * @example 'embedded'
   */
  director!: string;

  /** Days in order; the last one is today. */
  @ApiProperty({ type: () => [ClientDay] })
  days!: ClientDay[];
}

/** Day of a job. */
export class JobDay extends ClientDay {
  /** Bytes saved by its ended runs. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  bytes!: number;
}

/** Last days of one job, oldest first. */
export class JobDays {
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

  /** Days in order; the last one is today. */
  @ApiProperty({ type: () => [JobDay] })
  days!: JobDay[];
}
