import { ApiProperty } from '@nestjs/swagger';
import { type DayOutcome, dayOutcomes } from '../../domain/day-outcomes.js';

/** Day of a client. */
export class ClientDay {
  /** Date in UTC. */
  @ApiProperty({ type: 'string', format: 'date', examples: ['2026-11-20'] })
  day!: string;

  /**
   * Worst outcome of the day. `missed`: a scheduled start had no run. `pending`: a start is in the future or has no run
   * yet. `noneDue`: nothing was scheduled. `unknown`: nothing ran, and the schedule of that day is unknown.
   */
  @ApiProperty({ enum: dayOutcomes, enumName: 'DayOutcome', examples: ['completed'] })
  outcome!: DayOutcome;

  /** Runs queued on this day. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  runs!: number;

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
